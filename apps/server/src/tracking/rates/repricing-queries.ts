import type { Origin } from "#identity/changes/record-change.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { matching, type TimeEntryFilter } from "#tracking/time-entries/queries.ts";
import { insertDeltasFrom } from "#tracking/time-sums/queries.ts";
import { amountSql } from "./amount.ts";
import { type EntryRates, joinRates, resolvedRates } from "./resolve-rates.ts";

interface Money extends EntryRates {
  amount_minor: number;
  cost_minor: number;
}

/** An entry whose rates of now differ from what it got. */
export interface Repricing extends Money {
  id: string;
  project_id: string;
  started_at: string;
  locked: boolean;
  was_amount_minor: number;
  was_cost_minor: number;
}

/** A range of ids; without `to` it has no end. */
export interface Block {
  from: string;
  to: string | undefined;
}

/** The live entries that match, in ranges of their ids with `size` of them in each. */
export async function listBlocks(db: Database, orgId: string, filter: TimeEntryFilter, size: number): Promise<Block[]> {
  const starts = await db.query<{ id: string }>(sql`
    select id
      from (select id, row_number() over (order by id) as number
              from time_entries where org_id = ${orgId} and deleted_at is null ${matching(orgId, filter)}) numbered
     where (number - 1) % ${size}::bigint = 0
     order by id`);
  return starts.map(({ id }, index) => ({ from: id, to: starts[index + 1]?.id }));
}

/**
 * How many live entries of a block match, and those of them that would get other rates than they have. With `lock` the
 * entries stay as they are until the transaction ends.
 */
export async function findRepricings(
  db: Database,
  orgId: string,
  filter: TimeEntryFilter,
  block: Block,
  lock: boolean,
): Promise<{ matching: number; differing: Repricing[] }> {
  const end = block.to === undefined ? sql`` : sql`and id < ${block.to}`;
  const [row] = await db.query<{ matching: number; differing: Repricing[] }>(sql`
    with block as materialized (
      select * from time_entries
       where org_id = ${orgId} and deleted_at is null ${matching(orgId, filter)} and id >= ${block.from} ${end}
       order by id ${lock ? sql`for no key update` : sql``}
    ), priced as (
      select b.org_id, b.id, b.project_id, b.started_at, b.duration_seconds, b.billable_seconds, b.rate_minor as was_rate_minor,
             b.rate_source as was_rate_source, b.amount_minor as was_amount_minor, b.cost_rate_minor as was_cost_rate_minor,
             b.cost_rate_source as was_cost_rate_source, b.cost_minor as was_cost_minor, ${resolvedRates}
        from block b
        ${joinRates("b")}
    ), ready as (
      select *, ${amountSql("rate_minor", "billable_seconds")} as amount_minor,
             ${amountSql("cost_rate_minor", "duration_seconds")} as cost_minor
        from priced
    ), differing as (
      select id, project_id, started_at, rate_minor, rate_source, amount_minor, cost_rate_minor, cost_rate_source, cost_minor, was_amount_minor,
             was_cost_minor,
             coalesce(started_at < (select locked_before from organizations where id = ${orgId}), false) as locked
        from ready
       where (rate_minor, rate_source, amount_minor, cost_rate_minor, cost_rate_source, cost_minor)
          <> (was_rate_minor, was_rate_source, was_amount_minor, was_cost_rate_minor, was_cost_rate_source, was_cost_minor)
    )
    select (select count(*) from block) as matching,
           coalesce((select json_agg(d order by d.id) from differing d), '[]'::json) as differing`);
  if (row === undefined) throw new Error("an aggregate has a row");
  return row;
}

/** Gives entries that `findRepricings` has locked their new rates, each with its change row and deltas. */
export async function storeRepricings(tx: Transaction, origin: Origin, repricings: Repricing[]): Promise<void> {
  const input = repricings.map((repricing) => ({ ...repricing, change_id: newId("evt") }));
  const [row] = await tx.query<{ count: number }>(sql`
    with input as materialized (
      select *
        from json_to_recordset(${JSON.stringify(input)}::json) as r (
          id text, change_id text, rate_minor bigint, rate_source text, amount_minor bigint, cost_rate_minor bigint,
          cost_rate_source text, cost_minor bigint)
    ), was as materialized (
      select e.* from input i cross join lateral (select * from time_entries where org_id = ${origin.orgId} and id = i.id limit 1) e
    ), updated as (
      update time_entries e
         set rate_minor = i.rate_minor, rate_source = i.rate_source, amount_minor = i.amount_minor,
             cost_rate_minor = i.cost_rate_minor, cost_rate_source = i.cost_rate_source, cost_minor = i.cost_minor, version = e.version + 1,
             updated_at = date_trunc('milliseconds', clock_timestamp())
        from input i
       where e.org_id = ${origin.orgId} and e.id = i.id
      returning e.*
    ), changed as (
      insert into changes (org_id, id, user_id, key_id, action, target_id, object, previous, request_id, address)
      select u.org_id, i.change_id, ${origin.userId}, ${origin.keyId}, 'time_entry.updated', u.id, to_jsonb(u),
             jsonb_strip_nulls(jsonb_build_object(
               'rate_minor', nullif(w.rate_minor, u.rate_minor), 'rate_source', nullif(w.rate_source, u.rate_source),
               'amount_minor', nullif(w.amount_minor, u.amount_minor),
               'cost_rate_minor', nullif(w.cost_rate_minor, u.cost_rate_minor),
               'cost_rate_source', nullif(w.cost_rate_source, u.cost_rate_source),
               'cost_minor', nullif(w.cost_minor, u.cost_minor))),
             ${origin.requestId}, ${origin.address ?? null}::text
        from updated u
        join input i on i.id = u.id
        join was w on w.id = u.id
    ), taken as (
      ${insertDeltasFrom("was", -1)}
    ), added as (
      ${insertDeltasFrom("updated", 1)}
    )
    select count(*) as count from updated`);
  if (row?.count !== repricings.length) throw new Error("locked entries are still there");
}
