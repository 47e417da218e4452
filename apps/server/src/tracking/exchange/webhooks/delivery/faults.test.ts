import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test, type TestContext } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { deleteOldDeliveries } from "#tracking/exchange/webhooks/log/queries.ts";
import { startTestSender } from "#test/deliveries/start-test-sender.ts";
import { listDeliveries, receiver, register, sending, untilAllSent, untilStatus } from "#test/deliveries/sending.ts";

const events = { events: ["client.created"] };

test("an endpoint that never replies delays nobody else, and occupies no more than its share", async (t) => {
  const limits = {
    most: 100,
    firsts: 0,
    perWebhook: 4,
    perFailingWebhook: 2,
    perOrganization: 400,
    waitingPerWebhook: 0,
  };
  const { newOrganization, sender } = await sending(t, { limits, scheduleMs: [0, 60_000] });
  const caller = await newOrganization();
  const unanswered: ServerResponse[] = [];
  const hanging = await receiver(t, (response) => void unanswered.push(response));
  const healthy = await receiver(t);
  await register(caller, hanging.url, events);
  await register(caller, healthy.url, events);
  for (let at = 0; at < 40; at++) await caller.post("/v1/clients", { name: `Client ${at}` });
  await healthy.until(40);
  assert.equal(unanswered.length, 4);
  // Answers the attempts that began before the first failure was recorded, so that only the two allowed ones remain.
  await waitFor(() => {
    if (unanswered.length > 2) for (const response of unanswered.splice(0)) response.writeHead(500).end();
    return unanswered.length === 2 && sender.underWay() === 2;
  });
  assert.ok(hanging.received.length <= 16, `${hanging.received.length} requests`);
});

test("an endpoint deleted during an attempt receives nothing more, and nothing breaks", async (t) => {
  const { db, newOrganization, sender, errors } = await sending(t);
  const caller = await newOrganization();
  const { promise: asked, resolve: ask } = Promise.withResolvers<ServerResponse>();
  const hook = await receiver(t, ask);
  const endpoint = await register(caller, hook.url, events);
  await caller.post("/v1/clients", { name: "A" });
  await hook.until(1);
  assert.equal((await caller.delete(`/v1/webhooks/${endpoint.id}`)).status, 204);
  (await asked).writeHead(500).end();
  await waitFor(() => sender.underWay() === 0);
  assert.equal(hook.received.length, 1);
  assert.deepEqual(errors, []);
  const rows = await db.query(sql`select id from deliveries where org_id = ${caller.orgId}`);
  assert.deepEqual(rows, []);
});

test("deleting an endpoint with queued deliveries deletes them, and no other endpoint's", async (t) => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const caller = await newOrganization();
  const hook = await receiver(t);
  const [endpoint, other] = [await register(caller, hook.url, events), await register(caller, hook.url, events)];
  // Locks the endpoints and inserts deliveries, as a fan-out does.
  const queueing = await hold(
    db,
    sql`with endpoint as (select org_id, id from webhooks where org_id = ${caller.orgId} for share)
        insert into deliveries (org_id, id, webhook_id, change_id, type, next_attempt_at)
        select org_id, 'dlv_' || substr(id, 6), id, 'evt_1', 'client.created', now() from endpoint`,
  );
  const deleting = caller.delete(`/v1/webhooks/${endpoint.id}`);
  await queueing.untilItBlocks(1);
  await queueing.commit();
  assert.equal((await deleting).status, 204);
  const left = await db.query(sql`select webhook_id from deliveries where org_id = ${caller.orgId}`);
  assert.deepEqual(left, [{ webhook_id: other.id }]);
});

for (const [status, becomes] of [
  [500, "cancelled"],
  [200, "delivered"],
] as const) {
  test(`an endpoint disabled during an attempt: a reply of ${status} leaves the delivery ${becomes}`, async (t) => {
    const { db, newOrganization } = await sending(t);
    const caller = await newOrganization();
    const { promise: asked, resolve: ask } = Promise.withResolvers<ServerResponse>();
    const hook = await receiver(t, ask);
    const endpoint = await register(caller, hook.url, events);
    await caller.post("/v1/clients", { name: "A" });
    await hook.until(1);
    await caller.patch(`/v1/webhooks/${endpoint.id}`, { status: "disabled" });
    (await asked).writeHead(status).end();
    await waitFor(async () => (await listDeliveries(caller, endpoint))[0]?.attempts.length === 1);
    const [delivery] = await listDeliveries(caller, endpoint);
    assert.equal(delivery?.status, becomes);
    await untilAllSent(db);
    assert.equal(hook.received.length, 1);
  });
}

test("a private address is refused if not allowed, and the log states the setting", async (t) => {
  const { newOrganization } = await sending(t, { scheduleMs: [0], egressOptions: { allowPrivate: false } });
  const caller = await newOrganization();
  const hook = await receiver(t);
  const endpoint = await register(caller, hook.url, events);
  await caller.post("/v1/clients", { name: "A" });
  const { attempts } = await untilStatus(caller, endpoint, "failed");
  assert.match(attempts[0]?.error ?? "", /WEBHOOK_ALLOW_PRIVATE=true/);
  assert.equal(hook.received.length, 0);
});

