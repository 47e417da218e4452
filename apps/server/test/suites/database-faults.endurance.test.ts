import assert from "node:assert/strict";
import { test } from "node:test";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { startProxy } from "#test/databases/database-proxy.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { countStored, type FaultyWorld, faultyWorld, type Reply } from "#test/databases/faulty-database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import type { Caller, Json } from "#test/worlds/test-app.ts";

interface Mutation {
  send: (world: FaultyWorld, caller: Caller, thing: Json) => Promise<Reply | undefined>;
  /** Counts how often the change was completed. */
  count: (world: FaultyWorld, caller: Caller, thing: Json) => Promise<number>;
}

const entry = ({ projectId, taskId }: Json) => entryBody({ projectId, taskId }, { description: "marked" });

async function countEntries(world: FaultyWorld, caller: Caller): Promise<number> {
  const { entries, changes } = await countStored(world, caller.orgId, "marked");
  assert.equal(entries, changes);
  return entries;
}

async function countChanges({ truth }: FaultyWorld, orgId: string, action: string): Promise<number> {
  return (await truth.query(sql`select 1 from changes where org_id = ${orgId} and action = ${action}`)).length;
}

/** Changes that run in a transaction. `thing` is a project with a task and an entry. */
const transactions: Record<string, Mutation> = {
  "a batch": {
    send: ({ request }, caller, thing) =>
      request(caller, "POST", "/v1/time-entries/batch", { entries: [entry(thing)] }),
    count: countEntries,
  },
  "an entry with Idempotency-Key": {
    send: ({ request }, caller, thing) =>
      request(caller, "POST", "/v1/time-entries", entry(thing), { "idempotency-key": "once" }),
    count: countEntries,
  },
  "a client": {
    send: ({ request }, caller) => request(caller, "POST", "/v1/clients", { name: "marked" }),
    count: (world, { orgId }) => countChanges(world, orgId, "client.created"),
  },
  "a change of a project": {
    send: ({ request }, caller, { projectId }) =>
      request(caller, "PATCH", `/v1/projects/${projectId}`, { name: "marked" }),
    count: (world, { orgId }) => countChanges(world, orgId, "project.updated"),
  },
  "a deletion": {
    send: ({ request }, caller, { id }) => request(caller, "DELETE", `/v1/time-entries/${id}`),
    count: (world, { orgId }) => countChanges(world, orgId, "time_entry.deleted"),
  },
  "a start of the timer": {
    send: ({ request }, caller, { projectId }) => request(caller, "POST", "/v1/timer", { projectId }),
    count: (world, { orgId }) => countChanges(world, orgId, "timer.started"),
  },
};

/** Creating a single entry is one SQL statement, without BEGIN and COMMIT. */
const alone: Mutation = {
  send: ({ request }, caller, thing) => request(caller, "POST", "/v1/time-entries", entry(thing)),
  count: countEntries,
};

async function prepare(world: FaultyWorld): Promise<{ caller: Caller; thing: Json }> {
  const caller = await world.newOrganization();
  const where = await newProject(caller);
  return { caller, thing: { ...where, ...(await newEntry(caller, where)) } };
}

