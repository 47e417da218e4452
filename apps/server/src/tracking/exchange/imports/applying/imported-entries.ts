import type { Action, Origin } from "#identity/history/record-change.ts";
import { raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import { lockBudgets, type Place, settleBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";

/** Selects the entries created by an import. */
export function entriesOf({ org_id: orgId, id }: Pick<ImportRow, "org_id" | "id">) {
  return sql`
    select e.* from import_keys k join time_entries e on e.org_id = k.org_id and e.id = k.entry_id
     where k.org_id = ${orgId} and k.import_id = ${id}`;
}

/**
 * The SQL for an id in the format of `newId`. `number` counts the rows from 1; ids ascend with it, which halves the
 * work on the indexes. Each millisecond has 4,096 ids, so a million ids extend a quarter of a second past `sinceMs`.
 */
export function newIdSql(prefix: string, sinceMs: number, number: Sql): Sql {
  const counter = sql`(${number})::bigint`;
  return sql`(${raw(`'${prefix}_'`)} || lpad(to_hex(${sinceMs}::bigint + (${counter} >> 12)), 12, '0') || '7'
    || lpad(to_hex(${counter} & 4095), 3, '0') || right(replace(gen_random_uuid()::text, '-', ''), 16))`;
}

/** The statement that inserts a change row for each row `r` of `source`. */
export function changesFrom(
  source: string,
  action: Action,
  sinceMs: number,
  origin: Origin,
  object: Sql = sql`to_jsonb(r)`,
): Sql {
  return sql`
    insert into changes (org_id, id, user_id, key_id, action, target_id, object, previous, request_id, address)
    select r.org_id, ${newIdSql("evt", sinceMs, sql`row_number() over (order by r.id)`)}, ${origin.userId}::text, ${origin.keyId}::text,
           ${raw(`'${action}'`)}, r.id, ${object}, null, ${origin.requestId}::text, ${origin.address ?? null}::text
      from ${raw(source)} r`;
}

/**
 * Settles the budgets for entries that have already been written and added to the sums. Locks the budgets only now, so
 * that creates wait only for the end of an import. Never refuses entries because of a blocking budget.
 */
export async function settleImported(tx: Transaction, origin: Origin, entries: Sql): Promise<void> {
  // Reads the first and last entry of each UTC day, because a budget period may begin in between, at a local midnight.
  const places = await tx.query<Place>(sql`
    with day as (
      select e.project_id, min(e.started_at) as first, max(e.started_at) as last
        from (${entries}) e
        join projects p on p.org_id = e.org_id and p.id = e.project_id and p.budget is not null
       group by e.project_id, date_trunc('day', e.started_at, 'UTC')
    )
    select project_id, first as started_at from day union select project_id, last from day`);
  if (places.length === 0) return;
  const held = await lockBudgets(tx, origin.orgId, [...new Set(places.map(({ project_id: id }) => id))]);
  await settleBudgets(tx, origin, held, places);
}
