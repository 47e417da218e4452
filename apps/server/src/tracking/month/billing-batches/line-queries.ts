import { join, raw, type Sql, sql } from "#platform/database/database.ts";
import type { LineGrouping } from "./line-schemas.ts";

/** A line as computed by the database. Columns of groupings that were not requested are absent. */
export interface LineRow {
  client_id?: string | null;
  client_name?: string | null;
  project_id?: string;
  project_name?: string;
  task_id?: string;
  task_name?: string;
  user_id?: string;
  user_name?: string;
  day?: string;
  entry_id?: string;
  started_at?: string;
  description?: string;
  entries: number;
  billable_seconds: number;
  hundredths: number;
  /** Null if the entries' rates differ. */
  unit_price_minor: number | null;
  amount_minor: number;
  exact: boolean;
}

const named = ["client", "project", "task", "user"] as const;

/** The columns of each grouping and its parents. */
const columnsOf: Record<LineGrouping, readonly string[]> = {
  client: ["client_id"],
  project: ["client_id", "project_id"],
  task: ["client_id", "project_id", "task_id"],
  user: ["user_id"],
  date: ["day"],
  entry: ["client_id", "project_id", "task_id", "user_id", "day", "entry_id", "started_at", "description"],
};

const orderOf: Record<LineGrouping, readonly string[]> = {
  client: [byName("client")],
  project: [byName("client"), byName("project")],
  task: [byName("client"), byName("project"), byName("task")],
  user: [byName("user")],
  date: ["day"],
  entry: ["started_at", "entry_id"],
};

// Puts lines without a client first. PostgreSQL would sort their nulls last.
function byName(grouping: (typeof named)[number]): string {
  return `lower(coalesce(${grouping}_name, '')) collate "C", coalesce(${grouping}_id, '')`;
}

/**
 * The lines of a batch. The largest-remainder method rounds quantities so that they add up to the rounded total: each
 * line gets its whole hundredths of an hour (36 s), and the lines with the largest remainders get the hundredths that
 * are left over.
 */
export function linesStatement(
  { orgId, batchId, groupBy }: { orgId: string; batchId: string; groupBy: readonly LineGrouping[] },
  most?: number,
): Sql {
  const columns = [...new Set(groupBy.flatMap((grouping) => columnsOf[grouping]))];
  const names = named.filter((grouping) => columns.includes(`${grouping}_id`));
  const joins = names.map(
    (grouping) => sql`
      left join billing_batch_names ${raw(`${grouping}_names`)}
        on ${raw(`${grouping}_names`)}.org_id = ${orgId} and ${raw(`${grouping}_names`)}.batch_id = ${batchId}
       and ${raw(`${grouping}_names`)}.id = g.${raw(`${grouping}_id`)}`,
  );
  const nameList = names.map((grouping) => `, ${grouping}_names.name as ${grouping}_name`).join("");
  const order = raw(groupBy.flatMap((grouping) => orderOf[grouping]).join(", "));
  return sql`
    with grouped as (
      select ${raw(columns.join(", "))}, count(*) as entries, sum(billable_seconds)::bigint as billable_seconds,
             sum(amount_minor)::bigint as amount_minor,
             case when min(rate_minor) = max(rate_minor) then min(rate_minor) end as unit_price_minor
        from billing_batch_entries
       where org_id = ${orgId} and batch_id = ${batchId}
       group by ${raw(columns.join(", "))}
    ), named as (
      select g.* ${raw(nameList)} from grouped g ${joins.length === 0 ? sql`` : join(joins, " ")}
    ), numbered as (
      select *, row_number() over (order by ${order}) as line,
             (sum(billable_seconds) over () + 18)::bigint / 36 - (sum(billable_seconds / 36) over ())::bigint as left_over
        from named
    ), shared as (
      select *, billable_seconds / 36
                + case when row_number() over (order by billable_seconds % 36 desc, line) <= left_over then 1 else 0 end as hundredths
        from numbered
    )
    select *, unit_price_minor is not null
              and div(hundredths::numeric * unit_price_minor + 50, 100) = amount_minor as exact
      from shared
     order by line ${most === undefined ? sql`` : sql`limit ${most}`}`;
}
