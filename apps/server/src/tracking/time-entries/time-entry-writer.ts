import {
  isConnectionError,
  isMissingReference,
  isRefusedConnection,
  UnknownCommitError,
  violates,
} from "#platform/database/database-errors.ts";
import { holdEntryRules } from "#identity/organizations/entry-rules.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { insertTimeEntries, type NewTimeEntry, originOf } from "./insert-time-entries.ts";
import { findTimeEntry, type TimeEntryRow } from "./queries.ts";
import { findRefusal, referencesOf, refTaken, refusalError } from "./refuse-time-entry.ts";
import { storeTimeEntry } from "./store-time-entries.ts";

export interface TimeEntryWriter {
  /** Stores one entry, durably when it resolves; rejects with this entry's own error. */
  write(entry: NewTimeEntry): Promise<TimeEntryRow>;
}

interface Waiting {
  entry: NewTimeEntry;
  resolve: (row: TimeEntryRow) => void;
  reject: (error: unknown) => void;
}

const mostAtOnce = 64;
const batchesInFlight = 2;

/**
 * Puts creates that arrive together into one statement, and so into one commit (docs/decisions/0005). A lone create
 * waits for nothing. Whatever a batch could not store is tried again by itself, which gives each request its own error.
 * `onCommit` is told of each entry that was stored.
 */
export function createTimeEntryWriter(db: DatabasePool, onCommit: (orgId: string) => void): TimeEntryWriter {
  const queue: Waiting[] = [];
  let inFlight = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || inFlight >= batchesInFlight || queue.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const batch = queue.splice(0, mostAtOnce);
      inFlight++;
      void writeBatch(batch).finally(() => {
        inFlight--;
        schedule();
      });
      schedule();
    });
  }

  function tell(entries: { org_id: string }[]): void {
    for (const { org_id: orgId } of entries) onCommit(orgId);
  }

  async function writeBatch(batch: Waiting[]): Promise<void> {
    let rows: TimeEntryRow[] = [];
    let failure: unknown;
    try {
      rows = await insertTimeEntries(
        db,
        batch.map(({ entry }) => entry),
        false,
      );
    } catch (error) {
      failure = error;
    }
    tell(rows);
    const stored = new Map(rows.map((row) => [row.id, row]));
    await Promise.all(
      batch.map(async ({ entry, resolve, reject }) => {
        const row = stored.get(entry.id);
        if (row !== undefined) return resolve(row);
        return (failure === undefined ? refuse(entry) : writeAgain(entry, failure)).then(resolve, reject);
      }),
    );
    if (rows.length < batch.length) tell(batch.map(({ entry }) => entry));
  }

  /** The statement ran and left this entry out: say why, or store it where that takes more than one statement. */
  async function refuse(entry: NewTimeEntry): Promise<TimeEntryRow> {
    const refusal = await findRefusalOf(entry);
    if (refusal !== undefined) throw refusal;
    return writeAlone(entry);
  }

  async function findRefusalOf(entry: NewTimeEntry): Promise<AppError | undefined> {
    const refusal = await findRefusal(db, entry.org_id, referencesOf(entry, entry.viewer_id), "", entry.forced);
    return refusal && refusalError(refusal);
  }

  async function writeAgain(entry: NewTimeEntry, failure: unknown): Promise<TimeEntryRow> {
    if (isRefusedConnection(failure)) throw failure;
    return isConnectionError(failure) ? settle(entry) : writeAlone(entry);
  }

  /** In a transaction, which can hold the budget of the entry's project too. */
  async function writeAlone(entry: NewTimeEntry): Promise<TimeEntryRow> {
    const attempt = () =>
      db.transaction(async (tx) => {
        await holdEntryRules(tx, entry.org_id);
        return storeTimeEntry(tx, originOf(entry), entry);
      });
    // What it refers to was deleted since it was looked at: looking again finds that.
    return attempt().catch((error: unknown) => {
      if (!isMissingReference(error)) throw error;
      return attempt();
    });
  }

  /**
   * The connection broke, so the entry may be stored or not. Its id was ours, so storing it again decides: the same
   * statement waits for the lost one if it still runs, and its row is found if it committed. Nothing else is an answer:
   * an error here leaves open what became of the lost statement.
   */
  async function settle(entry: NewTimeEntry): Promise<TimeEntryRow> {
    const deadline = Date.now() + db.resolveCommitMs;
    let isRefTaken = false;
    while (Date.now() < deadline) {
      const outcome = await storeOrExplain(entry, isRefTaken).catch((error: unknown) => {
        isRefTaken = violates(error, "time_entries_external_ref_key");
        return undefined;
      });
      if (outcome instanceof AppError) throw outcome;
      if (outcome !== undefined) return outcome;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new UnknownCommitError();
  }

  /** The row, or why there is none; undefined when that has to be asked again. `isRefTaken`: by whom is the question. */
  async function storeOrExplain(
    entry: NewTimeEntry,
    isRefTaken: boolean,
  ): Promise<TimeEntryRow | AppError | undefined> {
    const stored = await findTimeEntry(db, entry.org_id, entry.id);
    if (stored !== undefined) return stored;
    if (isRefTaken) return refTaken("/externalRef");
    const [row] = await insertTimeEntries(db, [entry], false);
    // Looked for once more: the lost statement may have been first, before what now stands against the entry.
    const settled = row ?? (await findTimeEntry(db, entry.org_id, entry.id)) ?? (await findRefusalOf(entry));
    return (
      settled ??
      writeAlone(entry).catch((error: unknown) => (error instanceof AppError ? error : Promise.reject(error)))
    );
  }

  return {
    write(entry) {
      return new Promise((resolve, reject) => {
        queue.push({ entry, resolve, reject });
        schedule();
      });
    },
  };
}
