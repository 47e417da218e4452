import type { Origin } from "#identity/history/record-change.ts";
import { raw, sql, type Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { insertDeltasFrom } from "#tracking/time-sums/queries.ts";

/**
 * Stores columns of up to a thousand entries that the transaction has locked, each with its change row and deltas, in
 * one statement that sends no whole row. `types` are the types of the columns. Returns the ids of the change rows.
 */
export async function rewriteTimeEntries<Columns extends Record<string, string>>(
  tx: Transaction,
  origin: Origin,
  types: Columns,
  entries: ({ id: string } & Record<keyof Columns, unknown>)[],
): Promise<string[]> {
  const names = Object.keys(types);
  // Ids made in one millisecond are unordered.
  const changeIds = entries.map(() => newId("evt")).toSorted();
  const input = entries.map((entry, at) => ({ ...entry, change_id: changeIds[at] }));
  const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`);
  const previous = names.map((name) => `'${name}', nullif(w.${name}, u.${name})`);
  const [row] = await tx.query<{ count: number }>(sql`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(input)}::json) as r (id text, change_id text, ${raw(columns.join(", "))})
    ), was as materialized (
      select e.* from input i cross join lateral (select * from time_entries where org_id = ${origin.orgId} and id = i.id limit 1) e
    ), updated as (
      update time_entries e
         set ${raw(names.map((name) => `${name} = i.${name}`).join(", "))}, version = e.version + 1,
             updated_at = date_trunc('milliseconds', clock_timestamp())
        from input i
       where e.org_id = ${origin.orgId} and e.id = i.id
      returning e.*
    ), changed as (
      insert into changes (org_id, id, user_id, key_id, action, target_id, object, previous, request_id, address)
      select u.org_id, i.change_id, ${origin.userId}, ${origin.keyId}, 'time_entry.updated', u.id, to_jsonb(u),
             jsonb_strip_nulls(jsonb_build_object(${raw(previous.join(", "))})), ${origin.requestId}, ${origin.address ?? null}::text
        from updated u
        join input i on i.id = u.id
        join was w on w.id = u.id
    ), taken as (
      ${insertDeltasFrom("was", -1)}
    ), added as (
      ${insertDeltasFrom("updated", 1)}
    )
    select count(*) as count from updated`);
  if (row?.count !== entries.length) throw new Error("locked entries are still there");
  return changeIds;
}
