import assert from "node:assert/strict";
import { test } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";

const path = "/v1/rates/reprice";

async function setRate(caller: Caller, rate: object): Promise<string> {
  const made = await caller.post("/v1/rates", { kind: "billable", ...rate });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

async function reprice(caller: Caller, body: object): Promise<Json> {
  const answer = await caller.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

async function listEntries(caller: Caller): Promise<Json[]> {
  return (await caller.get("/v1/time-entries?limit=200&sort=startedAt")).json.data;
}

function listChanges(db: DatabasePool, orgId: string): Promise<Json[]> {
  return db.query<Json>(sql`select * from changes where org_id = ${orgId} order by at, id`);
}

async function assertSums(db: DatabasePool, orgId: string): Promise<void> {
  const [sums] = await db.query(sql`
    select sum(sign * amount_minor)::bigint as amount, sum(sign * cost_minor)::bigint as cost, sum(sign)::bigint as entries,
           sum(case when rate_source = 'none' then sign * billable_seconds else 0 end)::bigint as unrated
      from time_sum_deltas where org_id = ${orgId}`);
  const [entries] = await db.query(sql`
    select sum(amount_minor)::bigint as amount, sum(cost_minor)::bigint as cost, count(*) as entries,
           sum(case when rate_source = 'none' then billable_seconds else 0 end)::bigint as unrated
      from time_entries where org_id = ${orgId} and deleted_at is null`);
  assert.deepEqual(sums, entries);
}

/**
 * Creates five entries at 80.00 an hour and locks two of them. Then creates a higher rate for one project, and a cost
 * rate for everyone.
 */
async function rateRetroactively(caller: Caller) {
  const [a, b] = [await newProject(caller), await newProject(caller)];
  await setRate(caller, { scope: "organization", rateMinor: 8000 });
  for (const day of ["10", "12", "20", "22"]) {
    await newEntry(caller, a, { startedAt: `2026-03-${day}T09:00:00Z`, durationSeconds: 5400 });
  }
  await newEntry(caller, b, { startedAt: "2026-03-20T12:00:00Z", durationSeconds: 7200 });
  assert.equal((await caller.patch("/v1/organization", { lockDate: "2026-03-15" })).status, 200);
  await setRate(caller, { scope: "project", projectId: a.projectId, rateMinor: 9000, effectiveFrom: "2026-03-01" });
  await setRate(caller, { scope: "organization", kind: "cost", rateMinor: 4001 });
  return { a, b };
}

const euros = (before: number, after: number) => ({ before, after, difference: after - before });

test("unrated selects only billable entries that got no rate, and is recorded", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const [a, b] = [await newProject(caller), await newProject(caller, { billable: false })];
  await newEntry(caller, a, { startedAt: "2026-03-10T09:00:00Z" });
  await newEntry(caller, b, { startedAt: "2026-03-10T11:00:00Z" });
  await setRate(caller, { scope: "organization", rateMinor: 8000, effectiveFrom: "2026-03-11" });
  await newEntry(caller, a, { startedAt: "2026-03-12T09:00:00Z" });
  assert.equal((await reprice(caller, { unrated: true })).entries, 0);
  await setRate(caller, { scope: "organization", rateMinor: 9000 });
  await setRate(caller, { scope: "project", projectId: a.projectId, rateMinor: 9900, effectiveFrom: "2026-03-12" });
  assert.equal((await reprice(caller, {})).entries, 3);
  const { entries, unchanged, amountMinor } = await reprice(caller, { unrated: true, apply: true });
  assert.deepEqual([entries, unchanged, amountMinor], [1, 0, euros(0, 9000)]);
  assert.deepEqual(
    (await listEntries(caller)).map((entry) => entry.amountMinor),
    [9000, 0, 8000],
  );
  const [repriced] = (await listChanges(db, caller.orgId)).filter(({ action }) => action === "rates.repriced");
  assert.equal(repriced?.object.filter.unrated, true);
});

test("a preview counts what repricing would change, by each filter, and changes nothing", async () => {
  const { db, newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const other = await newMember(caller, "member");
  const client = (await caller.post("/v1/clients", { name: "Acme" })).json.id;
  const { a, b } = await rateRetroactively(caller);
  assert.equal((await caller.patch(`/v1/projects/${b.projectId}`, { clientId: client })).status, 200);
  const [entries, changes] = [await listEntries(caller), await listChanges(db, caller.orgId)];
  // 1.5 h is 120.00 at the old rate and 135.00 at the new one, and costs 60.02 (60.015 rounded half up). 2 h costs
  // 80.02.
  const sumsOfAll = { entries: 3, amountMinor: euros(40_000, 43_000), costMinor: euros(0, 20_006) };
  const sumsOfA = { entries: 2, amountMinor: euros(24_000, 27_000), costMinor: euros(0, 12_004) };
  const sumsOfB = { entries: 1, amountMinor: euros(16_000, 16_000), costMinor: euros(0, 8002) };
  const sumsOfOne = { entries: 1, amountMinor: euros(12_000, 13_500), costMinor: euros(0, 6002) };
  const inA = { ...sumsOfA, projectId: a.projectId };
  const inB = { ...sumsOfB, projectId: b.projectId };
  const all = { ...sumsOfAll, unchanged: 0, locked: 2, projects: [inA, inB] };
  const ofA = { ...sumsOfA, unchanged: 0, locked: 2, projects: [inA] };
  const ofB = { ...sumsOfB, unchanged: 0, locked: 0, projects: [inB] };
  const one = { ...sumsOfOne, unchanged: 0, locked: 0, projects: [{ ...sumsOfOne, projectId: a.projectId }] };
  const nothing = { entries: 0, amountMinor: euros(0, 0), costMinor: euros(0, 0) };
  const none = { ...nothing, unchanged: 0, locked: 0, projects: [] };
  for (const [body, expected] of [
    [{}, all],
    [{ apply: false }, all],
    [{ projectId: [a.projectId] }, ofA],
    [{ taskId: [b.taskId] }, ofB],
    [{ clientId: [client] }, ofB],
    [{ projectId: [a.projectId, b.projectId], userId: [caller.userId] }, all],
    [{ userId: ["me"], projectId: [b.projectId] }, ofB],
    [{ userId: [other.userId] }, none],
    [{ projectId: ["proj_0"], apply: true }, none],
    [{ from: "2026-03-21" }, one],
    [{ from: "2026-03-22T09:00:00Z" }, one],
    [{ from: "2026-03-22T09:00:00.001Z" }, none],
    [{ to: "2026-03-14" }, { ...none, locked: 2 }],
    [{ to: "2026-03-12T09:00:00Z" }, { ...none, locked: 1 }],
    // 09:00 UTC is already the 23rd in Kiritimati.
    [{ from: "2026-03-23", tz: "Pacific/Kiritimati" }, none],
    [{ from: "2026-03-22", to: "2026-03-22", tz: "Pacific/Kiritimati" }, one],
  ] as const) {
    const applied = "apply" in body && body.apply;
    assert.deepEqual(await reprice(caller, body), { applied, ...expected, currency: "EUR" }, JSON.stringify(body));
  }
  assert.deepEqual(await reprice(stranger, { projectId: [a.projectId], apply: true }), {
    applied: true,
    ...none,
    currency: "EUR",
  });
  assert.deepEqual(await listEntries(caller), entries);
  assert.deepEqual((await listChanges(db, caller.orgId)).length, changes.length);
});

test("applied, it gives entries their new rates and amounts, and leaves locked ones as they are", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const { a, b } = await rateRetroactively(caller);
  const before = await listEntries(caller);
  const preview = await reprice(caller, { projectId: [a.projectId] });

  const applied = await reprice(caller, { projectId: [a.projectId], apply: true });

  assert.deepEqual(applied, { ...preview, applied: true });
  const after = await listEntries(caller);
  const money = {
    rateMinor: 9000,
    rateSource: "project",
    amountMinor: 13_500,
    costRateMinor: 4001,
    costRateSource: "organization",
    costMinor: 6002,
  };
  const expected = before.map((entry) =>
    entry.locked || entry.projectId === b.projectId ? entry : { ...entry, ...money, version: 2 },
  );
  assert.deepEqual(
    after.map((entry, index) => ({ ...entry, updatedAt: expected[index].updatedAt })),
    expected,
  );
  assert.deepEqual(
    after.map(({ updatedAt }, index) => Date.parse(updatedAt) > Date.parse(before[index].updatedAt)),
    [false, false, true, false, true],
  );
  await assertSums(db, caller.orgId);
  const nothing = await reprice(caller, { projectId: [a.projectId], apply: true });
  assert.deepEqual(nothing, {
    ...applied,
    entries: 0,
    unchanged: 2,
    amountMinor: euros(0, 0),
    costMinor: euros(0, 0),
    projects: [],
  });
  // The rest can be repriced after the period is unlocked.
  assert.equal((await caller.patch("/v1/organization", { lockDate: null })).status, 200);
  const rest = await reprice(caller, { apply: true });
  assert.deepEqual(rest.amountMinor, euros(40_000, 43_000));
  assert.deepEqual((await reprice(caller, {})).unchanged, 5);
  await assertSums(db, caller.orgId);
});

test("each changed entry has a change row, and so does the repricing", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const { a } = await rateRetroactively(caller);
  const known = new Set((await listChanges(db, caller.orgId)).map(({ id }) => id));
  const headers = { "x-request-id": "repriced", "idempotency-key": "once" };
  const body = { projectId: [a.projectId], from: "2026-03-01", apply: true };

  const answer = await caller.post(path, body, headers);

  const changes = (await listChanges(db, caller.orgId)).filter(({ id }) => !known.has(id));
  const stored = await db.query<Json>(sql`
    select id, to_jsonb(e) as object from time_entries e where org_id = ${caller.orgId} and version = 2 order by id`);
  const { orgId: org_id, userId: user_id, keyId: key_id } = caller;
  const by = { org_id, user_id, key_id, request_id: "repriced", address: "127.0.0.1", client: null };
  const previous = {
    rate_minor: 8000,
    rate_source: "organization",
    amount_minor: 12_000,
    cost_rate_minor: 0,
    cost_rate_source: "none",
    cost_minor: 0,
  };
  const shown = changes.map(({ id, at: _at, traceparent: _traceparent, made_in: _transaction, ...change }) => {
    assert.match(id, /^evt_[0-9a-f]{32}$/);
    return change;
  });
  assert.equal(stored.length, 2);
  assert.deepEqual(
    shown
      .filter(({ action }) => action === "time_entry.updated")
      .toSorted((x, y) => (x.target_id < y.target_id ? -1 : 1)),
    stored.map(({ id, object }) => ({ ...by, action: "time_entry.updated", target_id: id, object, previous })),
  );
  assert.deepEqual(
    shown.filter(({ action }) => action !== "time_entry.updated"),
    [
      {
        ...by,
        action: "rates.repriced",
        target_id: caller.orgId,
        object: {
          filter: {
            from: "2026-03-01T00:00:00Z",
            to: null,
            project_ids: [a.projectId],
            task_ids: null,
            client_ids: null,
            user_ids: null,
          },
          entries: 2,
          unchanged: 0,
          locked: 2,
          amount_minor: euros(24_000, 27_000),
          cost_minor: euros(0, 12_004),
          currency: "EUR",
        },
        previous: null,
      },
    ],
  );
  const again = await caller.post(path, body, headers);
  assert.deepEqual([again.text, again.headers["idempotent-replayed"]], [answer.text, "true"]);
  assert.equal((await listChanges(db, caller.orgId)).length, known.size + 3);
});