test("a connection lost before COMMIT arrives is a 503, and nothing was changed", async (t) => {
  const world = await faultyWorld(t);
  for (const [name, { send, count }] of Object.entries(transactions)) {
    const { caller, thing } = await prepare(world);
    const cut = world.proxy.cutAt("commit\0", "before");
    const reply = await send(world, caller, thing);
    await cut;
    assert.equal(reply?.status, 503, name);
    assert.equal(reply.json.code, "unavailable");
    assert.match(reply.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    assert.equal(await count(world, caller, thing), 0, name);
    assert.ok(((await send(world, caller, thing))?.status ?? 0) < 300, `${name} succeeds when it is repeated`);
    assert.equal(await count(world, caller, thing), 1, name);
  }
});

test("a COMMIT whose result is lost is looked up, and the reply is a success", async (t) => {
  const world = await faultyWorld(t);
  for (const [name, { send, count }] of Object.entries(transactions)) {
    const { caller, thing } = await prepare(world);
    const cut = world.proxy.cutAt("commit\0", "after");
    const reply = await send(world, caller, thing);
    await cut;
    assert.ok(reply !== undefined && reply.status < 300, `${name} ${JSON.stringify(reply?.json)}`);
    assert.equal(await count(world, caller, thing), 1, name);
  }
});

test("a single create whose connection is lost before or after the statement is stored once and confirmed", async (t) => {
  const world = await faultyWorld(t);
  for (const when of ["before", "after"] as const) {
    const { caller, thing } = await prepare(world);
    const cut = world.proxy.cutAt("marked", when);
    const reply = await alone.send(world, caller, thing);
    await cut;
    assert.equal(reply?.status, 201, when);
    assert.equal(await countEntries(world, caller), 1, when);
    const [row] = await world.truth.query<{ id: string }>(
      sql`select id from time_entries where org_id = ${caller.orgId} and description = 'marked'`,
    );
    assert.equal(reply.json.id, row?.id);
  }
});

test("a lost single create that has since become invalid reports why, even for a reference in use", async (t) => {
  const world = await faultyWorld(t);
  const { caller, thing } = await prepare(world);
  const { projectId, taskId } = thing;
  await newEntry(caller, { projectId, taskId }, { externalRef: "taken" });
  for (const [body, status] of [
    [{ ...entry(thing), externalRef: "taken" }, 409],
    [{ ...entry(thing), taskId: "task_0" }, 404],
    [{ ...entry(thing), externalRef: "free" }, 201],
  ] as const) {
    const cut = world.proxy.cutAt("marked", "after");
    const reply = await world.request(caller, "POST", "/v1/time-entries", body);
    await cut;
    assert.equal(reply?.status, status, JSON.stringify(reply?.json));
  }
  assert.equal(await countEntries(world, caller), 1);
});

test("if the outcome of a COMMIT cannot be determined, the connection is closed without a reply", async (t) => {
  const world = await faultyWorld(t, { resolveCommitMs: 200 });
  const { proxy } = world;
  for (const [name, { send, count }] of Object.entries({ ...transactions, "an entry": alone })) {
    const { caller, thing } = await prepare(world);
    const cut = proxy.cutAt(name === "an entry" ? "marked" : "commit\0", "after").then(() => (proxy.isDown = true));
    const reply = await send(world, caller, thing);
    await cut;
    assert.equal(reply, undefined, `${name} ${JSON.stringify(reply?.json)}`);
    assert.equal(await count(world, caller, thing), 1, name);
    proxy.isDown = false;
    if (name !== "an entry with Idempotency-Key") continue;
    const again = await waitForReply(() => send(world, caller, thing));
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal(await count(world, caller, thing), 1);
  }
});

/** Sends the request until the reply is not a 503. The status is 503 while the pool still contains dead connections. */
async function waitForReply(send: () => Promise<Reply | undefined>): Promise<Reply> {
  let reply: Reply | undefined;
  await waitFor(async () => {
    reply = await send();
    return reply !== undefined && reply.status !== 503;
  });
  assert.ok(reply !== undefined);
  return reply;
}

test("while the database is down every operation is a 503 with Retry-After; afterwards all is well", async (t) => {
  const world = await faultyWorld(t);
  const { proxy, request } = world;
  const { caller, thing } = await prepare(world);
  proxy.isDown = true;
  proxy.cutAll();
  for (const mutation of [...Object.values(transactions), alone]) {
    const reply = await mutation.send(world, caller, thing);
    assert.equal(reply?.status, 503);
    assert.equal(reply.json.code, "unavailable");
    assert.equal(reply.headers.get("content-type"), "application/problem+json");
    assert.match(reply.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    assert.equal(await mutation.count(world, caller, thing), 0);
  }
  assert.equal((await request(caller, "GET", "/v1/time-entries"))?.status, 503);
  assert.equal((await request(caller, "GET", "/healthz"))?.status, 200);

  proxy.isDown = false;
  for (const mutation of [...Object.values(transactions), alone]) {
    assert.ok((await waitForReply(() => mutation.send(world, caller, thing))).status < 300);
  }
});

/**
 * Makes the next `times` inserts into the table fail with this error code. Counts the inserts with a sequence, because
 * a rollback does not reset it.
 */
async function failInserts({ truth }: FaultyWorld, table: string, code: string, times: number): Promise<void> {
  await truth.query(sql`drop sequence if exists failures cascade`);
  await truth.query(sql`create sequence failures`);
  await truth.query(sql`drop trigger if exists failing on ${raw(table)}`);
  await truth.query(
    sql`create or replace function fail() returns trigger language plpgsql as ${raw(`$$
      begin
        if nextval('failures') <= ${times} then raise exception 'on purpose' using errcode = '${code}'; end if;
        return new;
      end $$`)}`,
  );
  await truth.query(sql`create trigger failing before insert on ${raw(table)} for each row execute function fail()`);
}

test("serialization failures and deadlocks are retried, and become a 503 if they persist", async (t) => {
  const world = await faultyWorld(t);
  const { caller, thing } = await prepare(world);
  for (const code of ["40001", "40P01"]) {
    for (const [mutation, times] of [
      [transactions["a client"], 3],
      [alone, 1],
    ] as const) {
      assert.ok(mutation !== undefined);
      const before = await mutation.count(world, caller, thing);
      await failInserts(world, "changes", code, times);
      assert.equal((await mutation.send(world, caller, thing))?.status, 201, code);
      assert.equal(await mutation.count(world, caller, thing), before + 1);

      await failInserts(world, "changes", code, 1_000);
      const refused = await mutation.send(world, caller, thing);
      assert.equal(refused?.status, 503);
      assert.equal(refused.headers.get("retry-after"), "1");
      assert.equal(await mutation.count(world, caller, thing), before + 1);
    }
  }
});

test("two transactions that wait for each other both succeed in the end", async (t) => {
  const { db } = await createDatabase();
  await db.query(sql`create table counters (id integer primary key, value integer not null)`);
  await db.query(sql`insert into counters values (1, 0), (2, 0)`);
  let arrived = 0;
  let runs = 0;
  const raise = (first: number, second: number) =>
    db.transaction(async (tx) => {
      runs++;
      await tx.query(sql`set local deadlock_timeout = '10ms'`);
      await tx.query(sql`update counters set value = value + 1 where id = ${first}`);
      arrived++;
      await waitFor(() => arrived >= 2);
      await tx.query(sql`update counters set value = value + 1 where id = ${second}`);
    });
  await Promise.all([raise(1, 2), raise(2, 1)]);
  assert.equal(runs, 3);
  assert.deepEqual(await db.query(sql`select value from counters order by id`), [{ value: 2 }, { value: 2 }]);
  t.diagnostic(`${runs} runs`);
});

test("a connection that dies while it changes hands does not end the process", async (t) => {
  const { connection } = await createDatabase({ migrated: false });
  const proxy = await startProxy(t, connection);
  const db: DatabasePool = openPool({ connection: proxy.connection, poolSize: 1, applicationName: "stint-test" });
  const fields = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0");
  const fatal = Buffer.concat([Buffer.from("E\0\0\0"), Buffer.from([fields.length + 4]), fields]);
  // Send the fatal error in the same packet as the first reply. It is then read when the connection already belongs to
  // the next request, which has not sent anything yet.
  proxy.rewrite = (bytes) => (bytes.includes("marked") ? Buffer.concat([bytes, fatal]) : bytes);
  const [first, second] = await Promise.allSettled([
    db.query(sql`select 'marked' as text`),
    db.transaction((tx) => tx.query(sql`select 'second' as text`)),
  ]);
  assert.equal(first.status, "fulfilled");
  assert.equal(second.status, "rejected");
  assert.deepEqual(await db.query(sql`select 'third' as text`), [{ text: "third" }]);
  await db.end();
});
