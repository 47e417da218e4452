import { once } from "node:events";
import { createServer, request } from "node:http";
import net, { type AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export interface ForwardProxy {
  url: string;
  /** The requests so far, such as `CONNECT hooks.example.com:443` and `POST http://hooks.example.com/`. */
  requests: string[];
}

/** Starts a proxy that demands `user:pass`, finds every name on this machine, and refuses those that begin with `no.`. */
export async function startForwardProxy(t: TestContext): Promise<ForwardProxy> {
  const requests: string[] = [];
  const sockets = new Set<net.Socket>();
  const password = `Basic ${Buffer.from("user:pass").toString("base64")}`;
  const server = createServer((asked, response) => {
    requests.push(`${asked.method} ${asked.url}`);
    const { port, pathname, search } = new URL(asked.url ?? "");
    const { "proxy-authorization": given, ...headers } = asked.headers;
    if (given !== password) return void response.writeHead(407).end();
    const options = { port, path: pathname + search, method: asked.method, headers };
    const onward = request(options, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    asked.pipe(onward);
  });
  server.on("connect", (asked, socket) => {
    requests.push(`CONNECT ${asked.url}`);
    sockets.add(socket as net.Socket);
    socket.on("error", () => undefined);
    const isRefused = asked.headers["proxy-authorization"] !== password || asked.url?.startsWith("no.");
    if (isRefused) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const onward = net.connect(Number(asked.url?.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward.on("error", () => socket.destroy()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://user:pass@127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
