import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { sql } from "#platform/database/database.ts";
import { newProject } from "#test/worlds/factories.ts";
import { listDeliveries, receiver, register, sending, untilAllSent, untilStatus } from "#test/deliveries/sending.ts";
import { waitFor } from "#test/databases/hold.ts";

test("an event arrives signed, and three independent libraries accept it", async (t) => {
  const { newOrganization } = await sending(t);
  const caller = await newOrganization();
  const hook = await receiver(t);
  const endpoint = await register(caller, hook.url, { events: ["client.created"] });
  const made = await caller.post("/v1/clients", { name: "Ünïcode & Söhne 💼" });
  const [request] = await hook.until(1);
  assert.ok(request);
  const { headers, body } = request;
  const event = JSON.parse(body);
  assert.deepEqual(
    [event.type, event.data.object.id, event.id],
    ["client.created", made.json.id, headers["webhook-id"]],
  );
  assert.equal(headers["content-type"], "application/json");
  assert.match(String(headers["user-agent"]), /^Stint\//);
  assert.deepEqual(new StandardWebhook(endpoint.secret).verify(body, headers as Record<string, string>), event);
  new SvixWebhook(endpoint.secret).verify(body, headers as Record<string, string>);
  const key = Buffer.from(endpoint.secret.slice("whsec_".length), "base64").toString("hex");
  const { stdout, error } = spawnSync(
    "openssl",
    ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${key}`, "-binary"],
    {
      input: `${event.id}.${String(headers["webhook-timestamp"])}.${body}`,
    },
  );
  // CI installs openssl; where it is missing, only the two libraries verify the signature.
  if (error === undefined) assert.equal(headers["webhook-signature"], `v1,${stdout.toString("base64")}`);
  assert.throws(() => new StandardWebhook(endpoint.secret).verify(`${body} `, headers as Record<string, string>));
  const delivery = await untilStatus(caller, endpoint, "delivered");
  assert.deepEqual(
    delivery.attempts.map(({ status, error, responseBody }) => [status, error, responseBody]),
    [[200, null, "ok"]],
  );
});

test("after a rotation the old secret signs too, until it expires", async (t) => {
  const { db, newOrganization } = await sending(t);
  const caller = await newOrganization();
  const hook = await receiver(t);
  const endpoint = await register(caller, hook.url, { events: ["client.created"] });
  const { secret } = (await caller.post(`/v1/webhooks/${endpoint.id}/rotate-secret`)).json;
  await caller.post("/v1/clients", { name: "A" });
  const [both] = await hook.until(1);
  assert.ok(both);
  assert.equal(String(both.headers["webhook-signature"]).split(" ").length, 2);
  for (const each of [secret, endpoint.secret])
    new StandardWebhook(each).verify(both.body, both.headers as Record<string, string>);
  await db.query(sql`
    update webhooks set previous_secret_expires_at = now() - interval '1 second' where org_id = ${caller.orgId}`);
  await caller.post("/v1/clients", { name: "B" });
  const [, one] = await hook.until(2);
  assert.ok(one);
  assert.equal(String(one.headers["webhook-signature"]).split(" ").length, 1);
  new StandardWebhook(secret).verify(one.body, one.headers as Record<string, string>);
});

test("an endpoint gets what it wants and nothing else, and each event once", async (t) => {
  const { db, newOrganization } = await sending(t);
  const [caller, other] = [await newOrganization(), await newOrganization()];
  const [clients, everything, theirs] = [await receiver(t), await receiver(t), await receiver(t)];
  await register(caller, clients.url, { events: ["client.created"] });
  await register(caller, everything.url);
  await register(other, theirs.url);
  await caller.post("/v1/clients", { name: "A" });
  await newProject(caller);
  await untilAllSent(db);
  assert.deepEqual(
    clients.received.map(({ type }) => type),
    ["client.created"],
  );
  assert.deepEqual(everything.received.map(({ type }) => type).toSorted(), [
    "client.created",
    "project.created",
    "task.created",
  ]);
  assert.equal(theirs.received.length, 0);
});

test("a rolled back change is never sent", async (t) => {
  const { db, newOrganization } = await sending(t);
  const caller = await newOrganization();
  const hook = await receiver(t);
  await register(caller, hook.url);
  const place = await newProject(caller);
  await hook.until(2);
  const start = { ...place, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600 };
  assert.equal(
    (await caller.post("/v1/time-entries/batch", { entries: [start, { ...start, taskId: "task_none" }] })).status >=
      400,
    true,
  );
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query(sql`
        insert into changes (org_id, id, action, target_id, object)
        values (${caller.orgId}, 'evt_rolledback', 'client.created', 'client_x', '{}')`);
      throw new Error("no");
    }),
  );
  await caller.post("/v1/clients", { name: "A" });
  await hook.until(3);
  await untilAllSent(db);
  assert.deepEqual(
    hook.received.map(({ type }) => type),
    ["project.created", "task.created", "client.created"],
  );
});

test("a failure is retried on schedule with the same id and body, until it succeeds", async (t) => {
  const { newOrganization } = await sending(t, { scheduleMs: [0, 300, 600] });
  const caller = await newOrganization();
  const hook = await receiver(t, (response, _request, number) => response.writeHead(number < 3 ? 500 : 204).end());
  const endpoint = await register(caller, hook.url, { events: ["client.created"] });
  await caller.post("/v1/clients", { name: "A" });
  const [first, second, third] = await hook.until(3);
  assert.ok(first && second && third);
  assert.deepEqual([first.attempt, second.attempt, third.attempt], [1, 2, 3]);
  assert.deepEqual([second.id, third.id], [first.id, first.id]);
  assert.deepEqual([second.body, third.body], [first.body, first.body]);
  assert.ok(second.atMs - first.atMs >= 240, "after 300 ms less a fifth");
  assert.ok(third.atMs - second.atMs >= 480);
  const { attempts } = await untilStatus(caller, endpoint, "delivered");
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [500, 500, 204],
  );
});

test("after the last attempt a delivery has failed, and a redelivery starts over", async (t) => {
  const { newOrganization } = await sending(t, { scheduleMs: [0, 20] });
  const caller = await newOrganization();
  let answer = 302;
  const hook = await receiver(t, (response) =>
    response.writeHead(answer, { location: "http://127.0.0.1:1/" }).end("no"),
  );
  const endpoint = await register(caller, hook.url, { events: ["client.created"] });
  await caller.post("/v1/clients", { name: "A" });
  const failed = await untilStatus(caller, endpoint, "failed");
  assert.deepEqual(
    failed.attempts.map(({ status, error }) => [status, error]),
    [
      [302, null],
      [302, null],
    ],
  );
  assert.equal(failed.nextAttemptAt, null);
  answer = 200;
  await caller.post(`/v1/webhooks/${endpoint.id}/deliveries/${failed.id}/redeliver`);
  const delivered = await untilStatus(caller, endpoint, "delivered");
  assert.deepEqual(
    delivered.attempts.map(({ status }) => status),
    [302, 302, 200],
  );
  assert.equal(hook.received.length, 3);
});

test("a test event reaches the endpoint, whatever it listens to", async (t) => {
  const { newOrganization } = await sending(t, {
    timings: { pollMs: 60_000, leaseMs: 3_000, graceMs: 300 },
  });
  const caller = await newOrganization();
  const hook = await receiver(t);
  const endpoint = await register(caller, hook.url, { events: ["client.created"] });
  assert.equal((await caller.post(`/v1/webhooks/${endpoint.id}/test`)).status, 201);
  const [request] = await hook.until(1);
  assert.equal(request?.type, "webhook.test");
});

test("Retry-After delays the next attempt", async (t) => {
  const { newOrganization } = await sending(t);
  const caller = await newOrganization();
  const hook = await receiver(t, (response) => response.writeHead(429, { "retry-after": "3600" }).end());
  const endpoint = await register(caller, hook.url, { events: ["client.created"] });
  const before = Date.now();
  await caller.post("/v1/clients", { name: "A" });
  await hook.until(1);
  await waitFor(async () => (await listDeliveries(caller, endpoint))[0]?.attempts.length === 1);
  const [delivery] = await listDeliveries(caller, endpoint);
  const waitMs = Date.parse(delivery?.nextAttemptAt ?? "") - before;
  assert.ok(waitMs >= 3_599_000 && waitMs < 3_660_000, String(waitMs));
});

test("410 disables the endpoint, fails the delivery and cancels the others", async (t) => {
  const { db, newOrganization } = await sending(t, { scheduleMs: [0, 60_000] });
  const caller = await newOrganization();
  let answer = 500;
  const hook = await receiver(t, (response) => response.writeHead(answer).end());
  const endpoint = await register(caller, hook.url, { events: ["client.created"] });
  await caller.post("/v1/clients", { name: "A" });
  await hook.until(1);
  answer = 410;
  await caller.post("/v1/clients", { name: "B" });
  const failed = await untilStatus(caller, endpoint, "failed");
  assert.deepEqual(
    failed.attempts.map(({ status }) => status),
    [410],
  );
  await waitFor(async () => (await caller.get(`/v1/webhooks/${endpoint.id}`)).json.status === "disabled");
  assert.match((await caller.get(`/v1/webhooks/${endpoint.id}`)).json.disabledReason, /410/);
  assert.deepEqual(
    (await listDeliveries(caller, endpoint)).map(({ status }) => status),
    ["failed", "cancelled"],
  );
  const changes = await db.query(sql`
    select user_id, key_id from changes where org_id = ${caller.orgId} and action = 'webhook.disabled'`);
  assert.deepEqual(changes, [{ user_id: null, key_id: null }]);
  await caller.post("/v1/clients", { name: "C" });
  await untilAllSent(db);
  assert.equal(hook.received.length, 2);
});

test("five days of nothing but failure disable the endpoint, unless there is a success in between", async (t) => {
  const { db, newOrganization } = await sending(t, { scheduleMs: [0] });
  const caller = await newOrganization();
  let answer = 500;
  const hook = await receiver(t, (response) => response.writeHead(answer).end());
  const endpoint = await register(caller, hook.url, { events: ["client.created"] });
  const shown = async () => (await caller.get(`/v1/webhooks/${endpoint.id}`)).json;
  const fail = async (name: string) => {
    await caller.post("/v1/clients", { name });
    await waitFor(async () => (await shown()).failingSince !== null);
  };
  const failingFor = (days: number) =>
    db.query(sql`
      update webhooks set failing_since = now() - ${days} * interval '1 day'
       where org_id = ${caller.orgId} and id = ${endpoint.id}`);
  await fail("A");
  await failingFor(6);
  answer = 200;
  await caller.post("/v1/clients", { name: "B" });
  await waitFor(async () => (await shown()).failingSince === null);
  answer = 500;
  await fail("C");
  await failingFor(4.9);
  await caller.post("/v1/clients", { name: "D" });
  await hook.until(4);
  await untilStatus(caller, endpoint, "failed");
  assert.equal((await shown()).status, "active");
  await failingFor(5);
  await caller.post("/v1/clients", { name: "E" });
  await waitFor(async () => (await shown()).status === "disabled");
  assert.match((await shown()).disabledReason, /5 days/);
});
