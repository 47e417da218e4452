import { type Origin, type RequestColumns, requestColumns } from "#identity/history/record-change.ts";
import { clockTime } from "#platform/database/columns.ts";
import { raw, sql, type Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { insertDeltasFrom, summedColumns } from "#tracking/ledger/time-sums/queries.ts";
import { columnTypes } from "#tracking/entries/time-entries/columns.ts";
import { computedColumns, type TimeEntryColumns, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";

export type RewriteAction = "time_entry.updated" | "time_entry.deleted" | "time_entry.restored";

export interface Rewrite {
  action: RewriteAction;
  /** The columns to store. */
  columns: readonly (keyof TimeEntryColumns)[];
  entries: (Partial<TimeEntryColumns> &
    Partial<RequestColumns> & {
      id: string;
      /** The previous values of the changed columns, if the caller knows them. If undefined, all columns are compared. */
      previous?: Record<string, unknown> | null;
    })[];
}

const requestTypes = { request_id: "text", address: "text", traceparent: "text", client: "text" };
const requestNames = Object.keys(requestTypes);

const setsDeletedAt: Record<RewriteAction, string[]> = {
  "time_entry.updated": [],
  "time_entry.deleted": [`deleted_at = ${clockTime.sql}`],
  "time_entry.restored": ["deleted_at = null"],
};

/**
 * Stores columns of up to a thousand entries in one statement, each with its change row and deltas. The transaction
 * must have locked the entries. Every write by people goes through here, except for inserts. Returns the ids of the
 * change rows.
 */
export async function rewriteTimeEntries(tx: Transaction, origin: Origin, rewrite: Rewrite): Promise<string[]> {
  const { changeIds, rows } = await run<{ id: string }>(tx, origin, rewrite, "e.id");
  if (rows.length !== rewrite.entries.length)
    throw new Error(`wrote ${rows.length} of ${rewrite.entries.length} locked entries`);
  return changeIds;
}

/** Like `rewriteTimeEntries`, but returns the entries. */
export async function rewriteAndRead(tx: Transaction, origin: Origin, rewrite: Rewrite): Promise<TimeEntryRow[]> {
  return (await run<TimeEntryRow>(tx, origin, rewrite, "e.*")).rows;
}

async function run<Row>(
  tx: Transaction,
  origin: Origin,
  { action, columns: names, entries }: Rewrite,
  returned: "e.id" | "e.*",
): Promise<{ changeIds: string[]; rows: Row[] }> {
  // Ids generated within the same millisecond are unordered, so sort them.
  const changeIds = entries.map(() => newId("evt")).toSorted();
  const request = requestColumns(origin);
  const input = entries.map((entry, at) => ({ ...request, ...entry, change_id: changeIds[at] }));
  const types = Object.fromEntries(names.map((name) => [name, columnTypes[name]]));
  const columns = Object.entries({ id: "text", change_id: "text", previous: "jsonb", ...requestTypes, ...types });
  const set = [...names.map((name) => `${name} = i.${name}`), ...setsDeletedAt[action]];
  const values = names.map((name) => `('${name}', to_jsonb(w.${name}), to_jsonb(u.${name}))`);
  const differing = sql`(select coalesce(jsonb_object_agg(d.name, d.was), '{}')
                           from (values ${raw(values.join(", "))}) d (name, was, is_now) where d.was is distinct from d.is_now)`;
  const previous = values.length === 0 ? sql`i.previous` : sql`coalesce(i.previous, ${differing})`;
  const computed = returned === "e.*" ? sql`, ${computedColumns(origin.orgId, "e")}` : sql``;
  // Repeats the ids in addition to the join, so that the planner uses the primary key regardless of the table's size.
  const rows = await tx.query<Row>(sql`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(input)}::json) as r (${raw(columns.map((column) => column.join(" ")).join(", "))})
    ), was as materialized (
      select e.* from input i cross join lateral (select * from time_entries where org_id = ${origin.orgId} and id = i.id limit 1) e
    ), updated as (
      update time_entries e
         set ${raw([...set, "version = e.version + 1"].join(", "))}, updated_at = ${clockTime}
        from input i
       where e.org_id = ${origin.orgId} and e.id = any(${entries.map(({ id }) => id)}) and e.id = i.id
      returning e.*
    ), changed as (
      insert into changes (org_id, id, at, user_id, key_id, action, target_id, object, previous, ${raw(requestNames.join(", "))})
      select u.org_id, i.change_id, u.updated_at, ${origin.userId}, ${origin.keyId}, ${action}, u.id, to_jsonb(u), ${previous},
             ${raw(requestNames.map((name) => `i.${name}`).join(", "))}
        from updated u
        join input i on i.id = u.id
        join was w on w.id = u.id
       order by i.change_id
    ), differing as materialized (
      select u.id from updated u join was w on w.id = u.id
       where (${raw(summedColumns("w"))}, w.deleted_at is null) is distinct from (${raw(summedColumns("u"))}, u.deleted_at is null)
    ), former as (
      select * from was where deleted_at is null and id in (select id from differing)
    ), latter as (
      select * from updated where deleted_at is null and id in (select id from differing)
    ), taken as (
      ${insertDeltasFrom("former", -1)}
    ), added as (
      ${insertDeltasFrom("latter", 1)}
    )
    select ${raw(returned)} ${computed} from updated e`);
  return { changeIds, rows };
}
