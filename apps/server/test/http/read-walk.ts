import { readZip } from "#test/files/read-zip.ts";
import { type Operation, pathOf } from "#test/cases/operations.ts";
import type { Answer, Caller, Json } from "#test/worlds/test-app.ts";

/**
 * A reply. `text` contains everything that a caller learns from it: status, headers and body, with zips unpacked and
 * cursors decoded.
 */
export interface Learnt {
  from: string;
  answer: Answer;
  text: string;
}

async function read(from: string, answer: Answer): Promise<Learnt> {
  // Workbooks are zips too, so check the bytes instead of the media type.
  const isZip = answer.bytes.subarray(0, 2).equals(Buffer.from("PK"));
  const body = isZip ? [...(await readZip(answer.bytes))].join("\n") : answer.text;
  const cursor = /"nextCursor":"([\w-]+)"/.exec(body)?.[1] ?? "";
  const parts = [
    String(answer.status),
    JSON.stringify(answer.headers),
    body,
    Buffer.from(cursor, "base64url").toString(),
  ];
  return { from, answer, text: parts.join("\n") };
}

/** Sends a request and decodes the complete reply. */
export async function learn(
  caller: Pick<Caller, "send">,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Learnt> {
  return read(`${method} ${path}`, await caller.send(method, path, body, { headers }));
}

/** Values for parameters: `cursors` for the parameter `cursor`, and `texts` for all other string parameters. */
export interface QueryValues {
  texts: readonly string[];
  cursors: readonly string[];
}

const groupings = ["project", "user", "date", "task", "client", "tag", "billable", "source"];

/** Returns the empty query, and one query for each value of each documented parameter. */
function queriesOf({ described }: Operation, values: QueryValues): string[] {
  const parameters: Json[] = (described.parameters ?? []).filter((parameter: Json) => parameter.in === "query");
  const valuesOf = ({ name, schema }: Json): readonly string[] => {
    const one = schema.type === "array" ? schema.items : schema;
    if (one.enum !== undefined) return one.enum;
    if (one.type === "boolean") return ["true", "false"];
    if (one.type === "integer") return ["1"];
    if (String(one.format).includes("date")) return ["2026-01-01T00:00:00Z", "2026-03-02"];
    if (one.format === "time-zone") return ["Pacific/Apia"];
    if (name === "groupBy") return groupings;
    return name === "cursor" ? values.cursors : values.texts;
  };
  const queries = parameters.flatMap((parameter) => {
    const pairs = valuesOf(parameter).map((value) => `${parameter.name}=${encodeURIComponent(value)}`);
    return parameter.schema.type === "array" ? [...pairs, pairs.join("&")] : pairs;
  });
  const tables = parameters.some(({ name }) => name === "groupBy")
    ? groupings.flatMap((groupBy) => [`groupBy=${groupBy}&format=csv`, `groupBy=${groupBy},billable&format=xlsx`])
    : [];
  return ["", ...queries, ...tables].map((query) => (query === "" ? "" : `?${query}`));
}

/** Reads a path with each of its queries, and with HEAD. */
export async function readAll(
  caller: Caller,
  operation: Operation,
  ids: Record<string, string>,
  values: QueryValues,
  headers: Record<string, string> = {},
): Promise<Learnt[]> {
  const path = pathOf(operation, ids);
  const learnt = [await learn(caller, "HEAD", path, undefined, headers)];
  for (const query of queriesOf(operation, values)) {
    learnt.push(await learn(caller, "GET", `${path}${query}`, undefined, headers));
  }
  return learnt;
}
