import type { Stored } from "#identity/history/store.ts";
import { oneOf } from "#platform/database/one-of.ts";
import { namesInForce } from "#identity/organizations/entry-rules.ts";
import { violates } from "#platform/database/database-errors.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { matching, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { isSeenBy } from "#tracking/ledger/projects/visibility.ts";
import type { EntryPrices } from "#tracking/ledger/rates/prices.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import { type columnTypes, clearContent } from "./columns.ts";
import { fieldColumns } from "./fields.ts";
import { type Lock, lockedBy, lockOf, type LockReason } from "#tracking/ledger/entry-locks/entry-locks.ts";
import type { TimeEntry, TimeEntrySort } from "./schemas.ts";

export type TimeEntryColumns = Pick<TimeEntryRow, keyof typeof columnTypes>;

/** `project_id` and `task_id` are null in a tombstone. */
export interface TimeEntryRow extends EntryPrices, Stored<Omit<TimeEntry, "endedAt" | "billed" | "locked">> {
  tag_keys: string[];
  billable_choice: boolean | null;
  /** The entry rules that this entry broke when it was last written; null if none. */
  breaks: string[] | null;
  /** The reason that an owner or admin gave for the last late write. */
  late_reason: string | null;
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

/**
 * Finds an entry. Entries have no `storeOf`: a store reads the same columns for every organization, but `computed` needs
 * the organization's id, and it writes change rows in a statement of their own, which would cost a round trip.
 */
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

export interface TimeEntryPageRequest extends PageRequest {
  sort: TimeEntrySort;
  includeDeleted: boolean;
}

const computed: readonly string[] = ["locked_by", "shown_breaks"];
const stored = fieldColumns.filter((column) => !computed.includes(column));

/** The columns that lists read, in this order. */
export const listedColumns: readonly string[] = [...stored, ...computed];

/** `listedColumns` in SQL. The names must be unambiguous in the query. */
export function shownColumns(orgId: string): Sql {
  return sql`${raw(stored.join(", "))}, ${computedColumns(orgId)}`;
}

/** The statement for a page. */
export function timeEntryPage(orgId: string, filter: TimeEntryFilter, page: TimeEntryPageRequest): Sql {
  const by = page.sort.endsWith("startedAt") ? "started_at" : "updated_at";
  const live = page.includeDeleted ? sql`and project_id is not null` : sql`and deleted_at is null`;
  return sql`
    select ${shownColumns(orgId)}
      from time_entries
     where org_id = ${orgId} ${live} ${matching(orgId, filter)} ${pageOf(page, by, !page.sort.startsWith("-"))}`;
}

/** An entry that the transaction has locked, with what decides whether it may be written. */
export interface LockedTimeEntry extends TimeEntryRow {
  /** Whether the viewer sees the entry: it is their own, or they see its project. */
  is_seen: boolean;
  /** Why no entry of this member can be written at this start. */
  lock: Lock | null;
}

/** Locks the entries in id order, to avoid deadlocks. Without a viewer, every entry is seen. */
export function lockTimeEntries(
  tx: Transaction,
  orgId: string,
  ids: string[],
  { viewerId, skipsLocked = false }: { viewerId?: string | undefined; skipsLocked?: boolean } = {},
): Promise<LockedTimeEntry[]> {
  const seesProject = sql`exists (
    select from projects p where p.org_id = ${orgId} and p.id = project_id and ${isSeenBy(sql`${viewerId}`, "p")})`;
  const isSeen = viewerId === undefined ? raw("true") : sql`user_id = ${viewerId} or ${seesProject}`;
  const statement = sql`
    select *, ${computedColumns(orgId)}, ${isSeen} as is_seen, ${lockOf(orgId, "time_entries")} as lock from time_entries
     where org_id = ${orgId} and ${oneOf(raw("id"), ids)}
     order by id for update ${raw(skipsLocked ? "skip locked" : "")}`;
  return tx.query<LockedTimeEntry>(statement, { opens: true });
}

/**
 * Clears the references of entries that are about to be rewritten, because other entries of the same write may take
 * them over.
 */
export async function freeRefs(db: Database, orgId: string, ids: string[]): Promise<void> {
  await db.query(sql`update time_entries set external_ref = null where org_id = ${orgId} and id = any(${ids})`);
}

/** Whether an insert or update failed because another entry has the external reference. */
export function isRefTaken(error: unknown): boolean {
  return violates(error, "time_entries_external_ref_key");
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
