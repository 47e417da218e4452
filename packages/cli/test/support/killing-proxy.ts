// An HTTP proxy in front of the server that runs a callback at a chosen moment of a write, for example to kill a
// process.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * The moments: before the server receives the write, after the server has executed it, and after the proxy has sent the
 * reply.
 */
export const moments = ["before", "after", "replied"] as const;
type Moment = (typeof moments)[number];

export interface Proxy {
  url: string;
  /** Calls `run` at this moment of the `number`th write from now. */
  at(moment: Moment, number: number, run: () => void | Promise<void>): void;
  close(): Promise<void>;
}

export async function openProxy(target: string): Promise<Proxy> {
  let plan: { moment: Moment; left: number; run: () => void | Promise<void> } | undefined;
  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    const isPlanned = plan !== undefined && method !== "GET" && --plan.left === 0;
    const now = async (moment: Moment) => {
      if (isPlanned && plan?.moment === moment) await plan.run();
    };
    const body = await buffer(request);
    await now("before");
    if (isPlanned && plan?.moment === "before" && request.socket.destroyed) return;
    const { host: _host, connection: _connection, "content-length": _length, ...sent } = headers;
    const reply = await fetch(target + url, {
      method,
      headers: sent as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    });
    const text = await reply.text();
    await now("after");
    const { "transfer-encoding": _encoding, "content-length": _size, ...rest } = Object.fromEntries(reply.headers);
    response.writeHead(reply.status, rest).end(text);
    await now("replied");
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at: (moment, number, run) => (plan = { moment, left: number, run }),
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
