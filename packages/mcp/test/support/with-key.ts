import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

const ofConnection = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "content-encoding",
  "transfer-encoding",
]);

/** Starts a server that forwards requests to `/mcp` with a key, for programs that cannot send one. Returns its URL. */
export async function withKey(url: string, apiKey: string): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers({ authorization: `Bearer ${apiKey}` });
      for (const [name, value] of Object.entries(request.headers))
        if (typeof value === "string" && !ofConnection.has(name)) headers.set(name, value);
      // For `/mcp`, replace this server's origin with that of the real server.
      const { origin, host } = request.headers;
      if (origin === `http://${host}` && /^(localhost|127\.0\.0\.1):/.test(host ?? "")) headers.set("origin", url);
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      fetch(`${url}/mcp`, { method: request.method ?? "POST", headers, ...body }).then(
        async (reply) => {
          const kept = [...reply.headers].filter(([name]) => !ofConnection.has(name));
          response.writeHead(reply.status, Object.fromEntries(kept));
          response.end(Buffer.from(await reply.arrayBuffer()));
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
