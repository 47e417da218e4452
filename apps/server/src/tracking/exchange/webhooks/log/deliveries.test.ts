import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newDelivery, newProject, newWebhook } from "#test/worlds/factories.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import { disableWebhook } from "#tracking/exchange/webhooks/management/disable-webhook.ts";

async function setDelivery(orgId: string, id: string, status: "delivered" | "failed" | "cancelled"): Promise<void> {
  const { db } = await testApp();
  await db.query(sql`
    update deliveries set status = ${status}, next_attempt_at = null, attempts = 2, schedule_step = 2, finished_at = now()
     where org_id = ${orgId} and id = ${id}`);
}

/** Empties the queue, as the sender does if there are no endpoints. */
async function emptyQueue(orgId: string): Promise<void> {
  await (await testApp()).db.query(sql`delete from event_queue where org_id = ${orgId}`);
}

async function statuses(caller: Caller, id: string): Promise<string[]> {
  const { data } = (await caller.get(`/v1/webhooks/${id}/deliveries?limit=200`)).json;
  return data.map((delivery: { type: string; status: string }) => `${delivery.type} ${delivery.status}`);
}

test("a test is queued for its endpoint alone, whatever that listens to", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const [id, other] = [
    await newWebhook(owner, { events: ["client.deleted"] }),
    await newWebhook(owner, { events: ["*"] }),
  ];
  const made = await owner.post(`/v1/webhooks/${id}/test`);
  assert.equal(made.status, 201, made.text);
  const { id: deliveryId, eventId, createdAt, nextAttemptAt, ...rest } = made.json;
  assert.match(deliveryId, /^dlv_[0-9a-f]{32}$/);
  assert.deepEqual(rest, { type: "webhook.test", status: "pending", attempts: [] });
  assert.ok(Math.abs(Date.parse(nextAttemptAt) - Date.parse(createdAt)) < 60_000);
  const [change] = await db.query<{ action: string; target_id: string; object: object }>(
    sql`select action, target_id, object from changes where org_id = ${owner.orgId} and id = ${eventId}`,
  );
  assert.deepEqual([change?.action, change?.target_id], ["webhook.test", id]);
  assert.ok(!JSON.stringify(change?.object).includes("sealed"));
  assert.deepEqual(await statuses(owner, id), ["webhook.test pending"]);
  assert.deepEqual(await statuses(owner, other), []);
});

test("deliveries are listed newest first, by page and status, with their attempts", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const { id, deliveryId: first } = await newDelivery(owner);
  const ids = [first];
  for (let at = 0; at < 4; at++) ids.push((await owner.post(`/v1/webhooks/${id}/test`)).json.id);
  await setDelivery(owner.orgId, first, "failed");
  await db.query(sql`
    insert into delivery_attempts (org_id, delivery_id, number, at, duration_ms, status, error, response_body)
    values (${owner.orgId}, ${first}, 2, '2026-03-01T09:00:05Z', 15000, null, 'the receiver took longer than 15 s', null),
           (${owner.orgId}, ${first}, 1, '2026-03-01T09:00:00.25Z', 12, 503, null, 'later')`);
  const path = `/v1/webhooks/${id}/deliveries`;
  const page = await owner.get(`${path}?limit=3`);
  const next = await owner.get(`${path}?limit=3&cursor=${page.json.nextCursor}`);
  const listed = [...page.json.data, ...next.json.data];
  assert.deepEqual(
    listed.map((delivery) => delivery.id),
    ids.toReversed(),
  );
  assert.match(page.headers["link"] ?? "", /rel="next"/);
  assert.deepEqual(listed.at(-1).attempts, [
    { at: "2026-03-01T09:00:00.250Z", durationMs: 12, status: 503, error: null, responseBody: "later" },
    {
      at: "2026-03-01T09:00:05Z",
      durationMs: 15000,
      status: null,
      error: "the receiver took longer than 15 s",
      responseBody: null,
    },
  ]);
  const failed = await owner.get(`${path}?status=failed&status=cancelled`);
  assert.deepEqual(
    failed.json.data.map((delivery: { id: string }) => delivery.id),
    [first],
  );
  assertProblem(await owner.get(`${path}?status=lost`), 422, "validation_failed", ["/status"]);
  assertProblem(await owner.get(`${path}?state=failed`), 422, "unknown_parameter", ["/state"]);
  assertProblem(
    await owner.get(`${path}?limit=3&status=failed&cursor=${page.json.nextCursor}`),
    422,
    "validation_failed",
  );
});

