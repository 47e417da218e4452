import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type DatabasePool, type Sql, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { workOf } from "#test/worlds/work-of.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { reportSettings } from "./operations/report-settings.ts";
import { groupings } from "./groupings.ts";

const pools: DatabasePool[] = [];
after(() => Promise.all(pools.map((pool) => pool.end())));

/** An app with a separate database. `asked` contains the statements of its reports. */
async function ownWorld(): Promise<TestApp & { owner: Caller; reports: DatabasePool; asked: Sql[] }> {
  const { db, connection } = await createDatabase();
  const reports = openPool({ connection, poolSize: 2, applicationName: "stint-reports", settings: reportSettings });
  pools.push(reports);
  const asked: Sql[] = [];
  const query: DatabasePool["query"] = (statement, options) => {
    asked.push(statement);
    return reports.query(statement, options);
  };
  const world = await newTestApp({ db, reports: { ...reports, query } });
  return { ...world, owner: await world.newOrganization(), reports, asked };
}

/** Every grouping alone, and every ordered pair. */
const pairs = groupings.flatMap((one) => [
  one,
  ...groupings.filter((two) => two !== one).map((two) => `${one},${two}`),
]);

test("a report's work is proportional to the actual rows, even without statistics", async () => {
  const { db, reports, owner, asked } = await ownWorld();
  const count = 600;
  const where = await newProject(owner);
  await newEntry(owner, where);
  await db.query(sql`analyze`);
  await db.query(sql`
    insert into clients (org_id, id, name) select ${owner.orgId}, 'client_' || n, 'c' || n from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into projects (org_id, id, name, client_id, budget)
    select ${owner.orgId}, 'proj_' || n, 'p' || n, 'client_' || n,
           '{"kind":"time","seconds":3600,"period":"monthly","startsOn":null,"billableOnly":true,"alertPercents":[80],"onExceed":"warn"}'
      from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into tasks (org_id, id, project_id, name)
    select ${owner.orgId}, 'task_' || n, 'proj_' || n, 't' || n from generate_series(1, ${count}::integer) n`);
  const entries = Array.from({ length: count }, (_, n) => ({
    projectId: `proj_${n + 1}`,
    taskId: `task_${n + 1}`,
    startedAt: new Date(Date.UTC(2026, 2, 1) + n * 3_600_000).toISOString(),
    durationSeconds: 60,
    tags: [`tag ${n}`],
  }));
  for (let at = 0; at < count; at += 300) {
    const made = await owner.post("/v1/time-entries/batch", { entries: entries.slice(at, at + 300) });
    assert.equal(made.status, 201, made.text);
  }
  for (const state of ["waiting", "folded"]) {
    if (state === "folded") await foldOrganization(db, owner.orgId);
    for (const path of [...pairs.map((pair) => `summary?groupBy=${pair}`), "costs"]) {
      asked.length = 0;
      assert.equal((await owner.get(`/v1/reports/${path}`)).status, 200);
      for (const statement of asked) {
        const work = await workOf(reports, statement);
        assert.ok(work < 150 * count, `${path}, ${state}: ${work} rows`);
      }
    }
  }
});

test("the days between two distant entries cost nothing", async () => {
  const { db, owner, asked } = await ownWorld();
  const where = await newProject(owner);
  for (const startedAt of ["1970-01-05T09:00:00Z", "2026-03-02T09:00:00Z", "2199-12-30T09:00:00Z"])
    await newEntry(owner, where, { startedAt });
  for (const state of ["waiting", "folded"]) {
    if (state === "folded") await foldOrganization(db, owner.orgId);
    for (const interval of ["day", "week", "month", "quarter", "year"]) {
      for (const pair of ["date", "date,user", "task,date", "date,tag"]) {
        asked.length = 0;
        const answer = await owner.get(`/v1/reports/summary?groupBy=${pair}&interval=${interval}&tz=America/New_York`);
        assert.equal(answer.json.totals.entries, 3, answer.text);
        if (pair === "date") assert.equal(answer.json.groups.length, 3);
        const sent = JSON.stringify(asked.map(({ values }) => values)).length;
        assert.ok(sent < 40_000, `${pair} by ${interval}, ${state}: ${sent} characters of parameters`);
      }
    }
  }
});

test("the costs of many budgets that begin on different days are proportional to their number", async () => {
  const { db, reports, owner, asked } = await ownWorld();
  const count = 1_000;
  await db.query(sql`
    insert into projects (org_id, id, name, budget)
    select ${owner.orgId}, 'proj_' || n, 'p' || n,
           jsonb_build_object('kind', 'time', 'seconds', 3600, 'period', 'total', 'startsOn', date '2022-01-01' + n::integer,
                              'billableOnly', false, 'alertPercents', '[80]'::jsonb, 'onExceed', 'warn')
      from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into tasks (org_id, id, project_id, name)
    select ${owner.orgId}, 'task_' || n, 'proj_' || n, 't' || n from generate_series(1, ${count}::integer) n`);
  // Each project has an entry on the day before its budget begins, and one on that day.
  const entries = Array.from({ length: 2 * count }, (_, n) => ({
    projectId: `proj_${(n >> 1) + 1}`,
    taskId: `task_${(n >> 1) + 1}`,
    startedAt: new Date(Date.UTC(2022, 0, 1 + ((n + 1) >> 1), 12)).toISOString(),
    durationSeconds: 60,
  }));
  for (let at = 0; at < entries.length; at += 500) {
    const made = await owner.post("/v1/time-entries/batch", { entries: entries.slice(at, at + 500) });
    assert.equal(made.status, 201, made.text);
  }
  for (const state of ["waiting", "folded"]) {
    if (state === "folded") await foldOrganization(db, owner.orgId);
    asked.length = 0;
    const { status, json } = await owner.get("/v1/reports/costs");
    assert.equal(status, 200);
    assert.equal(json.projects.length, count);
    for (const { seconds, budget } of json.projects) assert.deepEqual([seconds, budget.used], [120, 60]);
    for (const statement of asked) {
      const work = await workOf(reports, statement);
      assert.ok(work < 150 * count, `${state}: ${work} rows`);
    }
  }
});