test("deleted entries stay as they are", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  assert.equal((await caller.delete(`/v1/time-entries/${entry.id}`)).status, 204);
  await setRate(caller, { scope: "organization", rateMinor: 8000 });
  const { entries, unchanged, locked } = await reprice(caller, { apply: true });
  assert.deepEqual([entries, unchanged, locked], [0, 0, 0]);
  assert.equal((await caller.post(`/v1/time-entries/${entry.id}/restore`)).json.rateSource, "none");
});

test("budgets of the entries' projects send the thresholds that repricing reaches and exceeds", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization({ timeZone: "Europe/Berlin" });
  const budget = { kind: "amount", amountMinor: 30_000, period: "monthly", alertPercents: [50, 100] };
  const project = await newProject(caller, { budget });
  await setRate(caller, { scope: "organization", rateMinor: 10_000 });
  // In Berlin, the first entry is in February and the second in March, although both start on the same UTC day.
  for (const startedAt of ["2026-02-28T22:30:00Z", "2026-02-28T23:00:00Z", "2026-03-05T09:00:00Z"]) {
    await newEntry(caller, project, { startedAt });
  }
  await setRate(caller, { scope: "project", projectId: project.projectId, rateMinor: 16_000 });
  const told = async () => {
    const rows = await listChanges(db, caller.orgId);
    return rows
      .filter(({ action }) => action.startsWith("budget."))
      .map(({ action, object }) => `${action} ${object.threshold_percent} ${object.period_start} ${object.used}`)
      .toSorted();
  };
  const before = ["budget.threshold_reached 50 2026-03-01 20000"];
  assert.deepEqual(await told(), before);

  await reprice(caller, {});
  assert.deepEqual(await told(), before);
  await reprice(caller, { apply: true });

  assert.deepEqual(await told(), [
    "budget.exceeded null 2026-03-01 32000",
    "budget.threshold_reached 100 2026-03-01 32000",
    "budget.threshold_reached 50 2026-02-01 16000",
    ...before,
  ]);
});

