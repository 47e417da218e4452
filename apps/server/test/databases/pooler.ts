import net from "node:net";
import type { TestContext } from "node:test";
import pg from "pg";

/**
 * A connection pooler like PgBouncer. It authenticates clients itself, so their startup options do not reach the
 * server. It assigns a server session to each client until, depending on `mode`, the client disconnects or its
 * transaction ends.
 */
export interface Pooler {
  connection: pg.ClientConfig;
  /**
   * How long a client keeps its server session: until it disconnects, or until its transaction ends. Can be changed at
   * any time.
   */
  mode: "session" | "transaction";
  /** While true, every notification is lost. */
  losesNotices: boolean;
}

const terminate = 0x58;
const readyForQuery = 0x5a;
const notice = 0x41;
const protocolVersion = 196_608;
// The messages AuthenticationOk, BackendKeyData (with made-up values) and ReadyForQuery.
const welcome = Buffer.from("520000000800000000 4b0000000c0000303900003039 5a0000000549".replaceAll(" ", ""), "hex");

export async function startPooler(t: TestContext, target: pg.ClientConfig, mode: Pooler["mode"]): Promise<Pooler> {
  const idle: net.Socket[] = [];
  const sockets = new Set<net.Socket>();

  function watch(socket: net.Socket): net.Socket {
    sockets.add(socket);
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  }

  async function openServer(): Promise<net.Socket> {
    const client = new pg.Client(target);
    client.on("error", () => undefined);
    await client.connect();
    const socket = client.connection.stream as net.Socket;
    return watch(socket.removeAllListeners("data"));
  }

  function serve(client: net.Socket): void {
    let isWelcome = false;
    let linked: Promise<net.Socket> | undefined;

    async function link(): Promise<net.Socket> {
      const server = idle.pop() ?? (await openServer());
      let said = Buffer.alloc(0);
      server.on("data", (bytes: Buffer) => {
        said = Buffer.concat([said, bytes]);
        // A message consists of type, length and contents (PostgreSQL manual 55.7).
        for (
          let size = 0;
          said.length >= 5 && said.length > (size = said.readInt32BE(1));
          said = said.subarray(1 + size)
        ) {
          if (said[0] !== notice || !pooler.losesNotices) client.write(said.subarray(0, 1 + size));
          if (said[0] === readyForQuery && said[5] === 0x49 && pooler.mode === "transaction") unlink(server);
        }
      });
      return server;
    }

    function unlink(server: net.Socket): void {
      linked = undefined;
      // Drop incoming data: as in PgBouncer, notifications are lost while the session has no client.
      server.removeAllListeners("data").on("data", () => undefined);
      idle.push(server);
    }

    client.on("data", (bytes: Buffer) => {
      if (isWelcome) {
        if (bytes[0] === terminate) return void client.destroy();
        linked ??= link();
        void linked.then((server) => server.write(bytes));
        return;
      }
      if (bytes.readInt32BE(4) !== protocolVersion) return void client.destroy();
      isWelcome = true;
      client.write(welcome);
    });
    client.on("close", () => void linked?.then((server) => server.destroy()));
  }

  const server = net.createServer((client) => serve(watch(client)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const { user, password, database } = target;
  const pooler: Pooler = {
    connection: { host: "127.0.0.1", port, user, password, database },
    mode,
    losesNotices: false,
  };
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return pooler;
}
