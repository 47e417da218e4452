import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { listBudgetEvents, ratesOfSeconds, withBudget } from "#test/worlds/budget-events.ts";

const today = new Date("2026-03-18T12:00:00Z");

type Where = { projectId: string; taskId: string };

async function setUp(timeZone?: string) {
  const { newOrganization, db } = await newTestApp({ now: () => today });
  const caller = await newOrganization(timeZone === undefined ? {} : { timeZone });
  const change = async ({ projectId }: Where, budget: object | null) => {
    const changed = await caller.patch(`/v1/projects/${projectId}`, {
      budget: budget === null ? null : { kind: "time", seconds: 1000, ...budget },
    });
    assert.equal(changed.status, 200, changed.text);
    return changed.json;
  };
  /** Returns a function that lists the budget events recorded since this call. */
  const listen = async () => {
    const { length } = await listBudgetEvents(db, caller);
    return async () => (await listBudgetEvents(db, caller)).slice(length);
  };
  return { caller, db, change, listen };
}

/** Creates one entry of the given duration in each month. */
async function work(caller: Caller, where: Where, months: Record<string, number>): Promise<void> {
  for (const [month, durationSeconds] of Object.entries(months)) {
    await newEntry(caller, where, { startedAt: `${month}-16T09:00:00Z`, durationSeconds });
  }
}

test("a budget set on a project with a history records events for today's period only", async () => {
  const { caller, change, listen } = await setUp();
  const where = await newProject(caller);
  await work(caller, where, { "2026-01": 900, "2026-02": 1001, "2026-03": 1000, "2026-04": 1500 });
  const told = await listen();
  await change(where, { period: "monthly" });
  const now = ["80% at 1000 of 1000 from 2026-03-01", "100% at 1000 of 1000 from 2026-03-01"];
  assert.deepEqual(await told(), now);

  await work(caller, where, { "2026-01": 50, "2026-02": 50, "2026-03": 1, "2026-04": 50 });
  const more = "exceeded at 1001 of 1000 from 2026-03-01";
  assert.deepEqual(await told(), [...now, more]);
  await work(caller, where, { "2026-01": 51 });
  const crossed = ["100% at 1001 of 1000 from 2026-01-01", "exceeded at 1001 of 1000 from 2026-01-01"];
  assert.deepEqual(await told(), [...now, more, ...crossed]);
});

test("a limit lowered below the usage sends newly reached thresholds; once raised, they can be reached again", async () => {
  const { caller, change, listen } = await setUp();
  const where = await newProject(caller, withBudget({ period: "monthly" }));
  await work(caller, where, { "2026-02": 850, "2026-03": 850 });
  const told = await listen();
  await change(where, { period: "monthly", seconds: 849 });
  const lowered = ["100% at 850 of 849 from 2026-03-01", "exceeded at 850 of 849 from 2026-03-01"];
  assert.deepEqual(await told(), lowered);
  await change(where, { period: "monthly", seconds: 850 });
  await change(where, { period: "monthly", seconds: 2000 });
  assert.deepEqual(await told(), lowered);
  await work(caller, where, { "2026-03": 750 });
  const reached = "80% at 1600 of 2000 from 2026-03-01";
  assert.deepEqual(await told(), [...lowered, reached]);
  await change(where, { period: "monthly", seconds: 1600 });
  assert.deepEqual(await told(), [...lowered, reached, "100% at 1600 of 1600 from 2026-03-01"]);
});

test("a removed budget is no longer measured, and is a new one when set again", async () => {
  const { caller, db, change, listen } = await setUp();
  const where = await newProject(caller, withBudget());
  await work(caller, where, { "2026-03": 900 });
  const told = await listen();
  assert.equal((await change(where, null)).budget, null);
  assert.deepEqual(await db.query(sql`select 1 from budget_periods where org_id = ${caller.orgId}`), []);
  await work(caller, where, { "2026-03": 200 });
  assert.deepEqual(await told(), []);
  await change(where, {});
  assert.deepEqual(
    await told(),
    ["80%", "100%", "exceeded"].map((what) => `${what} at 1100 of 1000`),
  );
});