test("an invalid repricing is refused", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const [pointer, body] of [
    ["/apply", { apply: "yes" }],
    ["/from", { from: "yesterday" }],
    ["/from", { from: "2026-03-02", to: "2026-03-01" }],
    ["/from", { from: "2026-03-02T09:00:00Z", to: "2026-03-02T08:00:00Z" }],
    ["/to", { to: null }],
    ["/tz", { tz: "Mars/Olympus" }],
    ["/projectId", { projectId: "proj_0" }],
    ["/projectId", { projectId: [] }],
    ["/userId/0", { userId: [1] }],
    ["/taskId", { taskId: Array.from({ length: 101 }, () => "task_0") }],
    ["/tag", { tag: ["x"] }],
  ] as const) {
    assertProblem(await caller.post(path, body), 422, "validation_failed", [pointer]);
  }
  assertProblem(await caller.post(path), 400, "malformed_request");
  assertProblem(await caller.get(path), 405, "method_not_allowed");
});

test("a repricing that fails at its very end has changed nothing", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const caller = await newOrganization();
  await rateRetroactively(caller);
  const [entries, changes] = [await listEntries(caller), await listChanges(db, caller.orgId)];
  await db.query(sql`alter table changes add constraint never check (action <> 'rates.repriced')`);
  assertProblem(await caller.post(path, { apply: true }), 500, "internal");
  assert.deepEqual(await listEntries(caller), entries);
  assert.deepEqual(await listChanges(db, caller.orgId), changes);
  await assertSums(db, caller.orgId);
});
