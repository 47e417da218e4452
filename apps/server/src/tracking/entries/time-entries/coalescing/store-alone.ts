import { retryMissingReference, UnknownCommitError } from "#platform/database/database-errors.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { findTimeEntry, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { insertOneAndSettle, openForInsert } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import { type NewTimeEntry, originOf } from "#tracking/entries/time-entries/writing/new-time-entry.ts";

export interface StoreDeps {
  db: DatabasePool;
  now: () => Date;
}

/**
 * Stores one entry in a transaction, which can also lock the budget of the entry's project and judge the entry by the
 * rules.
 */
export async function storeAlone({ db, now }: StoreDeps, entry: NewTimeEntry): Promise<TimeEntryRow> {
  return retryMissingReference(() =>
    db.transaction(async (tx) => {
      const opened = await openForInsert(tx, entry.org_id, [entry]);
      return insertOneAndSettle(tx, originOf(entry), entry, { ...opened, now: now() });
    }),
  );
}

/**
 * Finds out whether an entry was stored when the connection broke during the commit. The id makes the insert
 * idempotent: the insert waits for the lost statement if that is still running, and fails if that was committed. Any
 * error but a refusal proves nothing, so the search is repeated.
 */
export async function settleLostCreate(deps: StoreDeps, entry: NewTimeEntry): Promise<TimeEntryRow> {
  const deadline = Date.now() + deps.db.resolveCommitMs;
  while (Date.now() < deadline) {
    try {
      return await findOrStore(deps, entry);
    } catch (error) {
      if (error instanceof AppError) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UnknownCommitError();
}

async function findOrStore(deps: StoreDeps, entry: NewTimeEntry): Promise<TimeEntryRow> {
  // The lock counts as a write, so with synchronous standbys the row is returned only once it has been replicated.
  const find = () => deps.db.transaction((tx) => findTimeEntry(tx, entry.org_id, entry.id, sql`for key share`));
  const stored = await find();
  if (stored !== undefined) return stored;
  try {
    return await storeAlone(deps, entry);
  } catch (error) {
    // The lost statement may have been committed after the search; its row may even be why the insert is refused.
    const settled = await find();
    if (settled === undefined) throw error;
    return settled;
  }
}
