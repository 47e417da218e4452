import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { format } from "sql-formatter";
import type { Sql } from "#platform/database/database.ts";
import { noFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { listBuckets } from "#tracking/reports/summaries/buckets.ts";
import { chooseSource } from "#tracking/reports/summaries/choose-source.ts";
import { groupsStatement, projectRangesStatement } from "#tracking/reports/summaries/queries.ts";
import type { Grouping } from "#tracking/reports/summaries/groupings.ts";

const orgId = "org_1";
const [from, to] = ["2026-01-01T12:07:00Z", "2026-03-01T09:00:00Z"];
const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];

/**
 * A query for a range of about sixty days that starts in the middle of a quarter hour, so it reads sums, deltas and
 * entries.
 */
function ask(groupBy: Grouping[]) {
  const filter = { ...noFilter, userIds: ["usr_1"], from, to };
  return {
    orgId,
    groupBy,
    filter,
    teamIds: undefined,
    buckets: undefined,
    source: chooseSource(groupBy, filter, undefined),
  };
}

function askByMonth(groupBy: Grouping[]) {
  const buckets = listBuckets("month", "Asia/Kolkata", "monday", fromMs, toMs);
  return {
    orgId,
    groupBy,
    filter: noFilter,
    teamIds: undefined,
    buckets,
    source: chooseSource(groupBy, noFilter, buckets),
  };
}

const statements: Record<string, Sql | undefined> = {
  "user-and-tag": groupsStatement(ask(["user", "tag"]), 1, { most: 100, firstLevel: ask(["user"]) }),
  "month-and-client": groupsStatement(askByMonth(["date", "client"]), 1, { most: 100 }),
  "costs-of-projects": projectRangesStatement(
    orgId,
    [
      { fromMs: null, toMs },
      { fromMs, toMs },
    ],
    [
      { projectId: "prj_1", bucket: 0 },
      { projectId: "prj_2", bucket: 1 },
    ],
  ),
};

for (const [name, statement] of Object.entries(statements))
  test(`the report statement ${name} equals the stored one`, (t) => {
    assert.ok(statement);
    const values = statement.values.map((value, at) => `-- $${at + 1} = ${JSON.stringify(value)}\n`);
    const whole = `${values.join("")}${format(statement.text, { language: "postgresql", expressionWidth: 100 })}\n`;
    const file = join(import.meta.dirname, "report-statements", `${name}.sql`);
    t.assert.fileSnapshot(whole, file, { serializers: [String] });
  });
