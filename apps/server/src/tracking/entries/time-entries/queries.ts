import { oneOf } from "#platform/database/one-of.ts";
import { namesInForce } from "#identity/organizations/entry-rules.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { matching, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { type EntryPrices, priceTypes } from "#tracking/ledger/rates/prices.ts";
import { clearContent } from "./cleared-columns.ts";
import { entryFields } from "./fields.ts";
import { lockedBy, type LockReason } from "#tracking/ledger/entry-locks/entry-locks.ts";
import type { EntrySource } from "#tracking/ledger/entry-sources/entry-sources.ts";
import type { TimeEntrySort } from "./schemas.ts";

export interface TimeEntryRow extends EntryPrices {
  org_id: string;
  id: string;
  user_id: string;
  /** Null in a tombstone, as is task_id. */
  project_id: string;
  task_id: string;
  started_at: string;
  duration_seconds: number;
  description: string;
  tags: string[];
  tag_keys: string[];
  billable: boolean;
  billable_choice: boolean | null;
  billable_seconds: number;
  external_ref: string | null;
  /**
   * How the entry was created, which never changes. Null if it was created before this column existed, or if its
   * content has been removed.
   */
  source: EntrySource | null;
  /** The entry rules that this entry broke when it was last written; null if none. */
  breaks: string[] | null;
  /** The reason that an owner or admin gave for the last late write. */
  late_reason: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** When the content of a tombstone's change rows was removed. */
  purged_at: string | null;
  billing_batch_id: string | null;
  /** When the billing batch billed the entry, and the batch's reference. */
  billed_at: string | null;
  billed_reference: string | null;
  /** Why the entry is locked now; null if it is not locked. Computed when the row is read. */
  locked_by: LockReason[] | null;
  /** The rules in `breaks` that are in force now; null if none. Computed when the row is read. */
  shown_breaks: string[] | null;
}

/** The columns in `computed`, in the same order. Looks up the rules in force only for entries that break any. */
export function computedColumns(orgId: string, alias = "time_entries"): Sql {
  const breaks = raw(`${alias}.breaks`);
  return sql`
    ${lockedBy(orgId, alias)} as locked_by,
    case when ${breaks} is not null then nullif(array(select b from unnest(${breaks}) b where b = any(${namesInForce(orgId)})), '{}') end as shown_breaks`;
}

export async function findTimeEntry(
  db: Database,
  orgId: string,
  id: string,
  lock?: Sql,
): Promise<TimeEntryRow | undefined> {
  const [row] = await db.query<TimeEntryRow>(
    sql`select *, ${computedColumns(orgId)} from time_entries where org_id = ${orgId} and id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

export interface TimeEntryPageRequest {
  sort: TimeEntrySort;
  limit: number;
  after: { value: string; id: string } | undefined;
  includeDeleted: boolean;
}

const computed: readonly string[] = ["locked_by", "shown_breaks"];
const stored = [...new Set<string>(Object.values(entryFields).map(({ column }) => column))].filter(
  (column) => !computed.includes(column),
);

/** The columns that lists read, in this order. */
export const listedColumns: readonly string[] = [...stored, ...computed];

/** `listedColumns` in SQL. The names must be unambiguous in the query. */
export function shownColumns(orgId: string): Sql {
  return sql`${raw(stored.join(", "))}, ${computedColumns(orgId)}`;
}

/** The statement for a page. Reads `limit` + 1 rows, to know whether there is a next page. */
export function timeEntryPage(orgId: string, filter: TimeEntryFilter, page: TimeEntryPageRequest): Sql {
  const descending = page.sort.startsWith("-");
  const column = raw(page.sort.endsWith("startedAt") ? "started_at" : "updated_at");
  const direction = raw(descending ? "desc" : "asc");
  const live = page.includeDeleted ? sql`and project_id is not null` : sql`and deleted_at is null`;
  const keyset =
    page.after === undefined
      ? sql``
      : sql`and (${column}, id) ${raw(descending ? "<" : ">")} (${page.after.value}::timestamptz, ${page.after.id})`;
  return sql`
    select ${shownColumns(orgId)}
      from time_entries
     where org_id = ${orgId} ${live} ${matching(orgId, filter)} ${keyset}
     order by ${column} ${direction}, id ${direction}
     limit ${page.limit + 1}`;
}

/** Locks the entries in id order, to avoid deadlocks. */
export function lockTimeEntries(
  tx: Transaction,
  orgId: string,
  ids: string[],
  skipsLocked = false,
): Promise<TimeEntryRow[]> {
  const statement = sql`
    select *, ${computedColumns(orgId)} from time_entries
     where org_id = ${orgId} and ${oneOf(raw("id"), ids)}
     order by id for update ${raw(skipsLocked ? "skip locked" : "")}`;
  return tx.query<TimeEntryRow>(statement, { opens: true });
}

/** The columns that a change can write, with their database types. */
export const changedTypes = {
  user_id: "text",
  project_id: "text",
  task_id: "text",
  started_at: "timestamptz",
  duration_seconds: "integer",
  description: "text",
  tags: "text[]",
  tag_keys: "text[]",
  billable: "boolean",
  billable_choice: "boolean",
  billable_seconds: "integer",
  ...priceTypes,
  external_ref: "text",
  breaks: "text[]",
  late_reason: "text",
} satisfies Partial<Record<keyof TimeEntryRow, string>>;
export type TimeEntryColumns = Pick<TimeEntryRow, keyof typeof changedTypes>;

/**
 * Clears the references of entries that are about to be rewritten, because other entries of the same write may take
 * them over.
 */
export async function freeRefs(db: Database, orgId: string, ids: string[]): Promise<void> {
  await db.query(sql`update time_entries set external_ref = null where org_id = ${orgId} and id = any(${ids})`);
}

/** The ids of the entries that have these references, by reference. Ignores deleted entries. */
export async function listRefHolders(db: Database, orgId: string, refs: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ external_ref: string; id: string }>(sql`
    select external_ref, id from time_entries
     where org_id = ${orgId} and external_ref = any(${refs}) and deleted_at is null`);
  return new Map(rows.map((row) => [row.external_ref, row.id]));
}

/**
 * Removes the content of up to `most` entries that can no longer be restored, and of their change rows. What remains
 * is a tombstone, and the record of who did what and when.
 */
export async function purgeTimeEntries(
  tx: Transaction,
  orgId: string,
  deletedBefore: string,
  most: number,
): Promise<number> {
  const rows = await tx.query<{ id: string }>(sql`
    update time_entries
       set started_at = deleted_at, ${clearContent}, purged_at = ${clockTime}
     where org_id = ${orgId} and id in (
       select id from time_entries
        where org_id = ${orgId} and deleted_at < ${deletedBefore} and purged_at is null
        limit ${most} for update skip locked)
    returning id`);
  await tx.query(sql`
    update changes set object = '{}', previous = null
     where org_id = ${orgId} and target_id = any(${rows.map((row) => row.id)})`);
  return rows.length;
}
