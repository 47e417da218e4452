import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { hold, listBlocked, waitFor } from "#test/databases/hold.ts";
import { type Endpoint, receiver, register, sending, untilAllSent, untilStatus } from "#test/deliveries/sending.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { claimDue, listDueEndpoints } from "./claims.ts";
import { Endpoints } from "./endpoints.ts";

const events = { events: ["time_entry.created", "client.created"] };
const narrow = { ofOrganization: 20, ofEndpoint: { least: 1, most: 8 }, probeMs: 200 };
const slots = { most: 100, firsts: 0, perWebhook: 2, perFailingWebhook: 2, perOrganization: 100, waitingPerWebhook: 0 };

async function createMany(caller: Caller, count: number): Promise<void> {
  const where = await newProject(caller);
  const entries = Array.from({ length: count }, () => entryBody(where));
  assert.equal((await caller.post("/v1/time-entries/batch", { entries })).status, 201);
}

async function maxPending(db: DatabasePool, { orgId }: Caller): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from deliveries where org_id = ${orgId} and status = 'pending' group by webhook_id`);
  return Math.max(0, ...rows.map(({ count }) => count));
}

test("during a flood of events few deliveries of an endpoint are pending, and each event arrives once", async (t) => {
  const { newOrganization, db, startAnother, sender } = await sending(t, { pending: narrow, limits: slots });
  startAnother();
  const caller = await newOrganization();
  const hooks = [await receiver(t), await receiver(t, (response) => setTimeout(() => response.end("ok"), 5))];
  for (const hook of hooks) await register(caller, hook.url, events);
  // Commits last, when catching up has already passed this change's position.
  const late = await hold(
    db,
    sql`insert into changes (org_id, id, action, target_id, object)
        values (${caller.orgId}, 'evt_late', 'client.created', 'client_late', '{"id": "client_late", "name": "Late"}')`,
  );
  await createMany(caller, 40);
  let most = 0;
  await waitFor(async () => {
    most = Math.max(most, await maxPending(db, caller));
    return hooks.every(({ received }) => received.length >= 40);
  });
  await late.commit();
  sender.wake();
  await waitFor(() => hooks.every(({ received }) => received.length >= 41));
  assert.ok(most <= narrow.ofEndpoint.most, `${most} were pending`);
  for (const { received } of hooks) assert.equal(new Set(received.map(({ id }) => id)).size, received.length);
  await waitFor(async () => (await db.query(sql`select 1 from webhooks_behind`)).length === 0);
});

test("a disabled endpoint that was behind receives nothing more when it is enabled, until a replay", async (t) => {
  const { newOrganization, db } = await sending(t, { pending: narrow, limits: slots });
  const caller = await newOrganization();
  let isDead = true;
  const hook = await receiver(t, (response) => response.writeHead(isDead ? 500 : 200).end());
  const endpoint = await register(caller, hook.url, events);
  await createMany(caller, 40);
  await waitFor(async () => (await db.query(sql`select 1 from webhooks_behind`)).length === 1);
  await caller.patch(`/v1/webhooks/${endpoint.id}`, { status: "disabled" });
  assert.deepEqual(await db.query(sql`select 1 from webhooks_behind`), []);
  isDead = false;
  await caller.patch(`/v1/webhooks/${endpoint.id}`, { status: "active" });
  const replayed = await caller.post(`/v1/webhooks/${endpoint.id}/replay`, { since: "2020-01-01T00:00:00Z" });
  // Up to two attempts, in progress when the endpoint was disabled, may have arrived since.
  const again = replayed.json.redelivered + replayed.json.missed;
  assert.ok(again >= 40 - slots.perWebhook && again <= 40, replayed.text);
  assert.equal(replayed.json.hasMore, false);
  const delivered = sql`select 1 from deliveries where org_id = ${caller.orgId} and status = 'delivered'`;
  await waitFor(async () => (await db.query(delivered)).length === 40);
});

test("an endpoint that was behind and works again receives new events before its retries are due", async (t) => {
  const { newOrganization, db } = await sending(t, { pending: narrow, limits: slots, scheduleMs: [0, 600_000] });
  const caller = await newOrganization();
  let isDead = true;
  const hook = await receiver(t, (response) => response.writeHead(isDead ? 500 : 200).end());
  await register(caller, hook.url, events);
  await createMany(caller, 30);
  await waitFor(() => hook.received.length >= 10);
  const waiting = await maxPending(db, caller);
  assert.ok(waiting < 30, `${waiting} were pending`);
  isDead = false;
  await waitFor(async () => new Set(hook.received.map(({ id }) => id)).size === 30);
});

test("events of an organization whose endpoint is locked wait, and no others", async (t) => {
  const { newOrganization, db } = await sending(t);
  const [locked, free] = [await newOrganization(), await newOrganization()];
  const [mine, theirs] = [await receiver(t), await receiver(t)];
  const endpoint = await register(locked, mine.url, events);
  await register(free, theirs.url, events);
  const held = await hold(
    db,
    sql`select 1 from webhooks where org_id = ${locked.orgId} and id = ${endpoint.id} for update`,
  );
  await locked.post("/v1/clients", { name: "A" });
  await free.post("/v1/clients", { name: "A" });
  await theirs.until(1);
  await free.post("/v1/clients", { name: "B" });
  await theirs.until(2);
  assert.equal(mine.received.length, 0);
  await held.rollback();
  await mine.until(1);
});

test("results of an organization whose deliveries are locked wait, and no others", async (t) => {
  const { newOrganization, db } = await sending(t, { timings: { pollMs: 100 }, egressOptions: { timeoutMs: 60_000 } });
  const [locked, free] = [await newOrganization(), await newOrganization()];
  const replies: ServerResponse[] = [];
  const [mine, theirs] = [await receiver(t, (response) => replies.push(response)), await receiver(t)];
  const endpoint = await register(locked, mine.url, events);
  const other = await register(free, theirs.url, events);
  await locked.post("/v1/clients", { name: "A" });
  await mine.until(1);
  const held = await hold(db, sql`select 1 from deliveries where org_id = ${locked.orgId} for update`);
  for (const response of replies) response.end("ok");
  await free.post("/v1/clients", { name: "A" });
  await untilStatus(free, other, "delivered");
  await held.rollback();
  const { attempts } = await untilStatus(locked, endpoint, "delivered");
  assert.equal(attempts.length, 1);
});

test("a failing endpoint that is locked occupies no connections of the others, and is marked once it is free", async (t) => {
  const { newOrganization, db } = await sending(t, { scheduleMs: Array.from({ length: 40 }, () => 0) });
  const [locked, free] = [await newOrganization(), await newOrganization()];
  const first = Promise.withResolvers<ServerResponse>();
  const mine = await receiver(t, (response, _request, number) =>
    number === 1 ? first.resolve(response) : response.writeHead(500).end(),
  );
  const theirs = await receiver(t);
  const [endpoint, other] = [await register(locked, mine.url, events), await register(free, theirs.url, events)];
  await locked.post("/v1/clients", { name: "A" });
  const response = await first.promise;
  const held = await hold(
    db,
    sql`select 1 from webhooks where org_id = ${locked.orgId} and id = ${endpoint.id} for update`,
  );
  response.writeHead(500).end();
  let blocked = 0;
  await waitFor(async () => {
    blocked = Math.max(blocked, (await listBlocked(db)).length);
    return mine.received.length === 40;
  });
  await free.post("/v1/clients", { name: "A" });
  await untilStatus(free, other, "delivered");
  assert.ok(blocked <= 1, `${blocked} connections waited for the lock`);
  await held.rollback();
  await waitFor(async () => (await locked.get(`/v1/webhooks/${endpoint.id}`)).json.failingSince !== null);
});

test("the endpoints of an organization share its attempts, and leave room for others", async (t) => {
  const limits = { most: 6, firsts: 0, perWebhook: 2, perFailingWebhook: 2, perOrganization: 4, waitingPerWebhook: 0 };
  const { newOrganization } = await sending(t, { limits, egressOptions: { timeoutMs: 60_000 } });
  const [slow, quick] = [await newOrganization(), await newOrganization()];
  const hanging = await receiver(t, () => undefined);
  const hook = await receiver(t);
  for (let at = 0; at < 5; at++) await register(slow, hanging.url, events);
  await register(quick, hook.url, events);
  for (const name of ["A", "B", "C"]) await slow.post("/v1/clients", { name });
  await hanging.until(4);
  await quick.post("/v1/clients", { name: "A" });
  await hook.until(1);
  assert.equal(hanging.received.length, 4);
});

test("deliveries wait in line for a prompt endpoint, which never gets more requests at a time than allowed", async (t) => {
  const { newOrganization, db, sender } = await sending(t, { limits: { ...slots, waitingPerWebhook: 100 } });
  const caller = await newOrganization();
  let open = 0;
  let most = 0;
  const hook = await receiver(t, (response) => {
    most = Math.max(most, ++open);
    setImmediate(() => {
      open--;
      response.end("ok");
    });
  });
  await register(caller, hook.url, events);
  await createMany(caller, 60);
  const received = await hook.until(60);
  await untilAllSent(db);
  await waitFor(() => sender.underWay() === 0);
  assert.equal(new Set(received.map(({ id }) => id)).size, 60);
  assert.equal(received.length, 60);
  assert.ok(received.every(({ attempt }) => attempt === 1));
  assert.ok(most <= slots.perWebhook, `${most} at a time`);
});

test("claims that waited too long for a slow endpoint are released, and sent later as the same attempt", async (t) => {
  const { newOrganization, db, sender } = await sending(t, {
    limits: { ...slots, waitingPerWebhook: 100 },
    egressOptions: { timeoutMs: 3_600_000 },
  });
  const caller = await newOrganization();
  const unanswered: ServerResponse[] = [];
  let isSlow = true;
  const slow = await receiver(t, (response) => (isSlow ? void unanswered.push(response) : response.end("ok")));
  const prompt = await receiver(t);
  await register(caller, slow.url, events);
  await register(caller, prompt.url, events);
  await createMany(caller, 30);
  await prompt.until(30);
  await waitFor(async () => {
    const [row] = await db.query<{ claimed: number; pending: number }>(sql`
      select count(locked_by) as claimed, count(*) as pending from deliveries
       where org_id = ${caller.orgId} and status = 'pending'`);
    return row?.claimed === slots.perWebhook && row.pending === 30 && sender.underWay() === slots.perWebhook;
  });
  isSlow = false;
  for (const response of unanswered) response.end("ok");
  const received = await slow.until(30);
  await untilAllSent(db);
  assert.equal(new Set(received.map(({ id }) => id)).size, 30);
  assert.ok(received.every(({ attempt }) => attempt === 1));
});

test("while requests share the event loop with long turns, few attempts are in progress", async (t) => {
  let answered = 0;
  let areRequestsSent = true;
  let judged = 0;
  const turns = { longestMs: () => (judged++, 80), stop: () => undefined };
  const servedRequests = () => (areRequestsSent ? ++answered : answered);
  const { newOrganization, sender } = await sending(t, { turns, servedRequests, egressOptions: { timeoutMs: 60_000 } });
  const [slow, quick] = [await newOrganization(), await newOrganization()];
  const hanging = await receiver(t, () => undefined);
  const hook = await receiver(t);
  for (let at = 0; at < 4; at++) await register(slow, hanging.url, events);
  await register(quick, hook.url, events);
  await waitFor(() => judged >= 2);
  await createMany(slow, 10);
  await waitFor(() => sender.underWay() >= 16);
  for (let at = 1; at <= 3; at++) {
    await quick.post("/v1/clients", { name: `Client ${at}` });
    await hook.until(at);
    await waitFor(() => sender.underWay() <= 16);
    assert.equal(hanging.received.length, 16);
  }
  areRequestsSent = false;
  await waitFor(() => sender.underWay() === 32);
});

test("three organizations whose endpoints hang occupy all attempts, and every other one still makes one at a time", async (t) => {
  let answered = 0;
  let judged = 0;
  const turns = { longestMs: () => (judged++, 80), stop: () => undefined };
  const { newOrganization, db, sender } = await sending(t, {
    turns,
    servedRequests: () => ++answered,
    egressOptions: { timeoutMs: 3_600_000 },
  });
  await waitFor(() => judged >= 2);
  const hanging = await receiver(t, () => undefined);
  const hostile = [await newOrganization(), await newOrganization(), await newOrganization()];
  for (const caller of hostile) {
    for (let at = 0; at < 3; at++) await register(caller, hanging.url, events);
    await createMany(caller, 10);
  }
  await waitFor(() => sender.underWay() === 48);
  const quiet = await Promise.all(
    Array.from({ length: 3 }, async () => ({ caller: await newOrganization(), hook: await receiver(t) })),
  );
  for (const { caller, hook } of quiet) {
    await register(caller, hook.url, events);
    await createMany(caller, 3);
  }
  for (const { caller } of quiet) await caller.post("/v1/clients", { name: "A" });
  for (const { hook } of quiet) await hook.until(4);
  await waitFor(async () => (await db.query(sql`select 1 from deliveries where status = 'delivered'`)).length === 12);
  assert.deepEqual([hanging.received.length, sender.underWay()], [48, 48]);
});

test("with fewer attempts than endpoints, the ones with something due get one", async (t) => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const [caller, other] = [await newOrganization(), await newOrganization()];
  const hook = await receiver(t);
  const idle = [];
  for (let at = 0; at < 6; at++) idle.push(await register(caller, hook.url, events));
  const [first, second, third] = idle;
  const theirs = await register(other, hook.url, events);
  const queue = async ({ orgId }: Caller, endpoint: Endpoint | undefined, count: number) => {
    await db.query(sql`
      insert into deliveries (org_id, id, webhook_id, change_id, type, next_attempt_at)
      select ${orgId}, 'dlv_' || uuidv7(), ${endpoint?.id ?? ""}, 'evt_' || uuidv7(), 'client.created',
             -- The column rounds to milliseconds, possibly to a later one.
             now() - interval '1 millisecond'
        from generate_series(1, ${count}::integer)`);
  };
  for (const endpoint of [first, second, third]) await queue(caller, endpoint, 9);
  await queue(other, theirs, 9);
  const endpoints = new Endpoints({ ...slots, perWebhook: 8, perOrganization: 2 });

  for (const due of await listDueEndpoints(db, [], 1_000)) endpoints.noteMore(due);
  const claims = await claimDue(db, endpoints.takeHungry(1_000), { nodeId: "one", leaseMs: 60_000 }, []);

  const counts = Map.groupBy(claims, ({ webhook_id: id }) => id);
  assert.deepEqual(
    [...counts.values()].map(({ length }) => length).toSorted((a, b) => a - b),
    [1, 1, 2],
  );
  assert.equal(counts.get(theirs.id)?.length, 2);
});
