import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The contents of the file that `blog-benchmark.ts` writes: raw headers and bodies of the product's replies, by URL.
 */
export type CapturedReplies = Record<string, { headers: string[]; body: string }>;

// `node bare-blog-server.ts <replies.json>` sends the same bytes as the product, with as little work as Node permits.
const captured = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as CapturedReplies;
const replies = new Map(
  Object.entries(captured).map(([url, { headers, body }]) => [url, { headers, body: Buffer.from(body, "base64") }]),
);
const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const reply = replies.get(request.url ?? "");
  if (reply === undefined) response.writeHead(404).end();
  else response.writeHead(200, reply.headers).end(reply.body);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
