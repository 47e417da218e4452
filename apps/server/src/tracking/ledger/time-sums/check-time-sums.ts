import { raw, type Sql, sql, type Transaction, join } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { allKeys, type Measure, measures, measuresOf } from "./cubes.ts";
import { measureList, sumsOf } from "./queries.ts";
import { amountSql } from "#tracking/ledger/rates/amount.ts";
import { type EntryPrices, prices } from "#tracking/ledger/rates/prices.ts";

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
function summedEntries(orgId: string): Sql {
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

/**
 * Rebuilds an organization's sums from its entries. The transaction must have called `changeEntryRules`, which blocks
 * writes of entries. Waits for nodes that are folding; afterwards, they find no deltas.
 */
export async function rebuildTimeSums(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`fold ${orgId}`}, 0))`);
  await tx.query(sql`delete from time_sum_deltas where org_id = ${orgId}`);
  await tx.query(sql`delete from time_sums where org_id = ${orgId}`);
  const columns = raw(["cube", "level", "starts_at", ...allKeys, measureList].join(", "));
  await tx.query(sql`
    with entry as (${summedEntries(orgId)})
    insert into time_sums (org_id, ${columns})
    select ${orgId}, ${columns} from (${sumsOf(sql`entry`)}) sums`);
  // Writes the names of tags too, because the deleted deltas can no longer provide them.
  await tx.query(sql`
    insert into tag_names (org_id, tag_key, name)
    select distinct on (t.tag_key) ${orgId}, t.tag_key, t.name
      from time_entries cross join lateral unnest(tag_keys, tags) as t (tag_key, name)
     where org_id = ${orgId} and deleted_at is null
     order by t.tag_key, updated_at desc, id desc
    on conflict (org_id, tag_key) do update set name = excluded.name where tag_names.name <> excluded.name`);
}

/** An entry whose stored amount or cost is not its rate × its seconds. */
interface AmountDifference {
  entry_id: string;
  stored: Pick<EntryPrices, "amount_minor" | "cost_minor">;
  counted: Pick<EntryPrices, "amount_minor" | "cost_minor">;
}

export interface AmountCheck {
  entries: number;
  differing: number;
  differences: AmountDifference[];
}

/** Compares the amount and cost of each entry, even a deleted one, with its rates and seconds. */
export async function checkAmounts(tx: Transaction, orgId: string, most: number): Promise<AmountCheck> {
  const amounts = prices.map(({ rate, amount, seconds }) => ({ name: amount, counted: amountSql(rate, seconds) }));
  const differs = join(
    amounts.map(({ name, counted }) => sql`${raw(name)} <> ${counted}`),
    " or ",
  );
  const stored = join(amounts.map(({ name }) => raw(`'${name}', ${name}`)));
  const counted = join(amounts.map((amount) => sql`${raw(`'${amount.name}'`)}, ${amount.counted}`));
  const rows = await tx.query<AmountCheck>(sql`
    with differing as (
      select id as entry_id, jsonb_build_object(${stored}) as stored, jsonb_build_object(${counted}) as counted
        from time_entries where org_id = ${orgId} and (${differs}) order by id limit ${most}
    )
    select count(*) as entries, count(*) filter (where ${differs}) as differing,
           (select coalesce(json_agg(d), '[]') from differing d) as differences
      from time_entries where org_id = ${orgId}`);
  return one(rows);
}
