import assert from "node:assert/strict";
import { test } from "node:test";
import type { DatabasePool } from "#platform/database/database.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { checkBudgets } from "./check-budgets.ts";
import { ratesOfSeconds, withBudget } from "#test/worlds/budget-events.ts";

/** An app that counts the SQL statements run inside transactions. */
async function countingApp() {
  const { db } = await sharedDatabase();
  let statements = 0;
  const counting: DatabasePool = {
    ...db,
    transaction: (run) =>
      db.transaction((tx) =>
        run({
          inTransaction: true,
          query: (statement) => {
            statements++;
            return tx.query(statement);
          },
        }),
      ),
  };
  const caller = await (await newTestApp({ db: counting })).newOrganization();
  const count = async (call: () => Promise<{ status: number; text: string }>, status: number) => {
    statements = 0;
    const answer = await call();
    assert.equal(answer.status, status, answer.text);
    return statements;
  };
  return { caller, db, count };
}

const kinds = [
  { kind: "time" },
  { kind: "time", billableOnly: false },
  { kind: "amount", seconds: undefined, amountMinor: 1000 },
  { kind: "cost", seconds: undefined, amountMinor: 1000 },
];
const schedules = [
  { period: "total" },
  { period: "total", startsOn: "1970-01-01" },
  { period: "total", startsOn: "2026-02-03" },
  { period: "total", startsOn: "2026-02-28" },
  { period: "monthly" },
  { period: "monthly", startsOn: "2026-01-31" },
  { period: "weekly" },
  { period: "weekly", startsOn: "2026-02-05" },
];

/**
 * Entries on every second day from 31 January. They start so close to midnight that their day depends on the time zone.
 */
function entriesOf(where: { projectId: string; taskId: string }, at: number) {
  return Array.from({ length: 12 }, (_, index) =>
    entryBody(where, {
      startedAt: new Date(Date.UTC(2026, 0, 31 + 2 * index, at % 2 === 0 ? 22 : 3, 30)).toISOString(),
      durationSeconds: 250 + 60 * (index % 4),
    }),
  );
}

async function agree(db: DatabasePool, { orgId }: Caller): Promise<number> {
  const { differences, periods } = await db.transaction((tx) => checkBudgets(tx, orgId, 5));
  assert.deepEqual(differences, []);
  return periods;
}

test("budgets of every kind and period match their entries, after a batch and in another time zone", async () => {
  const { caller, db } = await countingApp();
  for (const rate of ratesOfSeconds) await caller.post("/v1/rates", rate);
  const entries: object[] = [];
  for (const [at, schedule] of schedules.entries()) {
    for (const kind of kinds) {
      entries.push(...entriesOf(await newProject(caller, withBudget({ ...kind, ...schedule })), at));
    }
  }
  const made = await caller.post("/v1/time-entries/batch", { entries });
  assert.equal(made.status, 201, made.text);
  const periods = [await agree(db, caller)];
  for (const settings of [{ timeZone: "Asia/Kolkata" }, { weekStart: "thursday" }, { timeZone: "America/New_York" }]) {
    assert.equal((await caller.patch("/v1/organization", settings)).status, 200);
    periods.push(await agree(db, caller));
  }
  assert.ok(new Set(periods).size > 1, "the zones cut the periods otherwise");
});

test("ten times as many budgets need no more statements", async () => {
  const { caller, count } = await countingApp();
  const work = async (projects: number, timeZone: string) => {
    const places = [];
    for (let at = 0; at < projects; at++) places.push(await newProject(caller, withBudget({ period: "monthly" })));
    const entries = places.map((where) => entryBody(where, { durationSeconds: 900 }));
    return {
      batch: await count(() => caller.post("/v1/time-entries/batch", { entries }), 201),
      zone: await count(() => caller.patch("/v1/organization", { timeZone }), 200),
    };
  };
  assert.deepEqual(await work(20, "Europe/Berlin"), await work(2, "America/New_York"));
});
