import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "#commands/accounts/create-key.ts";
import { scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { entryBody, newEntry, newProject, newRate, newWebhook } from "#test/worlds/factories.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";
import { assertFits, eventsOf, queuedIds } from "#test/deliveries/webhook-events.ts";
import { toEvent } from "./event-payload.ts";

test("a batch gives one event for each entry", async () => {
  const caller = await (await testApp()).newOrganization();
  const where = await newProject(caller);
  const entries = Array.from({ length: 30 }, (_, at) => entryBody(where, { externalRef: `row ${at}` }));
  let made: Json;
  const events = await eventsOf(caller, {}, async () => {
    made = (await caller.post("/v1/time-entries/batch", { entries })).json.data;
  });
  assert.deepEqual(
    events.map(({ data }) => data.object).toSorted((a, b) => a.id.localeCompare(b.id)),
    made.toSorted((a: Json, b: Json) => a.id.localeCompare(b.id)),
  );
});

test("command-line actions are queued, and actions that only the audit log records aren't events", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const [owner] = await db.query<{ email: string }>(sql`select email from users where id = ${caller.userId}`);
  const before: string[] = [];
  const events = await eventsOf(caller, {}, async () => {
    before.push(...(await queuedIds(db, caller.orgId)));
    await createKey(db, { org: caller.orgId, email: owner?.email ?? "", scopes: "full" });
  });
  assert.deepEqual(events, []);
  assert.equal((await queuedIds(db, caller.orgId)).length, before.length + 1);
});

test("nothing is queued if no endpoint listens", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  await newProject(caller);
  assert.deepEqual(await queuedIds(db, caller.orgId), []);
  await newWebhook(caller);
  await newProject(caller);
  assert.ok((await queuedIds(db, caller.orgId)).length >= 2);
});

test("payloads show money only to an endpoint that was registered with costs:read", async () => {
  const { newOrganization, newKey } = await testApp();
  for (const showsMoney of [true, false]) {
    const owner = await newOrganization();
    const plain = await newKey(
      owner,
      scopes.filter((scope) => scope !== "costs:read"),
    );
    const events = await eventsOf(
      owner,
      {},
      async () => {
        const { projectId, taskId } = await newRate(owner);
        await owner.patch(`/v1/projects/${projectId}`, { budget: { kind: "amount", amountMinor: 10_000 } });
        await newEntry(owner, { projectId, taskId });
        await newEntry(owner, { projectId, taskId });
      },
      showsMoney ? owner : plain,
    );
    const types = events.map(({ type }) => type);
    const ofBudget = ["budget.exceeded", "budget.threshold_reached", "budget.threshold_reached"];
    assert.deepEqual(types.filter((type) => type.startsWith("budget.")).toSorted(), showsMoney ? ofBudget : []);
    const text = JSON.stringify(events.filter(({ type }) => !type.startsWith("budget.")));
    for (const word of [
      "rateMinor",
      "rateSource",
      "amountMinor",
      "costRateMinor",
      "costRateSource",
      "costMinor",
      '"kind"',
    ]) {
      assert.equal(text.includes(word), showsMoney, word);
    }
    const changed = events.find(({ type }) => type === "project.updated");
    // As in the API, a project with a hidden budget lacks the field, and a project without a budget has null.
    assert.deepEqual(
      [changed?.data.previous, "budget" in (changed?.data.object ?? {})],
      [{ budget: null }, showsMoney],
    );
  }
});

test("every endpoint receives the events of a time budget: thresholds by percent, then that it is exceeded", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const plain = await newKey(
    owner,
    scopes.filter((scope) => scope !== "costs:read"),
  );
  const where = await newProject(owner, { name: "Website", budget: { kind: "time", seconds: 3600 } });
  const events = await eventsOf(
    owner,
    { events: ["budget.threshold_reached", "budget.exceeded"] },
    async () => {
      await newEntry(owner, where, { durationSeconds: 2880 });
      await newEntry(owner, where, { durationSeconds: 900 });
    },
    plain,
  );
  const first = events.find(({ data }) => data.object.thresholdPercent === 80);
  assert.deepEqual(first?.data, {
    object: {
      projectId: where.projectId,
      projectName: "Website",
      kind: "time",
      period: "total",
      periodStart: null,
      periodEnd: null,
      limit: 3600,
      used: 2880,
      remaining: 720,
      usedPercent: 80,
      status: "warning",
      thresholdPercent: 80,
    },
  });
  assert.deepEqual(
    events.map(({ type, data }) => `${type} ${data.object.thresholdPercent} ${data.object.used}`).toSorted(),
    ["budget.exceeded null 3780", "budget.threshold_reached 100 3780", "budget.threshold_reached 80 2880"],
  );
});

