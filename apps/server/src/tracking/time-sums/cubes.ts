import { raw, type Sql, sql } from "#platform/database/database.ts";
import type { Level } from "#tracking/reports/pieces.ts";

export type SumKey = "project_id" | "user_id" | "task_id" | "tag_key";

/** One way to group entries for which sums are kept. */
export interface Cube {
  name: string;
  keys: readonly SumKey[];
  levels: readonly Level[];
}

/**
 * What is kept (docs/decisions/0007). Each cube has the levels that keep its number of rows small: all keys by day would
 * be as many rows as there are entries.
 */
export const cubes: readonly Cube[] = [
  { name: "all", keys: [], levels: ["month", "hour", "quarter_hour"] },
  { name: "project", keys: ["project_id"], levels: ["month", "day"] },
  { name: "user", keys: ["user_id"], levels: ["month", "day"] },
  { name: "project_user", keys: ["project_id", "user_id"], levels: ["year", "month"] },
  { name: "task", keys: ["project_id", "task_id"], levels: ["year", "month"] },
  { name: "tag", keys: ["tag_key"], levels: ["month"] },
];

export const allKeys: readonly SumKey[] = ["project_id", "user_id", "task_id", "tag_key"];

export const measures = [
  "entries",
  "seconds",
  "cost_minor",
  "billable_entries",
  "billable_duration_seconds",
  "billable_cost_minor",
  "billable_seconds",
  "amount_minor",
  "unrated_seconds",
] as const;
export type Measure = (typeof measures)[number];

/** What one entry (or delta, with its sign) adds to each measure. `alias` is our own name of its row. */
export function measuresOf(alias: string, sign: Sql): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  const whenBillable = (value: Sql) => sql`case when ${of("billable")} then ${value} else 0 end`;
  return sql`
    ${sign} as entries, ${sign} * ${of("duration_seconds")} as seconds, ${sign} * ${of("cost_minor")} as cost_minor,
    ${whenBillable(sign)} as billable_entries, ${whenBillable(sql`${sign} * ${of("duration_seconds")}`)} as billable_duration_seconds,
    ${whenBillable(sql`${sign} * ${of("cost_minor")}`)} as billable_cost_minor, ${sign} * ${of("billable_seconds")} as billable_seconds,
    ${sign} * ${of("amount_minor")} as amount_minor,
    case when ${of("rate_source")} = 'none' then ${sign} * ${of("billable_seconds")} else 0 end as unrated_seconds`;
}

/** The start of the period of a level that an instant lies in. */
export function periodStart(level: Level, instant: Sql): Sql {
  if (level === "quarter_hour") return sql`date_bin('15 minutes', ${instant}, '1970-01-01T00:00:00Z')`;
  return sql`date_trunc(${raw(`'${level}'`)}, ${instant}, 'UTC')`;
}
