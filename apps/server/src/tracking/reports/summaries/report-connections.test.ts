import assert from "node:assert/strict";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { after, test } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";

const reports = [
  "/v1/reports/summary",
  "/v1/reports/summary?format=csv",
  "/v1/reports/costs",
  "/v1/reports/costs?format=xlsx",
];
const open: DatabasePool[] = [];
after(() => Promise.all(open.map((pool) => pool.end())));

/** An app with a separate database, so that `lock` blocks only its own reports. */
async function ownApp(statementTimeoutMs: number) {
  const { db, connection } = await createDatabase();
  const pool = openPool({ connection, poolSize: 3, applicationName: "stint-reports", statementTimeoutMs });
  open.push(pool);
  const world = await newTestApp({ db, reports: pool });
  const owner = await world.newOrganization();
  await newEntry(owner, await newProject(owner));
  const lock = () => hold(db, sql`lock table time_sums in access exclusive mode`);
  return { ...world, owner, lock };
}

function leave(port: number, path: string, { apiKey }: Caller): net.Socket {
  const socket = net.connect({ port, host: "127.0.0.1" });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`);
  return socket;
}

test("a client that goes away ends its report in the database", async () => {
  const { app, db, owner, lock } = await ownApp(15_000);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const running = async () =>
    (
      await db.query(sql`
        select pid from pg_stat_activity
         where datname = current_database() and application_name = 'stint-reports' and state = 'active'`)
    ).length;
  const held = await lock();
  for (const path of reports) {
    const socket = leave(port, path, owner);
    await held.untilItBlocks(1);
    assert.equal(await running(), 1, path);
    socket.destroy();
    await once(socket, "close");
    await waitFor(async () => (await running()) === 0);
  }
  await held.rollback();
  // The failed reports must have released their connections.
  for (const path of reports) assert.equal((await owner.get(path)).status, 200);
});

test("a report that takes too long is stopped with a 503, even as a table, and others continue", async () => {
  const { owner, lock } = await ownApp(150);
  const held = await lock();
  for (const path of reports) {
    const answer = await owner.get(path);
    assertProblem(answer, 503, "timeout");
    assert.equal(answer.headers["retry-after"], "1");
    assert.match(answer.json.detail, /request less/);
    assert.equal(answer.headers["content-disposition"], undefined);
  }
  await held.rollback();
  // Retries, because a report may exceed the time limit on a busy machine.
  for (const path of reports) await waitFor(async () => (await owner.get(path)).status === 200);
});

test("reports that wait for connections delay nobody else", async () => {
  const { owner, lock } = await ownApp(15_000);
  const held = await lock();
  const waiting = Array.from({ length: 4 }, () => owner.get("/v1/reports/summary"));
  await held.untilItBlocks(2);
  assert.equal((await owner.get("/v1/time-entries")).status, 200);
  await held.rollback();
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    [200, 200, 200, 200],
  );
});