test("a secret that cannot be opened affects only its endpoint", async (t) => {
  const { db, newOrganization } = await sending(t, { scheduleMs: [0] });
  const caller = await newOrganization();
  const [broken, healthy] = [await receiver(t), await receiver(t)];
  const endpoint = await register(caller, broken.url, events);
  await register(caller, healthy.url, events);
  await db.query(sql`
    update webhooks set secret_sealed = 'x' where org_id = ${caller.orgId} and id = ${endpoint.id}`);
  await caller.post("/v1/clients", { name: "A" });
  await healthy.until(1);
  const { attempts } = await untilStatus(caller, endpoint, "failed");
  assert.match(attempts[0]?.error ?? "", /encrypted/);
  assert.equal(broken.received.length, 0);
});

test("many events for many endpoints all arrive, each once", async (t) => {
  const { db, newOrganization, startAnother } = await sending(t);
  startAnother();
  const caller = await newOrganization();
  const hooks = await Promise.all(Array.from({ length: 3 }, () => receiver(t)));
  for (const hook of hooks) await register(caller, hook.url, events);
  // Each writer sends one request at a time, because more would be refused on a busy machine.
  const write = async (writer: number) => {
    for (let at = 0; at < 15; at++)
      assert.equal((await caller.post("/v1/clients", { name: `Client ${writer} ${at}` })).status, 201);
  };
  await Promise.all(Array.from({ length: 4 }, (_, writer) => write(writer)));
  await untilAllSent(db);
  for (const { received } of hooks) {
    assert.equal(received.length, 60);
    assert.equal(new Set(received.map(({ id }) => id)).size, 60);
  }
});

test("old deliveries are deleted with their attempts, in blocks; unsent ones stay", async (t) => {
  const { db, newOrganization } = await sending(t, { scheduleMs: [0, 60_000] });
  const caller = await newOrganization();
  const hook = await receiver(t, (response, _request, number) => response.writeHead(number > 3 ? 500 : 200).end());
  const endpoint = await register(caller, hook.url, events);
  for (const name of ["A", "B", "C", "D"]) {
    await caller.post("/v1/clients", { name });
    await hook.until(name.charCodeAt(0) - 64);
  }
  await waitFor(async () => (await listDeliveries(caller, endpoint)).every(({ attempts }) => attempts.length === 1));
  const before = new Date(Date.now() + 1000).toISOString();
  const counts = [2, 2, 2].map(() => deleteOldDeliveries(db, caller.orgId, before, 2));
  const deleted = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  assert.equal(deleted, 3);
  assert.deepEqual(
    (await listDeliveries(caller, endpoint)).map(({ status }) => status),
    ["pending"],
  );
  const attempts = await db.query(sql`select number from delivery_attempts where org_id = ${caller.orgId}`);
  assert.equal(attempts.length, 1);
});

/** An event that is queued for an endpoint, and a sender whose rounds call `atRound` before they fan out. */
async function queued(t: TestContext, atRound: () => Promise<void>, pollMs = 3_600_000) {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const caller = await newOrganization();
  const hook = await receiver(t);
  await register(caller, hook.url, events);
  await caller.post("/v1/clients", { name: "A" });
  const transaction: DatabasePool["transaction"] = async (run) => {
    await atRound();
    return db.transaction(run);
  };
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const sender = startTestSender({ ...db, transaction }, { onError, timings: { pollMs } });
  t.after(sender.stop);
  return { db, caller, hook, sender, errors };
}

test("a round that fails is reported, and the next poll sends what it would have sent", async (t) => {
  const broken = new Error("no database");
  let rounds = 0;
  const { hook, errors } = await queued(
    t,
    async () => {
      if (++rounds === 1) throw broken;
    },
    50,
  );
  await hook.until(1);
  assert.deepEqual(errors, [broken]);
});

test("a commit during a round starts another one", async (t) => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { caller, hook, sender } = await queued(t, () => (begin(), ended));
  await begun;
  await caller.post("/v1/clients", { name: "B" });
  sender.wake();
  end();
  await hook.until(2);
});

test("a sender that stops ends its round, releases what it claimed and begins no other", async (t) => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let rounds = 0;
  const { db, caller, hook, sender } = await queued(t, () => (rounds++, begin(), ended));
  await begun;
  const stopped = sender.stop();
  sender.wake();
  end();
  await stopped;
  const rows = await db.query(sql`select attempts, locked_by, status from deliveries where org_id = ${caller.orgId}`);
  assert.deepEqual(rows, [{ attempts: 0, locked_by: null, status: "pending" }]);
  assert.deepEqual([hook.received.length, rounds], [0, 1]);
});
