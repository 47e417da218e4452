import { revokeImported } from "#identity/members/invitations/revoke-invitations.ts";
import { shownObjects } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { analyze } from "#tracking/exchange/imports/staged/analyze.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import { listMade, setProgress } from "#tracking/exchange/imports/queries.ts";
import { startPace } from "#tracking/exchange/imports/staged/start-pace.ts";
import { lockedBy } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { clearContent } from "#tracking/entries/time-entries/columns.ts";
import { lockFold, sumEntries } from "#tracking/ledger/time-sums/queries.ts";
import { beginWriting, endWriting } from "#tracking/exchange/imports/applying/begin-writing.ts";
import { changesFrom, entriesOf, settleImported } from "#tracking/exchange/imports/applying/imported-entries.ts";
import { removePlaces } from "./remove-places.ts";

const block = rowsOfStatement;

type Kept = NonNullable<ImportRow["kept"]>;

/**
 * Undoes an import in one transaction. First turns its entries into tombstones, so that they no longer refer to the
 * projects that it created. Keeps locked entries and entries that people have changed.
 */
export async function undoImport(db: DatabasePool, row: ImportRow): Promise<void> {
  const count = await db.transaction((tx) => undoIn(tx, db, row));
  await analyze(db, "time_entries, changes", count);
}

/** Returns the number of entries that the import had created. */
async function undoIn(tx: Transaction, db: DatabasePool, row: ImportRow): Promise<number> {
  const { org_id: orgId, id, origin } = row;
  const { since } = await beginWriting(tx, row, true);
  const pace = await startPace(db, "database");
  const count = await deleteEntries(tx, row, async (done, total) => {
    await setProgress(db, orgId, id, done, total);
    await pace();
  });
  await clearDeleted(tx, row);
  const deleted = sql`select * from undone_entries where org_id = ${orgId}`;
  await lockFold(tx, orgId);
  await sumEntries(tx, orgId, deleted, -1);
  await lockEntryRules(tx, orgId);
  await settleImported(tx, origin, deleted);
  for (const invitation of await listMade(tx, orgId, id, ["invitation"]))
    await revokeImported(tx, origin, invitation.id);
  const kept = [...(await listKeptEntries(tx, row)), ...(await removePlaces(tx, origin, id))].slice(0, shownObjects);
  await tx.query(sql`
    delete from import_keys k
     where k.org_id = ${orgId} and k.import_id = ${id}
       and not exists (select from time_entries e where e.org_id = k.org_id and e.id = k.entry_id and e.deleted_at is null)`);
  const assigned = sql`status = 'undone', undone_at = ${clockTime}, kept = ${JSON.stringify(kept)}`;
  await endWriting(tx, row, { action: "import.undone", assigned, since });
  return count;
}

const keepDoomed = sql`insert into undone_entries select * from doomed`;

/**
 * Deletes the entries that are neither changed nor locked, and keeps their previous state in the temporary table
 * `undone_entries` until the commit. Returns the number of entries that the import had created.
 */
async function deleteEntries(
  tx: Transaction,
  { org_id: orgId, id, origin }: ImportRow,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<number> {
  const [{ total } = { total: 0 }] = await tx.query<{ total: number }>(
    sql`select count(*) as total from import_keys where org_id = ${orgId} and import_id = ${id}`,
  );
  await tx.query(sql`create temporary table undone_entries (like time_entries) on commit drop`);
  const now = Date.now();
  const deleted = sql`r.entry || jsonb_build_object('version', r.version, 'updated_at', r.updated_at, 'deleted_at', r.deleted_at)`;
  let after = "";
  for (let done = 0; done < total; done += block) {
    const [reached] = await tx.query<{ last: string | null }>(sql`
      with block as materialized (
        select entry_id from import_keys
         where org_id = ${orgId} and import_id = ${id} and entry_id > ${after} order by entry_id limit ${block}
      ), doomed as materialized (
        select e.* from block join time_entries e on e.org_id = ${orgId} and e.id = block.entry_id
         where e.version = 1 and e.deleted_at is null
           and ${lockedBy(orgId, "e")} is null
         order by e.id for update of e
      ), gone as (
        update time_entries e
           set (deleted_at, updated_at, started_at) = (select at, at, at from (select ${clockTime} as at) now),
               ${clearContent}, version = e.version + 1
          from doomed d
         where e.org_id = ${orgId} and e.id = d.id
        returning e.org_id, e.id, to_jsonb(d) as entry, e.version, e.updated_at, e.deleted_at
      ), kept as (
        ${keepDoomed}
      ), changed as (
        ${changesFrom("gone", "time_entry.deleted", now + done, origin, deleted)}
      )
      select max(entry_id) as last from block`);
    if (reached === undefined || reached.last === null) break;
    after = reached.last;
    await onProgress(Math.min(done + block, total), total);
  }
  return total;
}

/** Clears entries that users had deleted without changing them, so that they can't be restored. */
async function clearDeleted(tx: Transaction, { org_id: orgId, id }: ImportRow): Promise<void> {
  await tx.query(sql`
    update time_entries e set started_at = e.deleted_at, ${clearContent}
      from import_keys k
     where k.org_id = ${orgId} and k.import_id = ${id} and e.org_id = k.org_id and e.id = k.entry_id
       and e.deleted_at is not null and e.version = 2 and e.project_id is not null`);
}

function listKeptEntries(tx: Transaction, row: ImportRow): Promise<Kept> {
  return tx.query<Kept[number]>(sql`
    select 'time_entry' as type, e.id, left(e.description, 200) as name,
           case when e.version > 1 then 'It was changed since the import.' else 'It is locked.' end as reason
      from (${entriesOf(row)}) e
     where e.deleted_at is null order by e.id limit ${shownObjects}`);
}
