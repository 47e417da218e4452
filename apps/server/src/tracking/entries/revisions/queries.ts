import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { matching, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { lockedBy } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { roundedSeconds } from "#tracking/ledger/entry-rules/billable-seconds.ts";
import { countedAmounts, type EntryPrices, priceNames, rateColumns } from "#tracking/ledger/rates/prices.ts";
import { joinRates, resolvedRates } from "#tracking/ledger/rates/resolve-rates.ts";

/** The rules to reapply: those for an entry's rates, or those for its billable time. */
export type Rules = "rates" | "rounding";

interface Billing extends EntryPrices {
  billable: boolean;
  billable_seconds: number;
}

export interface Revision extends Billing {
  id: string;
  project_id: string;
  started_at: string;
  locked: boolean;
  was_billable_seconds: number;
  was_amount_minor: number;
  was_cost_minor: number;
}

/** A range of entry ids. It is unbounded if `to` is undefined. */
export interface Block {
  from: string;
  to: string | undefined;
}

/**
 * Splits the matching entries that are not deleted into ranges of `size` entries. `more` is another condition, which
 * starts with `and`.
 */
export async function listBlocks(
  db: Database,
  orgId: string,
  filter: TimeEntryFilter,
  size: number,
  more = sql``,
): Promise<Block[]> {
  const starts = await db.query<{ id: string }>(sql`
    select id
      from (select id, row_number() over (order by id) as number
              from time_entries where org_id = ${orgId} and deleted_at is null ${matching(orgId, filter)} ${more}) numbered
     where (number - 1) % ${size}::bigint = 0
     order by id`);
  return starts.map(({ id }, index) => ({ from: id, to: starts[index + 1]?.id }));
}

/** SQL for an entry `b` under the current rules: the columns that determine its amounts. */
const ruled: Record<Rules, { columns: Sql; joins: Sql }> = {
  rates: { columns: sql`b.billable, b.billable_seconds, ${resolvedRates}`, joins: joinRates("b") },
  rounding: {
    columns: sql`${rateColumns("b")}, r.billable, case when r.billable then r.rounded else 0 end as billable_seconds`,
    joins: sql`
      cross join lateral (
        select coalesce(b.billable_choice, t.billable, p.billable) as billable,
               ${roundedSeconds("b.duration_seconds", "p.rounding_mode", "p.rounding_minutes")} as rounded
          from projects p
          join tasks t on t.org_id = p.org_id and t.id = b.task_id
         where p.org_id = b.org_id and p.id = b.project_id limit 1) r`,
  },
};

/** The columns that a revision may change. */
export const billing = ["billable", "billable_seconds", ...priceNames] as const;

/**
 * Counts the matching entries of a block that are not deleted, and returns those that the rules would change. `lock`
 * locks the block's matching entries until the transaction ends.
 */
export async function findRevisions(
  db: Database,
  orgId: string,
  rules: Rules,
  filter: TimeEntryFilter,
  block: Block,
  lock: boolean,
): Promise<{ matching: number; differing: Revision[] }> {
  const end = block.to === undefined ? sql`` : sql`and id < ${block.to}`;
  const rows = await db.query<{ matching: number; differing: Revision[] }>(sql`
    with block as materialized (
      select * from time_entries
       where org_id = ${orgId} and deleted_at is null ${matching(orgId, filter)} and id >= ${block.from} ${end}
       order by id ${lock ? sql`for no key update` : sql``}
    ), priced as (
      select b.org_id, b.id, b.user_id, b.project_id, b.started_at, b.duration_seconds, b.billing_batch_id,
             ${raw(billing.map((name) => `b.${name} as was_${name}`).join(", "))}, ${ruled[rules].columns}
        from block b
        ${ruled[rules].joins}
    ), ready as (
      select *, ${countedAmounts} from priced
    ), differing as (
      select id, project_id, started_at, ${raw(billing.join(", "))}, was_billable_seconds, was_amount_minor, was_cost_minor,
             ${lockedBy(orgId, "ready")} is not null as locked
        from ready
       where (${raw(billing.join(", "))}) <> (${raw(billing.map((name) => `was_${name}`).join(", "))})
    )
    select (select count(*) from block) as matching,
           coalesce((select json_agg(d order by d.id) from differing d), '[]'::json) as differing`);
  return one(rows);
}