test("a budget with another kind or period is a new one, even if its period begins on the same day", async () => {
  const { caller, change, listen } = await setUp();
  for (const rate of ratesOfSeconds) await caller.post("/v1/rates", rate);
  const where = await newProject(caller, withBudget({ startsOn: "2026-03-01" }));
  await work(caller, where, { "2026-03": 900 });
  const told = await listen();
  const all: string[] = [];
  await change(where, { kind: "amount", seconds: undefined, amountMinor: 1000, startsOn: "2026-03-01" });
  assert.deepEqual(await told(), all.concat("80% at 900 of 1000 from 2026-03-01"));
  await change(where, { kind: "cost", seconds: undefined, amountMinor: 900, startsOn: "2026-03-01" });
  all.push(...(await told()));
  assert.deepEqual(all.slice(1), ["80% at 900 of 900 from 2026-03-01", "100% at 900 of 900 from 2026-03-01"]);
  await change(where, { startsOn: "2026-03-01" });
  await change(where, { startsOn: "2026-03-01", period: "monthly" });
  assert.deepEqual((await told()).slice(all.length), Array(2).fill("80% at 900 of 1000 from 2026-03-01"));
});

test("a change of the alerts sends only newly requested ones, and other changes send nothing again", async () => {
  const { caller, change, listen } = await setUp();
  const where = await newProject(caller, withBudget());
  await work(caller, where, { "2026-03": 900 });
  const told = await listen();
  await change(where, { alertPercents: [50, 80, 95] });
  assert.deepEqual(await told(), ["50% at 900 of 1000"]);
  await change(where, { alertPercents: [] });
  await change(where, { alertPercents: [50], onExceed: "block" });
  assert.deepEqual(await told(), ["50% at 900 of 1000", "50% at 900 of 1000"]);
  await change(where, { alertPercents: [50], billableOnly: false });
  await caller.patch(`/v1/projects/${where.projectId}`, { name: "Renamed" });
  assert.equal((await told()).length, 2);
});

test("an unchanged budget makes no version and no change", async () => {
  const { caller, db, change } = await setUp();
  const where = await newProject(caller, withBudget({ alertPercents: [100, 50], startsOn: "2026-03-01" }));
  const changed = await change(where, { alertPercents: [50, 100], startsOn: "2026-03-01", billableOnly: true });
  assert.equal(changed.version, 1);
  assert.deepEqual(Object.keys(changed.budget), Object.keys((await caller.get("/v1/projects")).json.data[0].budget));
  const rows = await db.query(sql`select 1 from changes where org_id = ${caller.orgId} and action = 'project.updated'`);
  assert.equal(rows.length, 0);
});

test("a first day in the future counts nothing yet, and one moved forward drops the entries before it", async () => {
  const { caller, change, listen } = await setUp();
  const where = await newProject(caller, withBudget());
  await work(caller, where, { "2026-02": 900, "2026-04": 850 });
  const told = await listen();
  await change(where, { startsOn: "2026-04-01" });
  await work(caller, where, { "2026-03": 5000 });
  assert.deepEqual(await told(), []);
  await work(caller, where, { "2026-04": 150 });
  assert.deepEqual(await told(), ["100% at 1000 of 1000 from 2026-04-01"]);
});

test("another time zone changes the periods, and thresholds newly reached in today's period are sent", async () => {
  const { caller, listen } = await setUp("UTC");
  const where = await newProject(caller, withBudget({ period: "monthly" }));
  await newEntry(caller, where, { startedAt: "2026-02-28T12:00:00Z", durationSeconds: 500 });
  await newEntry(caller, where, { startedAt: "2026-03-01T12:00:00Z", durationSeconds: 500 });
  const told = await listen();
  assert.equal((await caller.patch("/v1/organization", { timeZone: "Pacific/Auckland" })).status, 200);
  const together = ["80% at 1000 of 1000 from 2026-03-01", "100% at 1000 of 1000 from 2026-03-01"];
  assert.deepEqual(await told(), together);
  assert.equal((await caller.patch("/v1/organization", { timeZone: "Pacific/Honolulu" })).status, 200);
  await newEntry(caller, where, { startedAt: "2026-03-01T10:00:00Z", durationSeconds: 300 });
  assert.deepEqual(await told(), [...together, "80% at 800 of 1000 from 2026-03-01"]);
});

test("another first day of the week changes the weeks of budgets that follow the organization", async () => {
  const { caller, listen } = await setUp();
  const following = await newProject(caller, withBudget({ period: "weekly", alertPercents: [50] }));
  const own = await newProject(caller, withBudget({ period: "weekly", alertPercents: [50], startsOn: "2026-03-02" }));
  for (const where of [following, own]) {
    await newEntry(caller, where, { startedAt: "2026-03-15T12:00:00Z", durationSeconds: 400 });
    await newEntry(caller, where, { startedAt: "2026-03-16T12:00:00Z", durationSeconds: 400 });
  }
  const told = await listen();
  assert.equal((await caller.patch("/v1/organization", { weekStart: "sunday" })).status, 200);
  assert.deepEqual(await told(), ["50% at 800 of 1000 from 2026-03-15"]);
});
