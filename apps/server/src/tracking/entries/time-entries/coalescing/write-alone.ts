import { lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { retryMissingReference, UnknownCommitError } from "#platform/database/database-errors.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { refTaken } from "#tracking/entries/time-entries/judge-references.ts";
import { findTimeEntry, isRefTaken, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { insertOneAndSettle, insertTimeEntries } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import { type NewTimeEntry, originOf } from "#tracking/entries/time-entries/writing/new-time-entry.ts";

export interface WriteDeps {
  db: DatabasePool;
  now: () => Date;
}

/**
 * Stores one entry in a transaction, which can also lock the budget of the entry's project and judge the entry by the
 * rules.
 */
export async function writeAlone({ db, now }: WriteDeps, entry: NewTimeEntry): Promise<TimeEntryRow> {
  return retryMissingReference(() =>
    db.transaction(async (tx) => {
      const rules = await lockEntryRules(tx, entry.org_id, { userIds: [entry.user_id] });
      return insertOneAndSettle(tx, originOf(entry), entry, { rules, now: now() });
    }),
  );
}

/**
 * Finds out whether an entry was stored when the connection broke during the commit. The id makes the insert
 * idempotent: the insert waits for the lost statement if that is still running, and finds the row if that statement was
 * committed. Any error but a refusal proves nothing, so the insert is retried.
 */
export async function settleLostCreate(deps: WriteDeps, entry: NewTimeEntry): Promise<TimeEntryRow> {
  const deadline = Date.now() + deps.db.resolveCommitMs;
  // The reference may be in use by the row of the lost statement.
  let mayBeTaken = false;
  while (Date.now() < deadline) {
    try {
      return await findOrStore(deps, entry, mayBeTaken);
    } catch (error) {
      if (error instanceof AppError) throw error;
      mayBeTaken = isRefTaken(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UnknownCommitError();
}

async function findOrStore(deps: WriteDeps, entry: NewTimeEntry, mayBeTaken: boolean): Promise<TimeEntryRow> {
  const { db } = deps;
  const { org_id: orgId, id } = entry;
  // The lock counts as a write, so with synchronous standbys the row is returned only once it has been replicated.
  const findStored = () => db.transaction((tx) => findTimeEntry(tx, orgId, id, sql`for key share`));
  const stored = await findStored();
  if (stored !== undefined) return stored;
  if (mayBeTaken) throw refTaken();
  const outcome = (await insertTimeEntries(db, [entry], { isJudged: false, waits: true })).get(id);
  if (outcome !== undefined && !(outcome instanceof AppError)) return outcome;
  // Searches again, because the lost SQL statement may have committed before the conflicting row was written.
  const settled = await findStored();
  if (settled === undefined && outcome !== undefined) throw outcome;
  return settled ?? writeAlone(deps, entry);
}
