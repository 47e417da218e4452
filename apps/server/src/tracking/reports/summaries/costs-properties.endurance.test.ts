import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { budgetPeriod, firstBudgetPeriod } from "#tracking/ledger/budgets/budget-period.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { dayNear, nearMidnight, newWorld, type World, zones } from "#test/worlds/report-world.ts";
import {
  dayOf,
  matchingEntries,
  type ModelEntry,
  queryOf,
  type ReportQuery,
  sumsOf,
} from "#test/worlds/summary-model.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

// COSTS_ROUNDS=100 searches for several minutes; COSTS_SEED repeats a failed search.
const rounds = Number(process.env["COSTS_ROUNDS"] ?? 1);
const firstSeed = Number(process.env["COSTS_SEED"] ?? 20_260_301);

const budgets = [
  { kind: "time", seconds: 500_000, period: "monthly", startsOn: "2025-12-31", billableOnly: false },
  { kind: "amount", amountMinor: 1_000_000, period: "weekly", startsOn: null, billableOnly: true },
  { kind: "cost", amountMinor: 10_000_000, period: "total", startsOn: "2026-03-01", billableOnly: true },
  { kind: "cost", amountMinor: 40_000_000, period: "total", startsOn: null, billableOnly: false },
  null,
] as const;
type Budget = NonNullable<(typeof budgets)[number]>;

function usedBy({ kind, billableOnly }: Budget, { billable, ...entry }: ModelEntry): number {
  if (kind === "amount") return entry.amountMinor;
  if (kind === "cost") return billable || !billableOnly ? entry.costMinor : 0;
  return billableOnly ? entry.billableSeconds : entry.durationSeconds;
}

test("costs are the sums of the entries, folded or not, and budgets the sums in their period", async () => {
  const app = await testApp();

  async function check({ owner, model, places }: World, projectIds: string[], seed: number): Promise<void> {
    const often = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const queries = fc
      .record({
        tz: often(fc.constantFrom(...zones)),
        ends: fc.tuple(often(fc.oneof(dayNear, nearMidnight)), often(fc.oneof(dayNear, nearMidnight))),
        asOf: dayNear,
      })
      .map(({ ends: [from, to], ...rest }) => ({ groupBy: [], from, to, ...rest }));
    for (const { asOf, ...asked } of fc.sample(queries, { numRuns: 20, seed })) {
      // Omits `from` unless it precedes `to`. ISO dates sort like text.
      const inRange: ReportQuery =
        (asked.from ?? "") < (asked.to ?? "9").slice(0, 10) ? asked : { ...asked, from: undefined };
      const { groupBy: _, ...query } = { ...inRange, asOf };
      const path = `/v1/reports/costs?${queryOf(query)}`;
      const answer = await owner.get(path);
      assert.equal(answer.status, 200, `${path} ${answer.text}`);
      const asker = { userId: owner.userId, seesOthers: true, showsMoney: true };
      const matching = matchingEntries(model, inRange, asker);
      const rows = projectIds.flatMap((projectId, index) => {
        const budget = budgets[index] ?? null;
        const own = matching.filter((entry) => entry.projectId === projectId);
        if (own.length === 0 && budget === null) return [];
        return [{ projectId, ...sumsOf(own, asker), used: budget === null ? null : used(budget, projectId) }];
      });
      function used(budget: Budget, projectId: string): number {
        const { startsOn } = budget;
        const period =
          budgetPeriod(budget, asOf, model.weekStart) ??
          firstBudgetPeriod({ ...budget, startsOn: startsOn ?? "is there, if it is in the future" });
        return model.entries
          .filter((entry) => entry.projectId === projectId)
          .filter(({ startedAt }) => dayOf(startedAt, model.timeZone) >= (period.start ?? ""))
          .filter(({ startedAt }) => dayOf(startedAt, model.timeZone) <= (period.end ?? "9999"))
          .reduce((sum, entry) => sum + usedBy(budget, entry), 0);
      }
      const shown = answer.json.projects.map(({ budget, name: _name, clientId: _client, ...sums }: Json) => ({
        ...sums,
        used: budget?.used ?? null,
      }));
      const order = (a: Json, b: Json) => b.seconds - a.seconds || (a.projectId < b.projectId ? -1 : 1);
      assert.deepEqual(shown, rows.toSorted(order), `seed ${seed}: ${path}`);
      assert.deepEqual(answer.json.totals, sumsOf(matching, asker), `seed ${seed}: ${path}`);
    }
    assert.equal(places.length, 2 * projectIds.length);
  }

  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const world = await newWorld(app);
    const projectIds = [...new Set(world.places.map(({ projectId }) => projectId))];
    for (const [index, projectId] of projectIds.entries()) {
      const changed = await world.owner.patch(`/v1/projects/${projectId}`, { budget: budgets[index] });
      assert.equal(changed.status, 200, changed.text);
    }
    await world.fill(250, seed);
    await world.edit(30, seed);
    await check(world, projectIds, seed);
    await foldOrganization(app.db, world.owner.orgId);
    await check(world, projectIds, seed + 1);
    await world.fill(50, seed + 1);
    await world.edit(30, seed + 1);
    await check(world, projectIds, seed + 2);
  }
});