test("a redelivery is the same delivery with its schedule from the beginning, whatever became of it", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const { id, deliveryId } = await newDelivery(owner);
  for (const status of ["delivered", "failed", "cancelled"] as const) {
    await setDelivery(owner.orgId, deliveryId, status);
    const answer = await owner.post(`/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.json.id, answer.json.status], [deliveryId, "pending"]);
    assert.notEqual(answer.json.nextAttemptAt, null);
  }
});

test("a redelivery leaves alone what is being attempted right now", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const { id, deliveryId } = await newDelivery(owner);
  await db.query(sql`
    update deliveries set locked_until = now() + interval '1 minute', locked_by = 'node', schedule_step = 3
     where org_id = ${owner.orgId} and id = ${deliveryId}`);
  assert.equal((await owner.post(`/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`)).status, 200);
  const [row] = await db.query<{ schedule_step: number; locked_by: string }>(
    sql`select schedule_step, locked_by from deliveries where org_id = ${owner.orgId} and id = ${deliveryId}`,
  );
  assert.deepEqual(row, { schedule_step: 3, locked_by: "node" });
});

test("another endpoint's delivery is not found", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const { deliveryId } = await newDelivery(owner);
  const other = await newWebhook(owner);
  assertProblem(await owner.post(`/v1/webhooks/${other}/deliveries/${deliveryId}/redeliver`), 404, "not_found");
});

test("disabling cancels what is pending, enabling begins anew, and nothing is sent meanwhile", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const { id, deliveryId } = await newDelivery(owner);
  const path = `/v1/webhooks/${id}`;
  const disabled = await owner.patch(path, { status: "disabled" });
  const { status, disabledAt, disabledReason, version } = disabled.json;
  assert.deepEqual([status, disabledReason, version], ["disabled", "Disabled by a member.", 2]);
  assert.notEqual(disabledAt, null);
  assert.deepEqual(await statuses(owner, id), ["webhook.test cancelled"]);
  for (const answer of [
    await owner.post(`${path}/test`),
    await owner.post(`${path}/deliveries/${deliveryId}/redeliver`),
    await owner.post(`${path}/replay`, { since: new Date().toISOString() }),
  ]) {
    assertProblem(answer, 409, "webhook_disabled");
  }
  assertProblem(await owner.post(`${path}/deliveries/dlv_unknown/redeliver`), 404, "not_found");
  const enabled = await owner.patch(path, { status: "active" });
  assert.deepEqual([enabled.json.status, enabled.json.disabledAt, enabled.json.disabledReason], ["active", null, null]);
  assert.deepEqual(await statuses(owner, id), ["webhook.test cancelled"]);
});

test("the sender gives up on an endpoint once, with its reason in the audit log", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const { id } = await newDelivery(owner);
  const origin = { orgId: owner.orgId, userId: null, keyId: null, requestId: null };
  const give = () =>
    db.transaction((tx) => disableWebhook(tx, origin, { id, reason: "It answered 410 Gone." }, { now: new Date() }));
  assert.equal((await give())?.status, "disabled");
  assert.equal(await give(), undefined);
  const read = (await owner.get(`/v1/webhooks/${id}`)).json;
  assert.deepEqual([read.status, read.disabledReason], ["disabled", "It answered 410 Gone."]);
  assert.deepEqual(await statuses(owner, id), ["webhook.test cancelled"]);
  const changes = await db.query(sql`
    select user_id, object ->> 'disabled_reason' as reason from changes
     where org_id = ${owner.orgId} and action = 'webhook.disabled'`);
  assert.deepEqual(changes, [{ user_id: null, reason: "It answered 410 Gone." }]);
});

test("deleting takes the deliveries with it", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const { id } = await newDelivery(owner);
  assert.equal((await owner.delete(`/v1/webhooks/${id}`)).status, 204);
  assert.deepEqual(await db.query(sql`select 1 from deliveries where org_id = ${owner.orgId}`), []);
  assertProblem(await owner.delete(`/v1/webhooks/${id}`), 404, "not_found");
  assertProblem(await owner.get(`/v1/webhooks/${id}/deliveries`), 404, "not_found");
});

test("a replay sends what failed again, and what was missed while the endpoint was disabled, once", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  const { id, deliveryId } = await newDelivery(owner);
  const path = `/v1/webhooks/${id}`;
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await owner.patch(path, { events: ["task.created", "task.updated"] });
  await setDelivery(owner.orgId, deliveryId, "failed");
  const untouched = (await owner.post(`${path}/test`)).json.id;
  await setDelivery(owner.orgId, untouched, "delivered");
  await owner.patch(path, { status: "disabled" });
  // While disabled, the endpoint misses both task events; during the second, another endpoint is active. The endpoint
  // is not subscribed to the client event.
  await owner.post(`/v1/projects/${where.projectId}/tasks`, { name: "Missed" });
  await owner.post("/v1/clients", { name: "Acme" });
  const other = await newWebhook(owner);
  await owner.patch(`/v1/tasks/${where.taskId}`, { name: "Renamed" });
  await emptyQueue(owner.orgId);
  await owner.patch(path, { status: "active" });
  // This change is still queued, so the replay leaves it to the fan-out.
  await owner.patch(`/v1/tasks/${where.taskId}`, { name: "Again" });

  const first = await owner.post(`${path}/replay`, { since });
  assert.deepEqual(first.json, { redelivered: 1, missed: 2, hasMore: false });
  assert.deepEqual((await statuses(owner, id)).toSorted(), [
    "task.created pending",
    "task.updated pending",
    "webhook.test delivered",
    "webhook.test pending",
  ]);
  assert.deepEqual(await statuses(owner, other), []);
  assert.deepEqual((await owner.post(`${path}/replay`, { since })).json, { redelivered: 0, missed: 0, hasMore: false });
  const twice = await db.query(sql`
    select change_id from deliveries where org_id = ${owner.orgId} and webhook_id = ${id} group by 1 having count(*) > 1`);
  assert.deepEqual(twice, []);
});

test("a replay of more than a block takes everything, oldest first", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  const id = await newWebhook(owner, { events: ["task.updated"] });
  // All changes have the same instant, so only their ids determine their order across blocks.
  await db.query(sql`
    insert into changes (org_id, id, action, target_id, object, at)
    select ${owner.orgId}, 'evt_' || lpad(n::text, 32, '0'), case when n % 2 = 0 then 'task.updated' else 'task.created' end,
           ${where.taskId}, '{}', date_trunc('milliseconds', now())
      from generate_series(1, 2500) n`);
  await emptyQueue(owner.orgId);
  const answer = await owner.post(`/v1/webhooks/${id}/replay`, { since: new Date(Date.now() - 60_000).toISOString() });
  assert.deepEqual(answer.json, { redelivered: 0, missed: 1250, hasMore: false });
});

test("an organization whose deliveries pile up asks for no more", async () => {
  const { db, newOrganization } = await testApp();
  const [owner, other] = [await newOrganization(), await newOrganization()];
  const { id, deliveryId } = await newDelivery(owner);
  const path = `/v1/webhooks/${id}`;
  await db.query(sql`
    insert into deliveries (org_id, id, webhook_id, change_id, type, next_attempt_at)
    select ${owner.orgId}, 'dlv_' || lpad(n::text, 32, '0'), ${id}, 'evt_' || n, 'client.created', 'infinity'
      from generate_series(1, 25000) n`);
  for (const ask of ["test", "replay", `deliveries/${deliveryId}/redeliver`]) {
    const refused = await owner.post(
      `${path}/${ask}`,
      ask === "replay" ? { since: "2026-03-02T00:00:00Z" } : undefined,
    );
    assertProblem(refused, 429, "too_many_deliveries");
    assert.equal(refused.headers["retry-after"], "60");
  }
  assert.equal((await other.post(`/v1/webhooks/${await newWebhook(other)}/test`)).status, 201);
  await owner.delete(path);
});

test("a replay names an instant, and one before the 30 days that are kept means all of them", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const path = `/v1/webhooks/${await newWebhook(owner)}/replay`;
  assertProblem(await owner.post(path, {}), 400, "missing_field", ["/since"]);
  for (const since of ["yesterday", "2026-03-01", 5, null]) {
    assertProblem(await owner.post(path, { since }), 422, "validation_failed", ["/since"]);
  }
  const answer = await owner.post(path, { since: "2020-01-01T00:00:00Z" });
  assert.deepEqual([answer.status, answer.json], [200, { redelivered: 0, missed: 0, hasMore: false }]);
});
