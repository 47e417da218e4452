import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type ReceivedSpan, readOtlp } from "./read-otlp.ts";

export interface TraceCollector {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: ReceivedSpan[];
  /** The raw bodies of all requests. */
  bodies: Buffer[];
  /** Resolves with the first span that meets the condition. */
  until(what: string, condition: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  /** Returns the tree of the spans below a span. */
  treeOf(span: ReceivedSpan): SpanTree;
}

export interface SpanTree {
  name: string;
  children: SpanTree[];
}

/** Starts an OTLP receiver over HTTP. `answer` replaces its reply. */
export async function traceCollector(
  t: TestContext,
  answer = (response: ServerResponse): unknown => response.end(),
): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      bodies.push(body);
      if (request.url === "/v1/traces") spans.push(...readOtlp(body));
      answer(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const treeOf = ({ spanId, name }: ReceivedSpan): SpanTree => ({
    name,
    children: spans
      .filter(({ parentId }) => parentId === spanId)
      .toSorted((one, other) => Number(one.startNs - other.startNs))
      .map(treeOf),
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    treeOf,
    async until(what, condition) {
      for (const deadline = Date.now() + 5 * 60_000; Date.now() < deadline; await pause(20)) {
        const found = spans.find(condition);
        if (found !== undefined) return found;
      }
      throw new Error(`no span of ${what} arrives; there are: ${spans.map(({ name }) => name).join(", ")}`);
    },
  };
}
