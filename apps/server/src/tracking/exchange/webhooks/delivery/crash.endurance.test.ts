import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { killRounds } from "#test/processes/kill-rounds.ts";
import { nodeName, nodeTimings } from "#test/processes/node-timings.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";
import { fanOut } from "./fan-out.ts";
import { defaultPending } from "#tracking/exchange/webhooks/pending-limits.ts";
import { defaultSlots } from "./limits.ts";
import { Endpoints } from "./endpoints.ts";
import { wants } from "#tracking/exchange/event-catalogue/event-payload.ts";
import {
  listDeliveries,
  type Received,
  receiver,
  register,
  untilAllSent,
  untilStatus,
} from "#test/deliveries/sending.ts";
import { startTestSender, type TestSenderOptions } from "#test/deliveries/start-test-sender.ts";

async function silent(): Promise<{ database: TestDatabase; caller: Caller }> {
  const database = await createDatabase();
  const { newOrganization } = await newTestApp({ db: database.db });
  return { database, caller: await newOrganization() };
}

const events = { events: ["client.created"] };

test("a node that is lost between commit and fan-out loses nothing", async (t) => {
  const { database, caller } = await silent();
  const hook = await receiver(t);
  const endpoint = await register(caller, hook.url, events);
  await caller.post("/v1/clients", { name: "A" });
  assert.deepEqual(await listDeliveries(caller, endpoint), []);
  t.after(startTestSender(database.db, {}).stop);
  await untilStatus(caller, endpoint, "delivered");
  assert.equal(hook.received.length, 1);
});

test("a node that is lost between claim and send is replaced when its lease ends, and not before", async (t) => {
  const { database, caller } = await silent();
  const hook = await receiver(t);
  const endpoint = await register(caller, hook.url, events);
  await caller.post("/v1/clients", { name: "A" });
  const startedAt = Date.now();
  const lost = { nodeId: "lost", leaseMs: 600, firstWaitMs: 0, share: free, ...usual };
  assert.equal((await fanOut(database.db, lost)).claims.length, 1);
  t.after(startTestSender(database.db, {}).stop);
  const { attempts } = await untilStatus(caller, endpoint, "delivered");
  assert.deepEqual(
    hook.received.map(({ attempt }) => attempt),
    [2],
  );
  assert.ok((hook.received[0]?.atMs ?? 0) - startedAt >= 590);
  assert.deepEqual(
    attempts.map(({ status, error }) => [status, error]),
    [
      [null, "interrupted: the server stopped unexpectedly"],
      [200, null],
    ],
  );
});

test("a fan-out that is rolled back leaves the queue as it was, and two at once share it", async (t) => {
  const { database, caller } = await silent();
  const hook = await receiver(t);
  await register(caller, hook.url, events);
  for (let at = 0; at < 130; at++) await caller.post("/v1/clients", { name: `Client ${at}` });
  const lease = { nodeId: "one", leaseMs: 60_000, firstWaitMs: 0, share: () => new Map(), ...usual };
  const broken = () => {
    throw new Error("broken");
  };
  await assert.rejects(fanOut(database.db, { ...lease, share: broken }), /broken/);
  const rounds = await Promise.all([1, 2, 3, 4].map(() => fanOut(database.db, lease)));
  const last = await fanOut(database.db, lease);
  const taken = [...rounds, last].reduce((sum, round) => sum + round.taken, 0);
  assert.ok(taken >= 130);
  const [counts] = await database.db.query<{ all: number; different: number; queued: number }>(sql`
    select count(*) as all, count(distinct change_id) as different, (select count(*) from event_queue where org_id = ${caller.orgId}) as queued
      from deliveries where org_id = ${caller.orgId}`);
  assert.deepEqual(counts, { all: 130, different: 130, queued: 0 });
});

test("an event that a replay has queued already gets no second delivery, and the other events get theirs", async (t) => {
  const { database, caller } = await silent();
  const hook = await receiver(t);
  const endpoint = await register(caller, hook.url, events);
  await caller.post("/v1/clients", { name: "A" });
  // Simulates a replay that began before the event was queued, so a delivery for it already exists.
  await database.db.query(sql`
    insert into deliveries (org_id, id, webhook_id, change_id, type, next_attempt_at)
    select org_id, 'dlv_replayed', ${endpoint.id}, id, action, now() from changes
     where org_id = ${caller.orgId} and action = 'client.created'`);
  await caller.post("/v1/clients", { name: "B" });
  const { claims } = await fanOut(database.db, {
    nodeId: "one",
    leaseMs: 60_000,
    firstWaitMs: 0,
    share: free,
    ...usual,
  });
  assert.equal(claims.length, 1);
  const rows = await database.db.query<{ attempts: number }>(
    sql`select attempts from deliveries where org_id = ${caller.orgId} and type = 'client.created' order by attempts`,
  );
  assert.deepEqual(rows, [{ attempts: 0 }, { attempts: 1 }]);
});

const usual = { pending: defaultPending, events: { wants } };
const endpoints = new Endpoints<never>({ ...defaultSlots, waitingPerWebhook: 0 });
const free: typeof endpoints.share = (asking) => endpoints.share(asking);

