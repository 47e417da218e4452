import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** Starts a server that forwards requests to `/mcp` with a key, for programs that cannot send one. Returns its URL. */
export async function withKey(url: string, apiKey: string): Promise<string> {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${apiKey}` };
    // Replaces this server's name with that of the real server. Foreign names are forwarded.
    if (/^(localhost|127\.0\.0\.1):/.test(headers.host ?? "")) {
      if (headers.origin === `http://${headers.host}`) headers.origin = url;
      headers.host = new URL(url).host;
    }
    const forwarded = send(`${url}/mcp`, { method: request.method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
