import { once } from "node:events";
import http from "node:http";
import type { TestContext } from "node:test";
import { waitFor } from "#test/databases/hold.ts";
import type { Json } from "#test/worlds/test-app.ts";

/** A minimal client for an event stream. */
export interface Listening {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The received blocks, without the empty lines that separate them. */
  blocks: string[];
  events: { id: string; event: string; data: Json }[];
  /** Returns the id of the last received event. */
  lastId(): string;
  hasEnded(): boolean;
  until(condition: (listening: Listening) => boolean): Promise<void>;
  /** Stops reading without closing the connection. */
  pause(): void;
  close(): void;
}

/** Opens a stream. If the reply is an error, `blocks` contains its body. */
export async function listenTo(
  t: TestContext,
  url: string,
  apiKey: string,
  headers: Record<string, string> = {},
): Promise<Listening> {
  const key = headers["cookie"] === undefined ? { authorization: `Bearer ${apiKey}` } : {};
  const request = http.get(url, { agent: false, headers: { ...key, ...headers } });
  t.after(() => request.destroy());
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const blocks: string[] = [];
  const events: Listening["events"] = [];
  let lastId = "";
  let hasEnded = false;
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (text: string) => {
    const parts = (rest + text).split("\n\n");
    rest = parts.pop() ?? "";
    for (const block of parts) {
      blocks.push(block);
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      lastId = fields["id"] ?? lastId;
      if (fields["data"] !== undefined)
        events.push({ id: lastId, event: fields["event"] ?? "", data: JSON.parse(fields["data"]) });
    }
  });
  request.on("error", () => (hasEnded = true));
  response.on("error", () => (hasEnded = true));
  response.on("close", () => (hasEnded = true));
  const listening: Listening = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    blocks,
    events,
    lastId: () => lastId,
    hasEnded: () => hasEnded,
    until: (condition) => waitFor(() => condition(listening)),
    pause: () => void response.pause(),
    close: () => void request.destroy(),
  };
  if (response.statusCode === 200) await listening.until(({ lastId: id }) => id() !== "");
  return listening;
}
