import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject, newSavedReport } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

async function figuresOf(caller: Caller, query: object, by: Caller = caller): Promise<Json> {
  const id = await newSavedReport(by, { query, shared: true });
  const { status, json, text } = await caller.get(`/v1/saved-reports/${id}/figures`);
  assert.equal(status, 200, text);
  return json;
}

test("a relative period is cut in the organization's time zone, on the day of reading", async () => {
  let now = new Date("2026-02-28T22:30:00Z");
  const { newOrganization } = await newTestApp({ now: () => now });
  // In Berlin it is half an hour before March, so `thisMonth` is February.
  const caller = await newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(caller);
  await newEntry(caller, where, { startedAt: "2026-01-31T23:30:00Z", durationSeconds: 60 });
  await newEntry(caller, where, { startedAt: "2026-02-28T23:00:00Z", durationSeconds: 600 });
  const id = await newSavedReport(caller, { query: { report: "summary", period: "thisMonth" } });
  const read = async () => (await caller.get(`/v1/saved-reports/${id}/figures`)).json;
  const february = await read();
  assert.partialDeepStrictEqual(february, {
    report: "summary",
    from: "2026-02-01",
    to: "2026-02-28",
    tz: "Europe/Berlin",
  });
  assert.equal(february.summary.totals.seconds, 60);
  now = new Date("2026-02-28T23:30:00Z");
  const march = await read();
  assert.deepEqual([march.from, march.to, march.summary.totals.seconds], ["2026-03-01", "2026-03-31", 600]);
  assert.equal((await caller.patch("/v1/organization", { timeZone: "UTC" })).status, 200);
  assert.equal((await read()).from, "2026-02-01");
});

test("figures are those of the report under the same parameters", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const places = [await newProject(caller, { budget: { kind: "time", seconds: 36_000 } }), await newProject(caller)];
  await caller.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 6000 });
  for (const [at, where] of places.entries())
    await newEntry(caller, where, { startedAt: `2026-03-0${at + 2}T09:00:00Z`, tags: [`t${at}`] });
  const range = { from: "2026-03-02", to: "2026-03-08" };
  const asked = "from=2026-03-02&to=2026-03-08";
  const [summary, weekly, costs, budgets, detailed] = [
    await figuresOf(caller, { report: "summary", ...range, groupBy: ["tag", "project"], tag: ["t1"] }),
    await figuresOf(caller, { report: "weekly", ...range, groupBy: ["user"] }),
    await figuresOf(caller, { report: "costs", ...range }),
    await figuresOf(caller, { report: "budgets" }),
    await figuresOf(caller, { report: "detailed", ...range, projectId: [places[1]?.projectId] }),
  ];
  const get = async (url: string) => (await caller.get(url)).json;
  assert.deepEqual(summary.summary, await get(`/v1/reports/summary?${asked}&tz=UTC&groupBy=tag,project&tag=t1`));
  assert.deepEqual(weekly.summary, await get(`/v1/reports/summary?${asked}&tz=UTC&groupBy=user,date`));
  assert.deepEqual(costs.costs, await get(`/v1/reports/costs?${asked}&tz=UTC`));
  assert.deepEqual(budgets.costs, await get("/v1/reports/costs?budgetStatus=ok,warning,exceeded"));
  assert.deepEqual(
    budgets.costs.projects.map(({ projectId }: Json) => projectId),
    [places[0]?.projectId],
  );
  assert.deepEqual(
    detailed.entries.data,
    (await get(`/v1/time-entries?${asked}&projectId=${places[1]?.projectId}`)).data,
  );
  assert.deepEqual(
    [summary, weekly, costs, budgets, detailed].map((one) => Object.keys(one).slice(4)),
    [["summary"], ["summary"], ["costs"], ["costs"], ["entries"]],
  );
});

test("everybody gets the figures that they may see, whoever saved the report", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const [member, viewer] = [await newMember(owner, "member"), await newMember(owner, "viewer")];
  await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 6000 });
  const hidden = await newProject(owner, { visibility: "members" });
  const open = await newProject(owner);
  await newEntry(owner, hidden, { durationSeconds: 1 });
  await newEntry(owner, open, { durationSeconds: 20 });
  await newEntry(owner, open, { durationSeconds: 300, userId: member.userId });
  const all = { report: "summary", userId: ["me", owner.userId, member.userId] };
  const seconds = async (caller: Caller) => (await figuresOf(caller, all, owner)).summary.totals;
  assert.partialDeepStrictEqual(await seconds(owner), { seconds: 321, amountMinor: 535 });
  assert.deepEqual(await seconds(member), { seconds: 300, billableSeconds: 300, entries: 1 });
  assert.deepEqual(await seconds(viewer), { seconds: 320, billableSeconds: 320, entries: 2 });
  const reader = await newKey(owner, ["reports:read"]);
  assert.equal((await seconds(reader)).amountMinor, undefined);
  for (const [query, caller, code] of [
    [{ report: "costs" }, member, "forbidden"],
    [{ report: "budgets" }, reader, "insufficient_scope"],
    [{ report: "detailed" }, reader, "insufficient_scope"],
  ] as const) {
    const id = await newSavedReport(owner, { query, shared: true });
    assertProblem(await caller.get(`/v1/saved-reports/${id}/figures`), 403, code);
  }
});

