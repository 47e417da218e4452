import assert from "node:assert/strict";
import { test } from "node:test";
import { Stint } from "@stint/sdk";
import { sql } from "@stint/server/src/platform/database/database.ts";
import { insertDeltasFrom } from "@stint/server/src/tracking/ledger/time-sums/queries.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { budgetQueries } from "#pages/projects/detail/budget/budget-queries.ts";

const { app, db, newOrganization, newMember } = await newTestApp();
const port = await listenOn(app);
const peopleCount = 3;

/** A project with a budget on which three people tracked an hour on each of the last days. */
async function newBudget(dayCount: number, budget: object = {}) {
  const owner = await newOrganization({ timeZone: "UTC" });
  const { projectId, taskId } = await newProject(owner, { budget: { kind: "time", seconds: 360_000_000, ...budget } });
  const people = [owner, await newMember(owner, "member"), await newMember(owner, "member")];
  await db.query(sql`
    with inserted as (
      insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, billable, billable_seconds)
      select ${owner.orgId}, 'time_' || md5(user_id || day), user_id, ${projectId}, ${taskId},
             (current_date - day) + interval '9 hours', 3600, true, 3600
        from unnest(${people.map(({ userId }) => userId)}::text[]) user_id, generate_series(0, ${dayCount - 1}::integer) day
      returning *)
    ${insertDeltasFrom("inserted", 1)}`);
  const stint = new Stint({ baseUrl: `http://127.0.0.1:${port}`, apiKey: owner.apiKey });
  const { projects, asOf } = await stint.reports.costs({ projectId });
  const [project] = projects;
  assert.ok(project !== undefined && project.budget !== null);
  const queries = budgetQueries(project, { asOf, tz: "UTC", isBillableOnly: true });
  assert.ok(queries !== undefined);
  return { stint, budget: project.budget, asOf, ...queries };
}

test("a budget with more groups by day and person than the API returns is read by day, and its pace by person", async () => {
  const { stint, budget, byDay, byPerson } = await newBudget(3400);
  await assert.rejects(stint.reports.summary({ ...byDay, groupBy: ["date", "user"] }), { code: "too_many_groups" });
  const days = await stint.reports.summary(byDay);
  assert.deepEqual([days.groups.length, days.totals.seconds], [3400, budget.usedSoFar]);
  assert.deepEqual(
    [byPerson?.from, byPerson?.to, byPerson?.billable],
    [budget.forecast.basis.from, budget.forecast.basis.to, true],
  );
  const { groups } = await stint.reports.summary(byPerson ?? {});
  assert.equal(groups.flatMap((day) => day.groups ?? []).length, 28 * peopleCount);
});

test("other budgets are read by day and person in a single request", async () => {
  const { stint, budget, asOf, byDay, byPerson } = await newBudget(60);
  assert.deepEqual([byPerson, byDay.from, byDay.to], [undefined, undefined, asOf]);
  const { groups, totals } = await stint.reports.summary(byDay);
  assert.deepEqual([groups.length, totals.seconds], [60, budget.usedSoFar]);
  assert.equal(groups[0]?.groups?.length, peopleCount);
});

test("the usage begins with the budget's period or, if that is earlier, with the basis", async () => {
  const weekly = await newBudget(60, { period: "weekly" });
  assert.equal(weekly.byDay.from, weekly.budget.forecast.basis.from);
  const { asOf } = weekly;
  const startsOn = Temporal.PlainDate.from(asOf).subtract({ days: 40 }).toString();
  assert.equal((await newBudget(60, { startsOn })).byDay.from, startsOn);
});
