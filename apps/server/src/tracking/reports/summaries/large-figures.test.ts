import assert from "node:assert/strict";
import { test } from "node:test";
import { raw, sql } from "#platform/database/database.ts";
import { checkBudgets } from "#tracking/ledger/budgets/check-budgets.ts";
import { listBudgetEvents } from "#test/worlds/budget-events.ts";
import { amountMinor, highestRateMinor } from "#tracking/ledger/rates/amount.ts";
import { checkTimeSums } from "#tracking/ledger/time-sums/check-time-sums.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";

const largest = Number.MAX_SAFE_INTEGER;
const highest = { scope: "organization", rateMinor: highestRateMinor };
// The longest duration of a timer: 68 years of 365 days, which is 595,680 hours.
const longestSeconds = 2_144_448_000;
const longestAmount = 5_956_800_000_000_000;

const formats = ["json", "csv", "xlsx"];
const reports = [
  "summary",
  "summary?groupBy=date&interval=year",
  "summary?groupBy=project,user",
  "summary?groupBy=tag",
  "costs",
];

/** Asserts that all reports fail in every format. */
async function assertRefused(caller: Caller): Promise<void> {
  for (const report of reports) {
    for (const format of formats) {
      const answer = await caller.get(`/v1/reports/${report}${report.includes("?") ? "&" : "?"}format=${format}`);
      assertProblem(answer, 422, "number_out_of_range");
      assert.match(answer.json.detail, /^A total is larger than 9007199254740991, /);
      assert.equal(answer.headers["content-disposition"], undefined);
    }
  }
}

async function assertAnswered(caller: Caller, query: string): Promise<void> {
  for (const format of formats) {
    const answer = await caller.get(`/v1/reports/summary?${query}&format=${format}`);
    assert.equal(answer.status, 200, `${query} ${format} ${answer.text}`);
  }
}

test("no entry's amount leaves the exact numbers: the longest at the highest rate, rounded up", () => {
  assert.equal(amountMinor(highestRateMinor, longestSeconds), longestAmount);
  assert.ok(amountMinor(highestRateMinor, longestSeconds + 86_400) <= largest);
});

test("timers of decades can be stopped at the highest rates, whatever the sums", async () => {
  const { db } = await testApp();
  const { newOrganization } = await newTestApp({ now: () => new Date("2150-01-01T00:00:00Z") });
  const owner = await newOrganization();
  for (const kind of ["billable", "cost"])
    assert.equal((await owner.post("/v1/rates", { kind, ...highest })).status, 201);
  const where = await newProject(owner, {
    rounding: { mode: "up", minutes: 1440 },
    budget: { kind: "amount", amountMinor: largest, onExceed: "block", alertPercents: [100] },
  });
  const stop = async () => {
    const started = await owner.post("/v1/timer", { ...where, startedAt: "1970-01-01T00:00:00Z" });
    assert.equal(started.status, 201, started.text);
    const stopped = await owner.post("/v1/timer/stop");
    assert.equal(stopped.status, 201, stopped.text);
    return stopped.json;
  };
  const one = await stop();
  assert.deepEqual(
    [one.durationSeconds, one.billableSeconds, one.amountMinor, one.costMinor],
    [longestSeconds, longestSeconds, longestAmount, longestAmount],
  );
  await foldOrganization(db, owner.orgId);
  const { totals } = (await owner.get("/v1/reports/summary")).json;
  assert.deepEqual(
    [totals.amountMinor, totals.exactAmountMinor, totals.marginMinor],
    [longestAmount, longestAmount, 0],
  );
  await assertAnswered(owner, "groupBy=project");

  // The two amounts add up to 11,913,600,000,000,000, which exceeds 2^53.
  const other = await stop();
  assert.deepEqual(await listBudgetEvents(db, owner, where.projectId), [
    `100% at ${largest} of ${largest}`,
    `exceeded at ${largest} of ${largest}`,
  ]);
  await assertRefused(owner);
  await foldOrganization(db, owner.orgId);
  await assertRefused(owner);
  for (const path of [`projects/${where.projectId}`, "projects", "time-entries", "tags", "audit-events"])
    assert.equal((await owner.get(`/v1/${path}`)).status, 200, path);
  assertProblem(await owner.post("/v1/timer", where), 422, "budget_exceeded");
  assertProblem(await owner.post("/v1/time-entries/batch", { entries: [entryBody(where)] }), 422, "budget_exceeded");
  const patched = await owner.patch(`/v1/time-entries/${other.id}`, { description: "since always" });
  assert.equal(patched.status, 200, patched.text);
  const found = await db.transaction((tx) => checkBudgets(tx, owner.orgId, 5));
  assert.deepEqual([found.periods, found.differences], [1, []]);

  const rates = (await owner.get("/v1/rates?kind=cost")).json.data;
  await owner.delete(`/v1/rates/${rates[0].id}`);
  await owner.post("/v1/rates", { kind: "cost", ...highest, rateMinor: highestRateMinor - 1 });
  assertProblem(await owner.post("/v1/rates/reprice", { apply: true }), 422, "number_out_of_range");
  const kept = (await owner.get("/v1/time-entries")).json.data;
  assert.deepEqual(
    kept.map(({ costMinor }: { costMinor: number }) => costMinor),
    [longestAmount, longestAmount],
  );
  assert.equal((await owner.delete(`/v1/time-entries/${other.id}`)).status, 204);
  await assertAnswered(owner, "groupBy=project");
  assert.equal((await owner.post("/v1/rates/reprice", { apply: true })).status, 200);
});

