import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { march, newBillingWorld, ok, path } from "#test/worlds/billing-world.ts";
import { newBillingBatch, newEntry, newProject, newRate } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

test("a billed entry is locked at every door, and bulk operations skip it", async () => {
  const { owner, site } = await newBillingWorld();
  const entry = await newEntry(owner, site, { tags: ["ui"] });
  ok(await owner.post(path, { filter: { tag: ["ui"] }, reference: "1" }));
  const url = `/v1/time-entries/${entry.id}`;
  assertProblem(await owner.patch(url, { description: "x" }), 409, "billed");
  assertProblem(await owner.delete(url), 409, "billed");
  const change = { entries: [{ id: entry.id, durationSeconds: 1 }] };
  assertProblem(await owner.patch("/v1/time-entries/batch", change), 409, "billed", ["/entries/0"]);
  assertProblem(await owner.post("/v1/time-entries/batch/delete", { ids: [entry.id] }), 409, "billed", ["/ids/0"]);
  const renamed = ok(await owner.post("/v1/tags/rename", { from: ["ui"], to: "UI" }));
  assert.deepEqual([renamed.changed, renamed.locked], [0, 1]);
  ok(await owner.post("/v1/rates", { kind: "billable", scope: "project", projectId: site.projectId, rateMinor: 1 }));
  const repriced = ok(await owner.post("/v1/rates/reprice", { projectId: [site.projectId], apply: true }));
  assert.deepEqual([repriced.entries, repriced.locked], [2, 1]);
  ok(await owner.patch(`/v1/projects/${site.projectId}`, { rounding: { mode: "up", minutes: 50 } }));
  const rounded = ok(await owner.post("/v1/time-entries/reround", { projectId: [site.projectId], apply: true }));
  assert.deepEqual([rounded.entries, rounded.locked], [2, 1]);
  assertProblem(await owner.delete(`/v1/projects/${site.projectId}`), 409, "has_time_entries");
  assert.equal(ok(await owner.get(url)).amountMinor, 9000);
});

test("batches bill and undo in locked periods too", async () => {
  const { owner } = await newBillingWorld();
  ok(await owner.patch("/v1/organization", { lockDate: "2026-04-01" }));
  const made = ok(await owner.post(path, { filter: march, reference: "1" }));
  const { data } = (await owner.get("/v1/time-entries?billed=true")).json;
  assert.deepEqual(data[0].lockedBy, ["lockDate", "billing"]);
  assertProblem(await owner.patch(`/v1/time-entries/${data[0].id}`, { description: "x" }), 409, "period_locked");
  assert.equal((await owner.delete(`${path}/${made.id}`)).status, 204);
});

test("the currency does not change while there is a batch, even one without an amount", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  await newEntry(owner, await newProject(owner));
  const made = ok(await owner.post(path, { filter: {}, reference: "1", includeUnrated: true }));
  const change = () => owner.patch("/v1/organization", { currency: "CHF" });
  assertProblem(await change(), 409, "currency_in_use", ["/currency"]);
  assert.equal((await owner.delete(`${path}/${made.id}`)).status, 204);
  assert.equal((await change()).status, 200);
});

test("only keys with billing:read see by which batch an entry was billed, and only those with costs:read its money", async () => {
  const { owner, member, newKey } = await newBillingWorld();
  const batch = ok(await owner.post(path, { filter: march, reference: "SECRET-1" }));
  const reads = ["time-entries:read", "reports:read", "projects:read"] as const;
  const [plain, billing] = [
    await newKey(owner, [...reads]),
    await newKey(owner, [...reads, "billing:read", "billing:write"]),
  ];
  const [{ id }] = (await member.get("/v1/time-entries?billed=true")).json.data;
  for (const caller of [member, plain]) {
    const answers = [
      await caller.get("/v1/time-entries"),
      await caller.get("/v1/time-entries/changes"),
      await caller.get(`/v1/time-entries/${id}`),
      await caller.get(`/v1/time-entries/${id}/history`),
      await caller.get("/v1/events?limit=200"),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      assert.match(text, /"billed"/);
      assert.doesNotMatch(text, /SECRET-1|billedAt|bill_/);
    }
    for (const url of [
      path,
      `${path}/${batch.id}`,
      `${path}/${batch.id}/lines`,
      "/v1/events?types=billing_batch.created",
    ])
      assert.equal((await caller.get(url)).status, 403, url);
  }
  const seen = await billing.get(`/v1/time-entries/${id}`);
  assert.equal(seen.json.billedReference, "SECRET-1");
  assert.notEqual(seen.headers["etag"], (await plain.get(`/v1/time-entries/${id}`)).headers["etag"]);
  for (const url of [
    path,
    `${path}/${batch.id}`,
    `${path}/${batch.id}/lines`,
    `${path}/${batch.id}/lines?format=csv`,
    "/v1/events?types=billing_batch.created",
  ]) {
    const answer = await billing.get(url);
    assert.equal(answer.status, 200, answer.text);
    assert.doesNotMatch(answer.text, /Minor|unitPrice|"exact"|16000|160\.00/, url);
  }
  const body = { filter: {}, reference: "2" };
  assertProblem(
    await billing.post(path, { ...body, expected: { entries: 1, amountMinor: 1 } }),
    403,
    "insufficient_scope",
  );
  assert.equal("amountMinor" in ok(await billing.post(path, { ...body, dryRun: true })).totals, false);
});

test("batches are events for those who may read them, by name", async () => {
  const { owner } = await newBillingWorld();
  const batch = ok(await owner.post(path, { filter: march, reference: "1" }));
  assert.equal((await owner.delete(`${path}/${batch.id}`)).status, 204);
  const { clients: _, projects: _projects, ...object } = batch;
  const events = ok(await owner.get("/v1/events?types=billing_batch.created,billing_batch.deleted")).data;
  assert.deepEqual(
    events.map(({ type, data }: Json) => [type, data.object]),
    [
      ["billing_batch.created", object],
      ["billing_batch.deleted", object],
    ],
  );
  const updated = ok(await owner.get("/v1/events?types=time_entry.updated")).data;
  assert.deepEqual(
    updated.map(({ data }: Json) => [data.object.billed, data.object.lockedBy, data.previous.billed]),
    [...Array(3).fill([true, ["billing"], false]), ...Array(3).fill([false, undefined, true])],
  );
});

test("an organization's batches are its own", async () => {
  const { newOrganization, db } = await testApp();
  const [owner, stranger]: Caller[] = [await newOrganization(), await newOrganization()];
  assert.ok(owner !== undefined && stranger !== undefined);
  const { id, entryId } = await newBillingBatch(owner);
  const { projectId } = await newRate(stranger);
  for (const answer of [
    await stranger.get(`${path}/${id}`),
    await stranger.get(`${path}/${id}/lines?format=csv`),
    await stranger.delete(`${path}/${id}`),
  ])
    assertProblem(answer, 404, "not_found");
  const foreign = (await owner.get("/v1/projects")).json.data[0].id;
  assertProblem(
    await stranger.post(path, { filter: { projectId: [foreign, projectId] }, reference: "1" }),
    422,
    "nothing_to_bill",
  );
  assert.deepEqual((await stranger.get(path)).json.data, []);
  const rows = await db.query(
    sql`select from time_entries where org_id = ${owner.orgId} and id = ${entryId} and billing_batch_id = ${id}`,
  );
  assert.equal(rows.length, 1);
});
