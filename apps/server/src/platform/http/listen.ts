import { once } from "node:events";
import { createServer, type ListenOptions, type Server } from "node:net";
import type { HttpApp } from "./create-http-app.ts";

/** Only Linux distributes connections among sockets that share a port. */
const sockets = process.platform === "linux" ? 16 : 1;

// The backlog queues bursts of connections in the kernel; otherwise they are dropped and retried a second later.
const backlog = 4_096;

/**
 * Listens on several sockets that share the port (SO_REUSEPORT, socket(7)). Node accepts one connection per socket and
 * turn of the event loop: with a single socket, a client behind a burst of 140 connections waited for as many turns,
 * which took up to a second while others kept the service busy.
 */
export async function listen(app: HttpApp, { host, port }: { host: string; port: number }): Promise<string> {
  const more: Server[] = [];
  app.addHook("preClose", (done) => {
    for (const server of more) server.close();
    done();
  });
  // Sockets that share a port would also share it with another process of this user.
  if (shared.reusePort && port !== 0) await requireFree({ host, port });
  const url = await app.listen({ host, port, backlog, ...shared });
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
  return url;
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
