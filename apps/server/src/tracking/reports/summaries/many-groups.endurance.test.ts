import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { readCsv } from "#test/files/read-csv.ts";
import { insertDeltasFrom } from "#tracking/ledger/time-sums/queries.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { reportSettings } from "./operations/report-settings.ts";

const path = "/v1/reports/summary";

test("more than 10,000 groups are too many for JSON, but not for a table", async (t) => {
  const { db, connection } = await createDatabase();
  const reports = openPool({ connection, poolSize: 1, applicationName: "stint-reports", settings: reportSettings });
  t.after(() => reports.end());
  const { newOrganization } = await newTestApp({ db, reports });
  const owner = await newOrganization();
  const { projectId, taskId } = await newProject(owner);
  await db.query(sql`
    insert into tasks (org_id, project_id, id, name)
    select ${owner.orgId}, ${projectId}, 'task_' || lpad(n::text, 32, '0'), 'Task ' || n from generate_series(1, 10000) n`);
  await db.query(sql`
    with inserted as (
      insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, billable, billable_seconds)
      select ${owner.orgId}, 'time_' || right(id, 32), ${owner.userId}, project_id, id, '2026-03-02T09:00:00Z', 60, true, 60
        from tasks where org_id = ${owner.orgId} and id <> ${taskId}
      returning *)
    ${insertDeltasFrom("inserted", 1)}`);
  for (const groupBy of ["task", "project,task"]) {
    const most = await owner.get(`${path}?groupBy=${groupBy}`);
    assert.deepEqual([most.status, most.json.totals.entries], [200, 10_000]);
    assert.equal((groupBy === "task" ? most.json.groups : most.json.groups[0].groups).length, 10_000);
  }
  const last = await newEntry(owner, { projectId, taskId }, { tags: ["a"] });
  for (const groupBy of ["task", "project,task", "task,tag"]) {
    const answer = await owner.get(`${path}?groupBy=${groupBy}`);
    assertProblem(answer, 422, "too_many_groups");
    assert.match(answer.json.detail, /more than 10000 groups.*format=csv/);
    const lines = readCsv((await owner.get(`${path}?groupBy=${groupBy}&format=csv`)).text);
    assert.equal(lines.length, 10_002);
    assert.ok(lines[1]?.includes(last.taskId), "most seconds first");
  }
});
