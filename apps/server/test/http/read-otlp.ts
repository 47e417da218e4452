/** A span as a collector receives it (opentelemetry-proto, trace/v1). */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  name: string;
  /** 1 for internal, 2 for server, 3 for client. */
  kind: number;
  startNs: bigint;
  endNs: bigint;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  events: number;
  /** 2 for an error. */
  status: number;
  statusMessage: string;
  /** The attributes of the service. */
  resource: Record<string, unknown>;
}

type Field = bigint | Buffer;

/** Reads the fields of a protobuf message, by number. */
function readMessage(bytes: Buffer): Map<number, Field[]> {
  const fields = new Map<number, Field[]>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const key = Number(varint());
    const type = key & 7;
    let value: Field;
    if (type === 0) value = varint();
    else if (type === 1) value = take(8);
    else if (type === 2) value = take(Number(varint()));
    else if (type === 5) value = take(4);
    else throw new Error(`a protobuf field of type ${type}`);
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Map<number, Field[]>, number: number) =>
  (fields.get(number) ?? []).map((field) => readMessage(field as Buffer));
const bytesOf = (fields: Map<number, Field[]>, number: number) =>
  (fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer;
const numberOf = (fields: Map<number, Field[]>, number: number) => Number(fields.get(number)?.[0] ?? 0n);

function readAttributes(fields: Map<number, Field[]>, number: number): Record<string, unknown> {
  return Object.fromEntries(
    messages(fields, number).map((pair) => {
      const [value] = messages(pair, 2);
      const [field] = [...(value ?? [])];
      const [type, content] = [field?.[0], field?.[1][0]];
      const read = type === 1 ? String(content) : type === 2 ? content === 1n : Number(content);
      return [String(bytesOf(pair, 1)), read];
    }),
  );
}

function readSpan(span: Map<number, Field[]>, resource: Record<string, unknown>): ReceivedSpan {
  const [status = new Map<number, Field[]>()] = messages(span, 15);
  return {
    traceId: bytesOf(span, 1).toString("hex"),
    spanId: bytesOf(span, 2).toString("hex"),
    parentId: bytesOf(span, 4).toString("hex"),
    name: String(bytesOf(span, 5)),
    kind: numberOf(span, 6),
    startNs: bytesOf(span, 7).readBigUInt64LE(),
    endNs: bytesOf(span, 8).readBigUInt64LE(),
    attributes: readAttributes(span, 9),
    events: span.get(11)?.length ?? 0,
    links: messages(span, 13).map((link) => ({
      traceId: bytesOf(link, 1).toString("hex"),
      spanId: bytesOf(link, 2).toString("hex"),
    })),
    statusMessage: String(bytesOf(status, 2)),
    status: numberOf(status, 3),
    resource,
  };
}

/** Reads the body of a POST to /v1/traces, an ExportTraceServiceRequest. */
export function readOtlp(body: Buffer): ReceivedSpan[] {
  return messages(readMessage(body), 1).flatMap((resourceSpans) => {
    const [about = new Map<number, Field[]>()] = messages(resourceSpans, 1);
    const resource = readAttributes(about, 1);
    return messages(resourceSpans, 2).flatMap((scope) => messages(scope, 2).map((span) => readSpan(span, resource)));
  });
}