test("only detailed reports have pages", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  for (let minutes = 1; minutes < 4; minutes++) await newEntry(caller, where, { durationSeconds: 60 * minutes });
  const url = `/v1/saved-reports/${await newSavedReport(caller, { query: { report: "detailed" } })}/figures`;
  const first = (await caller.get(`${url}?limit=2`)).json.entries;
  const second = (await caller.get(`${url}?limit=2&cursor=${first.nextCursor}`)).json.entries;
  const durations = [...first.data, ...second.data].map(({ durationSeconds }: Json) => durationSeconds);
  assert.deepEqual([durations, second.nextCursor], [[180, 120, 60], null]);
  const summary = `/v1/saved-reports/${await newSavedReport(caller)}/figures`;
  assertProblem(await caller.get(`${summary}?cursor=${first.nextCursor}`), 422, "validation_failed", ["/cursor"]);
});

test("a weekly report without a range is this week's, by the organization's first day", async () => {
  const { newOrganization } = await newTestApp({ now: () => new Date("2026-03-04T12:00:00Z") });
  const caller = await newOrganization();
  assert.equal((await caller.patch("/v1/organization", { weekStart: "sunday" })).status, 200);
  const { from, to } = await figuresOf(caller, { report: "weekly" });
  assert.deepEqual([from, to], ["2026-03-01", "2026-03-07"]);
});

test("ids of another organization match nothing, as ids that never were", async () => {
  const { newOrganization } = await testApp();
  const [caller, stranger] = [await newOrganization(), await newOrganization()];
  await newEntry(caller, await newProject(caller));
  const foreign = await newProject(stranger);
  const entry = await newEntry(stranger, foreign);
  for (const filter of [{ projectId: [foreign.projectId] }, { taskId: [foreign.taskId] }, { userId: [entry.userId] }]) {
    const [theirs, none] =
      Object.entries(filter).map(([name, [id = ""]]) => [
        { [name]: [id] },
        { [name]: [id.replace(/.{4}$/, "0000")] },
      ])[0] ?? [];
    const { summary } = await figuresOf(caller, { report: "summary", ...theirs });
    assert.deepEqual([summary.groups, summary.totals.entries], [[], 0]);
    assert.deepEqual((await figuresOf(caller, { report: "summary", ...none })).summary, summary);
  }
});

test("deleted ids match nothing, and the report still works", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  const id = await newSavedReport(caller, { query: { report: "summary", projectId: [projectId] } });
  assert.equal((await caller.delete(`/v1/projects/${projectId}`)).status, 204);
  assert.equal((await db.query(sql`select from projects where org_id = ${caller.orgId}`)).length, 0);
  assert.deepEqual((await caller.get(`/v1/saved-reports/${id}/figures`)).json.summary.groups, []);
});

test("a saved report of approved time counts what is approved when it is read", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  await owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-03-01", ownApproval: true } });
  const where = await newProject(owner);
  await newEntry(owner, where, { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 60 });
  await newEntry(owner, where, { startedAt: "2026-04-02T09:00:00Z", durationSeconds: 1 });
  const saved = (report: string) =>
    newSavedReport(owner, { query: { report, approval: ["approved", "submitted"], from: "2026-01-01" } });
  const ids = { summary: await saved("summary"), detailed: await saved("detailed") };
  const read = async () => [
    (await owner.get(`/v1/saved-reports/${ids.summary}/figures`)).json.summary.totals.seconds,
    (await owner.get(`/v1/saved-reports/${ids.detailed}/figures`)).json.entries.data.length,
  ];
  assert.deepEqual(await read(), [0, 0]);
  const sheet = `/v1/timesheets/sheet_${owner.userId.slice("user_".length)}m20260301`;
  assert.equal((await owner.post(`${sheet}/submit`)).status, 200);
  assert.deepEqual(await read(), [60, 1]);
});