test("repricing gives an event for each entry, with the rates that it had", async () => {
  const owner = await (await testApp()).newOrganization();
  const where = await newProject(owner);
  await newEntry(owner, where);
  await owner.post("/v1/rates", { kind: "billable", scope: "project", projectId: where.projectId, rateMinor: 9000 });
  const events = await eventsOf(owner, {}, async () => {
    const answer = await owner.post("/v1/rates/reprice", { projectId: [where.projectId], apply: true });
    assert.equal(answer.status, 200, answer.text);
  });
  assert.equal(events.length, 1);
  const { object, previous } = events[0]?.data ?? {};
  assert.deepEqual([object.rateMinor, object.amountMinor, object.rateSource], [9000, 9000, "project"]);
  assert.deepEqual(previous, { rateMinor: 0, rateSource: "none", amountMinor: 0 });
});

test("a later lock date is one event, with the date before", async () => {
  const owner = await (await testApp()).newOrganization();
  await owner.patch("/v1/organization", { lockDate: "2026-02-01" });
  const events = await eventsOf(owner, {}, async () => {
    await owner.patch("/v1/organization", { lockDate: "2026-03-01" });
    await owner.patch("/v1/organization", { lockDate: "2026-01-01" });
  });
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object.lockDate, data.previous]),
    [["period.locked", "2026-03-01", { lockDate: "2026-02-01" }]],
  );
});

test("an endpoint of a project receives events of that project, including entries that leave it, and of no other", async () => {
  const owner = await (await testApp()).newOrganization();
  const [mine, other] = [await newProject(owner), await newProject(owner)];
  const entry = await newEntry(owner, mine);
  const elsewhere = await newEntry(owner, other);
  const events = await eventsOf(owner, { projectId: mine.projectId }, async () => {
    await owner.patch(`/v1/time-entries/${entry.id}`, other);
    await owner.patch(`/v1/time-entries/${elsewhere.id}`, { description: "x" });
    await owner.post("/v1/clients", { name: "Acme" });
    await owner.patch("/v1/organization", { lockDate: "2026-01-01" });
    await owner.post("/v1/timer", mine);
    await owner.patch(`/v1/projects/${other.projectId}`, { name: "Other" });
    await owner.patch(`/v1/projects/${mine.projectId}`, { name: "Mine" });
    await owner.delete("/v1/timer");
    assert.equal((await owner.delete(`/v1/projects/${mine.projectId}`)).status, 204);
  });
  assert.deepEqual(events.map(({ type }) => type).toSorted(), [
    "project.deleted",
    "project.updated",
    "task.deleted",
    "time_entry.updated",
    "timer.discarded",
    "timer.started",
  ]);
});

test("an endpoint receives the types that it subscribes to and no others", async () => {
  const owner = await (await testApp()).newOrganization();
  const events = await eventsOf(owner, { events: ["task.created", "client.deleted"] }, () => newProject(owner));
  assert.deepEqual(
    events.map(({ type }) => type),
    ["task.created"],
  );
});

test("a project's change that was stored before `visibility` existed counts as visible to all", async () => {
  const { db, newOrganization } = await testApp();
  const { projectId } = await newProject(await newOrganization());
  const [row] = await db.query<Record<string, unknown>>(sql`
    select r.* from changes c, jsonb_populate_record(null::projects, c.object - 'visibility' - 'member_ids') r
     where c.target_id = ${projectId} and c.action = 'project.created'`);
  assert.deepEqual([row?.["visibility"], row?.["member_ids"]], [null, null]);
  const change = { org_id: "org_0", id: "evt_0", at: "2026-03-01T00:00:00Z", action: "project.updated" };
  const former = { ...row, name: "Before" };
  const event = toEvent({ ...change, object: { ...row }, former }, { shows_money: true });
  const body = JSON.parse(event?.body ?? "");
  assertFits(body);
  assert.deepEqual([body.data.object.visibility, body.data.object.memberIds], ["organization", []]);
  assert.deepEqual(body.data.previous, { name: "Before" });
});
