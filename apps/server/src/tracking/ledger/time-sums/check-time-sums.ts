import { raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { allKeys, type Measure, measures, measuresOf } from "./cubes.ts";
import { measureList, sumsOf } from "./queries.ts";

export type Figures = Record<Measure, number>;

/** A stored sum with its pending deltas, and the sum of the entries that it should equal. */
export interface SumDifference {
  cube: string;
  level: string;
  starts_at: string;
  project_id: string;
  user_id: string;
  task_id: string;
  tag_key: string;
  stored: Figures;
  counted: Figures;
}

export interface SumCheck {
  sums: number;
  differing: number;
  differences: SumDifference[];
}

const keyList = ["cube", "level", "starts_at", ...allKeys].join(", ");

/**
 * Selects the organization's entries in the form of deltas: the same key columns plus the measures, with an empty tag
 * list as null.
 */
export function summedEntries(orgId: string): Sql {
  return sql`
    select e.org_id, e.started_at, e.project_id, e.user_id, e.task_id, nullif(e.tag_keys, '{}') as tag_keys, ${measuresOf("e", sql`1`)}
      from time_entries e
     where e.org_id = ${orgId} and e.deleted_at is null`;
}

/** Compares each stored sum with its entries. A single statement reads both from the same snapshot. */
export async function checkTimeSums(tx: Transaction, orgId: string, most: number): Promise<SumCheck> {
  const figures = (of: string) => measures.map((name) => `'${name}', ${of}_${name}`).join(", ");
  const columns = measures.map((name) => `coalesce(s.${name}, 0) as s_${name}, coalesce(c.${name}, 0) as c_${name}`);
  const differ = raw(measures.map((name) => `s_${name} <> c_${name}`).join(" or "));
  const rows = await tx.query<SumCheck>(sql`
    with entry as (${summedEntries(orgId)}),
    delta as (
      select d.org_id, d.started_at, d.project_id, d.user_id, d.task_id, d.tag_keys, ${measuresOf("d", sql`d.sign`)}
        from time_sum_deltas d where d.org_id = ${orgId}
    ), stored as (
      select ${raw(keyList)}, ${raw(measures.map((name) => `sum(${name}) as ${name}`).join(", "))}
        from (select ${raw(keyList)}, ${raw(measureList)} from time_sums where org_id = ${orgId}
              union all ${sumsOf(sql`delta`)}) kept
       group by ${raw(keyList)}
    ), compared as (
      select ${raw(keyList)}, ${raw(columns.join(", "))}
        from stored s full join (${sumsOf(sql`entry`)}) c using (${raw(keyList)})
    ), differing as (
      select ${raw(keyList)}, jsonb_build_object(${raw(figures("s"))}) as stored, jsonb_build_object(${raw(figures("c"))}) as counted
        from compared where ${differ} order by ${raw(keyList)} limit ${most}
    )
    select count(*) as sums, count(*) filter (where ${differ}) as differing,
           (select coalesce(json_agg(d), '[]') from differing d) as differences
      from compared`);
  return one(rows);
}
