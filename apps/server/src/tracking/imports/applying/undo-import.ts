import { revokeImported } from "#identity/invitations/revoke-invitations.ts";
import { holdEntryRules } from "#identity/organizations/entry-rules.ts";
import { recordChange } from "#identity/history/record-change.ts";
import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { analyze } from "#tracking/imports/analyze.ts";
import { type ImportRow, setProgress } from "#tracking/imports/queries.ts";
import { StaleWorkError } from "#tracking/imports/stale-work-error.ts";
import { startPace } from "#tracking/imports/start-pace.ts";
import { holdFold, sumEntries } from "#tracking/time-sums/queries.ts";
import { noteEndpointsBehind } from "#tracking/webhooks/note-endpoints-behind.ts";
import { beginWriting, entriesOf } from "./apply-staged.ts";
import { changesFrom } from "./new-ids.ts";
import { removePlaces } from "./remove-places.ts";
import { settleImported } from "./settle-imported.ts";

const block = 5_000;
const shownKept = 1_000;

type Kept = NonNullable<ImportRow["kept"]>;

/**
 * Takes back what an import made, in one transaction. Entries are deleted as any other, so that they can be restored for
 * 30 days; entries that people have changed stay, and so do entries in a locked period.
 */
export async function undoImport(db: DatabasePool, row: ImportRow): Promise<void> {
  await db.transaction((tx) => undoIn(tx, db, row));
  await analyze(db, "time_entries");
  await analyze(db, "changes");
}

async function undoIn(tx: Transaction, db: DatabasePool, row: ImportRow): Promise<void> {
  const { org_id: orgId, id, origin } = row;
  await beginWriting(tx, row, true);
  const [{ at: since } = { at: "" }] = await tx.query<{ at: string }>(sql`select clock_timestamp() as at`);
  const pace = await startPace(db, "database");
  await deleteEntries(tx, row, async (done, total) => {
    await setProgress(db, orgId, id, done, total);
    await pace();
  });
  // Rows that this transaction wrote: what others deleted meanwhile they have taken out of the sums themselves.
  const deleted = sql`${entriesOf(row)} and e.deleted_at is not null and e.xmin = pg_current_xact_id()::xid`;
  await holdFold(tx, orgId);
  await sumEntries(tx, orgId, deleted, -1);
  await holdEntryRules(tx, orgId);
  await settleImported(tx, origin, deleted);
  await revokeInvitations(tx, row);
  const kept = [...(await listKeptEntries(tx, row)), ...(await removePlaces(tx, origin, id))].slice(0, shownKept);
  await tx.query(sql`
    delete from import_keys k using time_entries e
     where k.org_id = ${orgId} and k.import_id = ${id} and e.org_id = k.org_id and e.id = k.entry_id and e.deleted_at is not null`);
  await finish(tx, row, kept);
  await noteEndpointsBehind(tx, orgId, since);
}

async function revokeInvitations(tx: Transaction, { org_id: orgId, id, origin }: ImportRow): Promise<void> {
  const made = await tx.query<{ id: string }>(
    sql`select id from import_made where org_id = ${orgId} and import_id = ${id} and kind = 'invitation' order by id`,
  );
  for (const invitation of made) await revokeImported(tx, origin, invitation.id);
}

async function deleteEntries(
  tx: Transaction,
  { org_id: orgId, id, origin }: ImportRow,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const [{ total } = { total: 0 }] = await tx.query<{ total: number }>(
    sql`select count(*) as total from import_keys where org_id = ${orgId} and import_id = ${id}`,
  );
  const now = Date.now();
  let after = "";
  for (let done = 0; done < total; done += block) {
    const [reached] = await tx.query<{ last: string | null }>(sql`
      with doomed as materialized (
        select entry_id from import_keys
         where org_id = ${orgId} and import_id = ${id} and entry_id > ${after} order by entry_id limit ${block}
      ), gone as (
        update time_entries e
           set deleted_at = date_trunc('milliseconds', clock_timestamp()), version = version + 1,
               updated_at = date_trunc('milliseconds', clock_timestamp())
          from doomed
         where e.org_id = ${orgId} and e.id = doomed.entry_id and e.version = 1 and e.deleted_at is null
           and not coalesce(e.started_at < (select locked_before from organizations where id = ${orgId}), false)
        returning e.*
      ), changed as (
        ${changesFrom("gone", "time_entry.deleted", now + done, origin)}
      )
      select max(entry_id) as last from doomed`);
    if (reached === undefined || reached.last === null) return;
    after = reached.last;
    await onProgress(Math.min(done + block, total), total);
  }
}

function listKeptEntries(tx: Transaction, row: ImportRow): Promise<Kept> {
  return tx.query<Kept[number]>(sql`
    select 'time_entry' as type, e.id, left(e.description, 200) as name,
           case when e.version > 1 then 'It was changed since the import.' else 'It lies in a locked period.' end as reason
      from (${entriesOf(row)}) e
     where e.deleted_at is null order by e.id limit ${shownKept}`);
}

async function finish(tx: Transaction, row: ImportRow, kept: Kept): Promise<void> {
  const { org_id: orgId, id, origin } = row;
  const [undone] = await tx.query<ImportRow>(sql`
    update imports
       set status = 'undone', work = null, failure = null, kept = ${JSON.stringify(kept)},
           undone_at = date_trunc('milliseconds', clock_timestamp()), version = version + 1,
           updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id}
    returning *`);
  if (undone === undefined) throw new StaleWorkError();
  await recordChange(tx, origin, { action: "import.undone", targetId: id, row: undone });
}