test("a file is refused if the totals in the JSON are not exact, and every exact part is returned", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  const [one, other] = [await newProject(owner), await newProject(owner)];
  await newEntry(owner, one);
  const small = await newEntry(owner, other, { tags: ["a"] });
  const set = async (where: string, costMinor: number) => {
    for (const table of ["time_entries", "time_sum_deltas"]) {
      await db.query(
        sql`update ${raw(table)} set cost_minor = ${costMinor} where org_id = ${owner.orgId} and project_id = ${where}`,
      );
    }
  };
  await set(one.projectId, largest - 1);
  await set(other.projectId, 1);
  for (const groups of ["project", "date", "tag", "user,project"]) await assertAnswered(owner, `groupBy=${groups}`);
  assert.equal((await owner.get("/v1/reports/costs")).json.totals.costMinor, largest);
  await set(other.projectId, 2);
  await assertRefused(owner);
  for (const { projectId } of [one, other]) await assertAnswered(owner, `groupBy=date&projectId=${projectId}`);
  await assertAnswered(owner, "tag=a");
  assert.equal((await owner.get(`/v1/time-entries/${small.id}`)).json.costMinor, 2);
});

test("sums beyond 64 bits are folded, stay correct and are refused with the same message", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner, { budget: { kind: "cost", amountMinor: largest } });
  const entries = Array.from({ length: 500 }, () => entryBody(where));
  for (let round = 0; round < 3; round++)
    assert.equal((await owner.post("/v1/time-entries/batch", { entries })).status, 201);
  for (const table of ["time_entries", "time_sum_deltas"])
    await db.query(sql`update ${raw(table)} set cost_minor = ${largest} where org_id = ${owner.orgId}`);
  await assertRefused(owner);
  await foldOrganization(db, owner.orgId);
  const [left] = await db.query<{ count: number }>(
    sql`select count(*) as count from time_sum_deltas where org_id = ${owner.orgId}`,
  );
  assert.equal(left?.count, 0);
  assert.deepEqual((await db.transaction((tx) => checkTimeSums(tx, owner.orgId, 5))).differences, []);
  await assertRefused(owner);
  // The amount is 9,007,199,254,740,991 × 1,500, which exceeds both the budget and 2^53. The entry is created
  // nevertheless.
  await newEntry(owner, where);
  assert.deepEqual((await listBudgetEvents(db, owner)).at(-1), `exceeded at ${largest} of ${largest}`);
  assert.equal((await owner.get(`/v1/projects/${where.projectId}`)).status, 200);
});
