import assert from "node:assert/strict";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import pino from "pino";
import { sql } from "#platform/database/database.ts";
import { sharePool } from "#platform/database/pool/share-pool.ts";
import { waitFor } from "#test/databases/hold.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { statusOf } from "#src/error-codes.ts";
import { createHttpApp } from "./create-http-app.ts";

/**
 * Serves an app whose route /slow waits for the database until the client disconnects or `abort` ends the statement.
 */
async function serve(t: TestContext, abort?: AbortController) {
  const { db } = await sharedDatabase();
  const shared = sharePool(db);
  const log: { level: number; msg: string }[] = [];
  const logger = pino({ level: "info" }, { write: (line) => void log.push(JSON.parse(line)) });
  const app = createHttpApp({ statusOf, logger, timeouts: undefined });
  const begun = Promise.withResolvers<void>();
  let isOver = false;
  app.get("/slow", async () => {
    begun.resolve();
    const statement = sql`select pg_sleep(30)`;
    const sleeping = abort === undefined ? shared.query(statement) : db.query(statement, abort);
    return sleeping.finally(() => (isOver = true));
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { port, log, begun: begun.promise, isOver: () => isOver };
}

test("a request whose client disconnected gets no reply, and isn't a fault", async (t) => {
  const { port, log, begun, isOver } = await serve(t);
  const socket = net.connect({ port, host: "127.0.0.1" });
  socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await begun;
  socket.destroy();
  await once(socket, "close");
  await waitFor(() => isOver() && log.length > 0);
  assert.deepEqual(
    log.filter(({ level, msg }) => level > 30 || msg === "the client disconnected").map(({ msg }) => msg),
    ["the client disconnected"],
  );
});

test("a client that has only ended its half of the connection still gets its reply", async (t) => {
  const abort = new AbortController();
  abort.abort();
  const { port } = await serve(t, abort);
  const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  socket.on("data", (data) => (text += data.toString()));
  socket.end("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "close");
  assert.match(text, /^HTTP\/1\.1 500 /);
});

test("a statement that is cancelled although its client waits is a fault", async (t) => {
  const abort = new AbortController();
  const { port, log, begun } = await serve(t, abort);
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await begun;
  abort.abort();
  assert.equal((await answer).status, 500);
  assert.deepEqual(
    log.filter(({ level }) => level > 30).map(({ msg }) => msg),
    ["internal"],
  );
});
