import { lockEntryRules } from "#identity/organizations/entry-rules.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { retryMissingReference } from "#platform/database/database-errors.ts";
import type { AppError } from "#platform/errors.ts";
import { insertOneAndSettle } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import { type NewTimeEntry, originOf } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { findRefusal, referencesOf } from "#tracking/entries/time-entries/refuse-time-entry.ts";

export interface WriteDeps {
  db: DatabasePool;
  now: () => Date;
}

/**
 * Throws the reason why the batch left this entry out, or stores the entry if that needs more than one SQL statement.
 */
export async function refuseOrWrite(deps: WriteDeps, entry: NewTimeEntry): Promise<TimeEntryRow> {
  const refusal = await findRefusalOf(deps.db, entry);
  if (refusal !== undefined) throw refusal;
  return writeAlone(deps, entry);
}

/**
 * The error if the entry cannot be created, for example because a referenced row is missing or the period is locked.
 */
export async function findRefusalOf(db: DatabasePool, entry: NewTimeEntry): Promise<AppError | undefined> {
  return findRefusal(db, entry.org_id, referencesOf(entry, entry.viewer_id), "", entry.forced);
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