interface Node {
  process: ChildProcess;
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

async function startNode(
  t: TestContext,
  { connection }: TestDatabase,
  options: Pick<TestSenderOptions, "timings" | "egressOptions"> = {},
): Promise<Node> {
  const file = fileURLToPath(import.meta.resolve("#test/processes/sending-node.ts"));
  const child = spawn(process.execPath, [file, JSON.stringify(connection), JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const kill = async (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    await ended;
  };
  t.after(() => kill("SIGKILL"));
  await once(child.stdout, "data");
  return { process: child, kill };
}

/** Asserts that each attempt for each event arrived at most once. */
function assertNoAttemptTwice(received: readonly Received[]): void {
  const seen = new Set<string>();
  for (const { id, attempt } of received) {
    assert.ok(!seen.has(`${id} ${attempt}`), `attempt ${attempt} of ${id} was made twice`);
    seen.add(`${id} ${attempt}`);
  }
}

async function assertAllArrived(db: DatabasePool, caller: Caller, received: readonly Received[]): Promise<number> {
  const changes = await db.query<{ id: string }>(sql`
    select id from changes where org_id = ${caller.orgId} and action = 'client.created'`);
  const arrived = new Set(received.map(({ id }) => id));
  assert.deepEqual(
    changes.filter(({ id }) => !arrived.has(id)),
    [],
  );
  return changes.length;
}

test("two nodes share the work; whenever one is killed in the middle of it, nothing is lost", async (t) => {
  const { database, caller } = await silent();
  // With slow responses, a kill interrupts requests in progress; with fast ones, a kill loses unwritten results.
  const hook = await receiver(t, (response, _request, number) =>
    setTimeout(() => response.end("ok"), number % 3 === 0 ? 100 : 0),
  );
  await register(caller, hook.url, events);
  let isWriting = true;
  const write = async () => {
    for (let at = 0; isWriting; at++) {
      assert.equal((await caller.post("/v1/clients", { name: `Client ${at}` })).status, 201);
      // Waits for the nodes, so that there is always work in progress, but never more than they can handle.
      await hook.until(at - 60);
    }
  };
  t.after(startTestSender(database.db, nodeTimings).stop);
  const writing = write();
  for (let round = 0; round < killRounds; round++) {
    const victim = await startNode(t, database);
    const before = hook.received.length;
    await hook.until(before + 20 + 7 * (round % 10));
    await victim.kill("SIGKILL");
  }
  isWriting = false;
  await writing;
  await untilAllSent(database.db);
  assertNoAttemptTwice(hook.received);
  const count = await assertAllArrived(database.db, caller, hook.received);
  t.diagnostic(`${killRounds} kills: ${count} events, ${hook.received.length} requests`);
});

// The lease outlasts the test, so only a dead node's silence can reveal that it is dead.
const untilSilent = { timings: { leaseMs: 600_000, silentMs: 1_000 } };

test("a node killed between the reply and its record sends again under the next number", async (t) => {
  const { database, caller } = await silent();
  const victim = await startNode(t, database, { ...untilSilent, egressOptions: { timeoutMs: 60_000 } });
  const waiting = Promise.withResolvers<ServerResponse>();
  const hook = await receiver(t, (response, _request, number) =>
    number === 1 ? waiting.resolve(response) : response.end("ok"),
  );
  const endpoint = await register(caller, hook.url, events);
  await caller.post("/v1/clients", { name: "A" });
  const response = await waiting.promise;
  // Locks the delivery, so that the node cannot record the response before it is killed.
  const lock = await hold(database.db, sql`select from deliveries where org_id = ${caller.orgId} for update`);
  response.end("ok");
  await once(response, "finish");
  await victim.kill("SIGKILL");
  await waitFor(async () => {
    const left = sql`select from pg_stat_activity where datname = current_database() and application_name = ${nodeName}`;
    return (await database.db.query(left)).length === 0;
  });
  await lock.rollback();
  t.after(startTestSender(database.db, untilSilent).stop);
  const { attempts } = await untilStatus(caller, endpoint, "delivered");
  const [first, second] = hook.received;
  assert.deepEqual([first?.attempt, second?.attempt, attempts.length], [1, 2, 2]);
  assert.equal(first?.id, second?.id);
});

test("a node that is told to stop releases its attempts, and another one claims them at once", async (t) => {
  const { database, caller } = await silent();
  const hook = await receiver(t, (response, { attempt }) => (attempt === 1 ? undefined : response.end("ok")));
  const endpoint = await register(caller, hook.url, events);
  const first = startTestSender(database.db, {
    timings: { pollMs: 30, leaseMs: 60_000, graceMs: 100 },
    egressOptions: { timeoutMs: 30_000 },
  });
  await caller.post("/v1/clients", { name: "A" });
  await hook.until(1);
  await first.stop();
  t.after(startTestSender(database.db, {}).stop);
  const { attempts } = await untilStatus(caller, endpoint, "delivered");
  assert.deepEqual(
    attempts.map(({ status, error }) => [status, error]),
    [
      [null, "interrupted: the server was stopped"],
      [200, null],
    ],
  );
});

test("a killed node's attempts are taken over by another one long before their lease ends", async (t) => {
  const { database, caller } = await silent();
  const victim = await startNode(t, database, untilSilent);
  const hook = await receiver(t, (response, { attempt }) => (attempt === 1 ? undefined : response.end("ok")));
  const endpoint = await register(caller, hook.url, events);
  await caller.post("/v1/clients", { name: "A" });
  await hook.until(1);
  t.after(startTestSender(database.db, untilSilent).stop);
  await victim.kill("SIGKILL");
  const { attempts } = await untilStatus(caller, endpoint, "delivered");
  assert.deepEqual(
    hook.received.map(({ attempt }) => attempt),
    [1, 2],
  );
  assert.deepEqual(
    attempts.map(({ status, error }) => [status, error]),
    [
      [null, "interrupted: the server stopped unexpectedly"],
      [200, null],
    ],
  );
});
