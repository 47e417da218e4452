import net from "node:net";
import type { TestContext } from "node:test";
import type pg from "pg";

/** A TCP proxy between a pool and a real PostgreSQL server. It injects faults. */
export interface DatabaseProxy {
  connection: pg.ClientConfig;
  /** The server to which new connections are forwarded. */
  target: pg.ClientConfig;
  /** While true, connections are cut and new ones are refused. */
  isDown: boolean;
  /** While true, connections stay open but nothing is forwarded. Bytes sent during that time are lost. */
  isHung: boolean;
  /** Changes the bytes from the server. The number of bytes must stay the same. */
  rewrite: ((bytes: Buffer) => Buffer) | undefined;
  /**
   * Cuts the connection at the next statement that contains this text: either before the server receives the statement,
   * or after the server has executed it but before the reply is delivered. Resolves after the cut.
   */
  cutAt(text: string, when: "before" | "after"): Promise<void>;
  cutAll(): void;
}

interface Trap {
  text: string;
  when: "before" | "after";
  sprung: () => void;
}

const readyForQuery = 0x5a;

export async function startProxy(t: TestContext, target: pg.ClientConfig): Promise<DatabaseProxy> {
  const pairs = new Set<() => void>();
  let trap: Trap | undefined;

  const server = net.createServer((client) => {
    const upstream = net.connect(`${proxy.target.host}/.s.PGSQL.${proxy.target.port}`);
    const cut = () => {
      pairs.delete(cut);
      client.destroy();
      upstream.destroy();
    };
    pairs.add(cut);
    if (proxy.isDown) return cut();
    let caught: Trap | undefined;
    let said = Buffer.alloc(0);
    client.on("data", (bytes) => {
      if (proxy.isHung) return;
      if (trap !== undefined && bytes.includes(trap.text)) {
        caught = trap;
        trap = undefined;
        if (caught.when === "before") {
          cut();
          caught.sprung();
          return;
        }
      }
      upstream.write(bytes);
    });
    upstream.on("data", (data) => {
      const bytes = data as Buffer;
      if (proxy.isHung) return;
      if (caught === undefined) {
        client.write(proxy.rewrite?.(bytes) ?? bytes);
        return;
      }
      said = Buffer.concat([said, bytes]);
      if (!isAnswered(said)) return;
      cut();
      caught.sprung();
    });
    for (const socket of [client, upstream]) socket.on("error", cut).on("close", cut);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const proxy: DatabaseProxy = {
    connection: { ...target, host: "127.0.0.1", port },
    target,
    isDown: false,
    isHung: false,
    rewrite: undefined,
    cutAt: (text, when) =>
      new Promise((resolve, reject) => {
        const tooLate = setTimeout(
          () => reject(new Error(`no statement with ${JSON.stringify(text)} came`)),
          5 * 60_000,
        );
        trap = {
          text,
          when,
          sprung() {
            clearTimeout(tooLate);
            resolve();
          },
        };
      }),
    cutAll() {
      for (const cut of pairs) cut();
    },
  };
  t.after(() => {
    proxy.isDown = true;
    proxy.cutAll();
    server.close();
  });
  return proxy;
}

/**
 * Whether the server's messages end with ReadyForQuery. A message consists of type, length and contents (PostgreSQL
 * manual 55.7).
 */
function isAnswered(bytes: Buffer): boolean {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] === readyForQuery && at + 6 === bytes.length) return true;
  }
  return false;
}
