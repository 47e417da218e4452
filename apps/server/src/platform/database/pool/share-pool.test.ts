import assert from "node:assert/strict";
import net from "node:net";
import { after, test } from "node:test";
import { newProject } from "#test/worlds/factories.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { listenOn } from "#test/http/raw-connection.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "./open-pool.ts";

const open: DatabasePool[] = [];
after(() => Promise.all(open.map((pool) => pool.end())));

/** Creates an app with a separate database and pool. */
async function ownApp(poolSize: number) {
  const { db, connection } = await createDatabase();
  const pool = openPool({ connection, poolSize, applicationName: "stint-test-shared" });
  open.push(pool);
  const world = await newTestApp({ db: pool });
  const running = async () =>
    (
      await db.query(sql`
        select pid from pg_stat_activity
         where datname = current_database() and application_name = 'stint-test-shared' and state = 'active'`)
    ).length;
  return { ...world, observer: db, running };
}

/** Sends a request on a separate connection, which the test can close. */
function ask(port: number, { apiKey }: Caller, path: string): net.Socket {
  const socket = net.connect({ port, host: "127.0.0.1" });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`);
  return socket;
}

test("a client that leaves ends the statements of every kind of reading, waiting ones too", async () => {
  const { app, newOrganization, observer, running } = await ownApp(4);
  const owner = await newOrganization();
  const port = await listenOn(app);
  for (const [table, path] of [
    ["time_entries", "/v1/time-entries?q=x"],
    ["projects", "/v1/projects?q=x"],
    ["organizations", "/v1/organization"],
  ] as const) {
    const held = await hold(observer, sql`lock table time_entries, projects, clients in access exclusive mode`);
    if (table === "organizations") await held.query(sql`lock table organizations in access exclusive mode`);
    const sockets = Array.from({ length: 6 }, () => ask(port, owner, path));
    await held.untilItBlocks(3);
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await running()) === 0);
    await held.rollback();
    assert.equal((await owner.get(path)).status, 200);
  }
});

test("writes that hang leave connections to whoever reads", async () => {
  const { newOrganization, observer } = await ownApp(4);
  const callers = await Promise.all(Array.from({ length: 6 }, () => newOrganization()));
  const reader = await newOrganization();
  const where = await Promise.all(callers.map((caller) => newProject(caller)));
  const held = await hold(observer, sql`lock table clients, time_entries in share row exclusive mode`);
  const writing = callers.map((caller) => caller.post("/v1/clients", { name: "Acme" }));
  await held.untilItBlocks(3);
  for (let round = 0; round < 10; round++) assert.equal((await reader.get("/v1/projects")).status, 200);
  await held.rollback();
  assert.deepEqual([...new Set((await Promise.all(writing)).map(({ status }) => status))], [201]);
  assert.equal(where.length, callers.length);
});

test("statements of one organization leave connections to the others, and too many of them are told to wait", async () => {
  const { newOrganization, observer } = await ownApp(4);
  const [hostile, other] = [await newOrganization(), await newOrganization()];
  const held = await hold(observer, sql`lock table time_entries in access exclusive mode`);
  // Three statements run and 64 wait, so the rest are refused.
  const asked = Array.from({ length: 80 }, () => hostile.get("/v1/time-entries"));
  await held.untilItBlocks(3);
  assert.equal((await other.get("/v1/projects")).status, 200);
  await held.rollback();
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.length > 0 && refused.length < 20);
  for (const answer of refused) {
    assertProblem(answer, 503, "unavailable");
    assert.equal(answer.headers["retry-after"], "1");
  }
});
