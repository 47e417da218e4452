import { type DatabasePool, sql } from "#platform/database/database.ts";
import { UnknownCommitError, violates } from "#platform/database/database-errors.ts";
import { AppError } from "#platform/errors.ts";
import { insertTimeEntries } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import type { NewTimeEntry } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import { findTimeEntry, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { refTaken } from "#tracking/entries/time-entries/refuse-time-entry.ts";
import { findRefusalOf, writeAlone, type WriteDeps } from "./write-alone.ts";

/**
 * Finds out whether an entry was stored when the connection broke during the commit. The id makes the insert
 * idempotent: the insert waits for the lost statement if that is still running, and finds the row if that statement was
 * committed. An error here proves nothing, so the insert is retried.
 */
export async function settleLostCreate(deps: WriteDeps, entry: NewTimeEntry): Promise<TimeEntryRow> {
  const deadline = Date.now() + deps.db.resolveCommitMs;
  let isRefTaken = false;
  while (Date.now() < deadline) {
    const outcome = await storeOrExplain(deps, entry, isRefTaken).catch((error: unknown) => {
      isRefTaken = violates(error, "time_entries_external_ref_key");
      return undefined;
    });
    if (outcome instanceof AppError) throw outcome;
    if (outcome !== undefined) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UnknownCommitError();
}

/**
 * Finds the stored entry and locks it. The lock counts as a write, so with synchronous standbys the row is returned
 * only once it has been replicated.
 */
function findStored(db: DatabasePool, { org_id: orgId, id }: NewTimeEntry): Promise<TimeEntryRow | undefined> {
  return db.transaction((tx) => findTimeEntry(tx, orgId, id, sql`for key share`));
}

/**
 * The stored row, or the error that refuses the entry; throws if the attempt must be repeated. `isRefTaken` says that
 * the reference is in use, perhaps by the row of the lost statement.
 */
async function storeOrExplain(
  deps: WriteDeps,
  entry: NewTimeEntry,
  isRefTaken: boolean,
): Promise<TimeEntryRow | AppError | undefined> {
  const { db } = deps;
  const stored = await findStored(db, entry);
  if (stored !== undefined) return stored;
  if (isRefTaken) return refTaken("/externalRef");
  const [row] = await insertTimeEntries(db, [entry], { isJudged: false, waits: true });
  // Searches again, because the lost SQL statement may have committed before the conflicting row was written.
  const settled = row ?? (await findStored(db, entry)) ?? (await findRefusalOf(db, entry));
  return (
    settled ??
    writeAlone(deps, entry).catch((error: unknown) => (error instanceof AppError ? error : Promise.reject(error)))
  );
}
