import net from "node:net";
import type { AddressInfo } from "node:net";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { Json } from "#test/worlds/test-app.ts";

export interface RawReply {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: Json;
}

/** A raw TCP connection to the app. */
export interface RawConnection {
  send(bytes: string | Buffer): void;
  /** Returns the next complete reply. Rejects if the connection ends first or is reset, or after a minute. */
  reply(options?: { toHead?: boolean }): Promise<RawReply>;
  /** Rejects if the connection is reset, or after a minute. */
  closed(): Promise<void>;
  /** Closes the client's side of the connection. */
  end(): void;
  destroy(): void;
}

/** Starts listening if necessary, and returns the app's port. */
export async function listenOn(app: HttpApp): Promise<number> {
  if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export async function connect(port: number): Promise<RawConnection> {
  const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let received = Buffer.alloc(0);
  let isEnded = false;
  let failure: Error | undefined;
  let wake: () => void = () => undefined;
  socket.on("data", (data) => {
    received = Buffer.concat([received, data as Buffer]);
    wake();
  });
  socket.on("end", () => {
    isEnded = true;
    wake();
  });
  socket.on("error", (error) => {
    failure = error;
    wake();
  });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  // An open connection must not keep the process alive, because a failed test may leave one open.
  socket.unref();

  async function until<T>(what: string, look: () => T | undefined): Promise<T> {
    const deadline = performance.now() + 5 * 60_000;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const shown = JSON.stringify(received.toString("latin1").slice(0, 300));
      if (failure !== undefined) throw new Error(`${what}: the connection broke after ${shown}`, { cause: failure });
      if (isEnded) throw new Error(`${what}: the connection ended after ${shown}`);
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`${what}: nothing for five minutes after ${shown}`);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
    }
  }

  return {
    send: (bytes) => void socket.write(bytes),
    async reply({ toHead = false } = {}) {
      for (;;) {
        const { reply, length } = await until("reply", () => parseReply(received, toHead));
        received = received.subarray(length);
        if (reply.status !== 100) return reply;
      }
    },
    async closed() {
      await until("close", () => (isEnded && received.length === 0 ? true : undefined));
      socket.destroy();
    },
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
  };
}

function parseReply(bytes: Buffer, toHead: boolean): { reply: RawReply; length: number } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [line = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})( |$)/.exec(line)?.[1]);
  if (Number.isNaN(status)) throw new Error(`not a status line: ${JSON.stringify(line)}`);
  const headers = Object.fromEntries(
    lines.map((header) => [
      header.slice(0, header.indexOf(":")).toLowerCase(),
      header.slice(header.indexOf(":") + 1).trim(),
    ]),
  );
  const hasBody = !toHead && status >= 200 && status !== 204 && status !== 304;
  const contentLength = hasBody ? Number(headers["content-length"] ?? 0) : 0;
  const length = end + 4 + contentLength;
  if (bytes.length < length) return undefined;
  const text = bytes.subarray(end + 4, length).toString();
  const reply = {
    status,
    headers,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
  return { reply, length };
}
