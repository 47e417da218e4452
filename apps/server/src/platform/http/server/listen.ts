import { once } from "node:events";
import { createServer, type ListenOptions, type Server } from "node:net";
import { httpUrl, reachableHost } from "#platform/loopback.ts";
import type { HttpApp } from "./create-http-app.ts";

/** Only Linux distributes connections among sockets that share a port. */
const sockets = process.platform === "linux" ? 16 : 1;

// With a short backlog, the kernel would drop connections in a burst, and clients would retry a second later.
const backlog = 4_096;

/**
 * Listens on several sockets that share the port (SO_REUSEPORT, socket(7)). Node accepts one connection per socket in
 * each turn of the event loop. With a single socket, a client behind a burst of 140 connections waited for 140 turns,
 * which took up to a second on a busy service.
 */
export async function listen(app: HttpApp, { host: given, port }: { host: string; port: number }): Promise<string> {
  const host = servedHost(given);
  const more: Server[] = [];
  app.addHook("preClose", (done) => {
    for (const server of more) server.close();
    done();
  });
  // With SO_REUSEPORT, another process of this user could already be listening on the port without an error.
  if (shared.reusePort && port !== 0) await requireFree({ host, port });
  await app.listen({ host, port, backlog, ...shared });
  for (const bound of app.addresses()) {
    if (typeof bound === "string") continue;
    for (let count = 1; count < sockets; count++) {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        app.server.emit("connection", socket),
      );
      more.push(server);
      await open(server, { host: bound.address, port: bound.port, backlog, ...shared });
    }
  }
  const [first] = app.addresses();
  if (first === undefined || typeof first === "string") throw new Error("the service listens on no port");
  return httpUrl(reachableHost(first.address), first.port);
}

/** Either wildcard means all addresses: on a machine that has only IPv4 or only IPv6, all of that family. */
function servedHost(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return host;
  return reachableHost(host).includes(":") ? "::" : "0.0.0.0";
}

const shared = { reusePort: sockets > 1 };

async function requireFree(address: ListenOptions): Promise<void> {
  const probe = createServer();
  await open(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

async function open(server: Server, options: ListenOptions): Promise<void> {
  const listening = once(server, "listening");
  server.listen(options);
  await listening;
}
