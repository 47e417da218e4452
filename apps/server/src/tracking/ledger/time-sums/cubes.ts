import { join, raw, type Sql, sql } from "#platform/database/database.ts";
import type { Level } from "./pieces.ts";

export type SumKey = "project_id" | "user_id" | "task_id" | "tag_key";

/** A grouping by which sums of entries are stored. */
export interface Cube {
  name: string;
  keys: readonly SumKey[];
  levels: readonly Level[];
}

/**
 * The stored sums (docs/decisions/0007). Each cube has only those levels that keep its number of rows small: with all
 * keys and by day, there would be as many rows as entries.
 */
export const cubes: readonly Cube[] = [
  { name: "all", keys: [], levels: ["month", "hour", "quarter_hour"] },
  { name: "project", keys: ["project_id"], levels: ["year", "month", "day"] },
  { name: "user", keys: ["user_id"], levels: ["year", "month", "day"] },
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
  "costed_seconds",
  "billable_costed_seconds",
  "amount_rest",
] as const;
export type Measure = (typeof measures)[number];

/**
 * SQL for what an entry (or a delta, with its sign) adds to each measure. `alias` is not escaped, so it must be our
 * own text.
 */
export function measuresOf(alias: string, sign: Sql, wanted: readonly Measure[] = measures): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  const when = (condition: Sql, value: Sql) => sql`case when ${condition} then ${value} else 0 end`;
  const isBillable = of("billable");
  const isCosted = sql`${of("cost_rate_source")} <> 'none'`;
  const value: Record<Measure, Sql> = {
    entries: sign,
    seconds: sql`${sign} * ${of("duration_seconds")}`,
    cost_minor: sql`${sign} * ${of("cost_minor")}`,
    billable_entries: when(isBillable, sign),
    billable_duration_seconds: when(isBillable, sql`${sign} * ${of("duration_seconds")}`),
    billable_cost_minor: when(isBillable, sql`${sign} * ${of("cost_minor")}`),
    billable_seconds: sql`${sign} * ${of("billable_seconds")}`,
    amount_minor: sql`${sign} * ${of("amount_minor")}`,
    unrated_seconds: when(sql`${of("rate_source")} = 'none'`, sql`${sign} * ${of("billable_seconds")}`),
    costed_seconds: when(isCosted, sql`${sign} * ${of("duration_seconds")}`),
    billable_costed_seconds: when(sql`${isCosted} and ${isBillable}`, sql`${sign} * ${of("duration_seconds")}`),
    // Rate × seconds − 3600 × amount. Leaves out the whole hours, because their products would exceed 64 bits for an
    // entry that lasts decades.
    amount_rest: sql`${sign} * (${of("rate_minor")} * (${of("billable_seconds")} % 3600)
      - 3600 * (${of("amount_minor")} - ${of("billable_seconds")} / 3600 * ${of("rate_minor")}))`,
  };
  return join(
    wanted.map((name) => sql`${value[name]} as ${raw(name)}`),
    ", ",
  );
}

/** SQL for the start of the period that contains an instant. */
export function periodStart(level: Level, instant: Sql): Sql {
  if (level === "quarter_hour") return sql`date_bin('15 minutes', ${instant}, '1970-01-01T00:00:00Z')`;
  return sql`date_trunc(${raw(`'${level}'`)}, ${instant}, 'UTC')`;
}
