import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries/reround";

async function reround(caller: Caller, body: object = {}): Promise<Json> {
  const answer = await caller.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

const shift = (before: number, after: number) => ({ before, after, difference: after - before });

/** Creates four entries of 61 s at 100.00 an hour. One is locked, and one has its own value of `billable`. */
async function roundLate(owner: Caller) {
  const made = await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 10_000 });
  assert.equal(made.status, 201);
  const where = await newProject(owner);
  const entries: Json[] = [];
  for (const [day, more] of [
    ["01", {}],
    ["10", {}],
    ["11", { billable: true }],
    ["12", {}],
  ] as const) {
    entries.push(await newEntry(owner, where, { startedAt: `2026-03-${day}T09:00:00Z`, durationSeconds: 61, ...more }));
  }
  assert.equal((await owner.patch("/v1/organization", { lockDate: "2026-03-05" })).status, 200);
  const rounding = { mode: "up", minutes: 15 };
  assert.equal((await owner.patch(`/v1/projects/${where.projectId}`, { rounding })).status, 200);
  return { where, entries };
}

test("a preview shows what rounding again would change; applied, exactly that changes", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const { where, entries } = await roundLate(owner);
  // At 100.00 an hour, 61 s is 1.69, and 15 minutes is 25.00.
  const sums = {
    entries: 3,
    billableSeconds: shift(183, 2700),
    amountMinor: shift(507, 7500),
    costMinor: shift(0, 0),
  };
  const projects = [{ ...sums, projectId: where.projectId }];
  const expected = { ...sums, unchanged: 0, locked: 1, projects, currency: "EUR" };
  assert.deepEqual(await reround(owner), { applied: false, ...expected });
  const list = async () => (await owner.get("/v1/time-entries?sort=startedAt")).json.data;
  assert.deepEqual(
    await list(),
    entries.map((entry, at) => (at === 0 ? { ...entry, locked: true, lockedBy: ["lockDate"] } : entry)),
  );

  assert.deepEqual(await reround(owner, { apply: true }), { applied: true, ...expected });
  const [locked, ...others] = await list();
  assert.deepEqual([locked.billableSeconds, locked.version], [61, 1]);
  for (const entry of others) {
    const { durationSeconds, billableSeconds, amountMinor, rateMinor, version } = entry;
    assert.deepEqual([durationSeconds, billableSeconds, amountMinor, rateMinor, version], [61, 900, 2500, 10_000, 2]);
  }
  const { totals } = (await owner.get(`/v1/reports/summary?projectId=${where.projectId}`)).json;
  assert.deepEqual([totals.billableSeconds, totals.amountMinor], [2761, 7669]);
  assert.partialDeepStrictEqual(await reround(owner), { entries: 0, unchanged: 3, locked: 1 });
});

test("entries without an explicit `billable` inherit it again, and keep their rate", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const { where, entries } = await roundLate(owner);
  await owner.patch(`/v1/projects/${where.projectId}`, { billable: false, rounding: null });
  await reround(owner, { apply: true, from: "2026-03-10" });
  const shown = (await owner.get("/v1/time-entries?sort=startedAt")).json.data;
  assert.deepEqual(
    shown.map(({ billable, billableSeconds, amountMinor }: Json) => [billable, billableSeconds, amountMinor]),
    [
      [true, 61, 169],
      [false, 0, 0],
      [true, 61, 169],
      [false, 0, 0],
    ],
  );
  assert.deepEqual(shown[1].rateMinor, entries[1].rateMinor);
  const [event] = (await owner.get("/v1/audit-events?limit=1")).json.data;
  assert.deepEqual([event.action, event.details.entries], ["time_entries.rerounded", 2]);
  const history = (await owner.get(`/v1/time-entries/${entries[1].id}/history?limit=1`)).json.data[0];
  assert.deepEqual(
    history.changes.map(({ field, old, new: is }: Json) => [field, old, is]),
    [
      ["amountMinor", 169, 0],
      ["billable", true, false],
      ["billableSeconds", 61, 0],
    ],
  );
});

test("a choice that changes nothing rounds nothing, alone or with another field", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const { entries } = await roundLate(owner);
  const entry = `/v1/time-entries/${entries[1].id}`;
  for (const body of [{ billable: true }, { billable: null, description: "x" }, { billable: true, tags: ["a"] }]) {
    const { json } = await owner.patch(entry, body);
    assert.deepEqual([json.billable, json.billableSeconds, json.amountMinor], [true, 61, 169], JSON.stringify(body));
  }
  assert.equal((await owner.patch(entry, { billable: false })).json.billableSeconds, 0);
  assert.equal((await owner.patch(entry, { billable: true })).json.billableSeconds, 900);
});

test("budgets count the time that rounding adds, and members and viewers may not round", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner, { budget: { kind: "time", seconds: 600, billableOnly: true } });
  await newEntry(owner, where, { durationSeconds: 61 });
  await owner.patch(`/v1/projects/${where.projectId}`, { rounding: { mode: "up", minutes: 15 } });
  await reround(owner, { apply: true });
  const { data } = (await owner.get("/v1/audit-events?action=budget.exceeded")).json;
  assert.equal(data.length, 1);
  for (const role of ["member", "viewer"] as const)
    assertProblem(await (await newMember(owner, role)).post(path, {}), 403, "forbidden");
  const plain = await newKey(owner, ["rates:write"]);
  assert.equal("amountMinor" in (await reround(plain)), false);
});
