import {
  isConnectionError,
  isMissingReference,
  isRefusedConnection,
  UnknownCommitError,
  violates,
} from "#platform/database/database-errors.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { insertTimeEntries, type NewTimeEntry } from "./insert-time-entries.ts";
import { findTimeEntry, type TimeEntryRow } from "./queries.ts";
import { findRefusal, refTaken, refusalError } from "./refuse-time-entry.ts";

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
const resolveMs = 8_000;

/**
 * Puts creates that arrive together into one statement, and so into one commit (docs/decisions/0005). A lone create
 * waits for nothing. Whatever a batch could not store is tried again by itself, which gives each request its own error.
 */
export function createTimeEntryWriter(db: DatabasePool): TimeEntryWriter {
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

  async function writeBatch(batch: Waiting[]): Promise<void> {
    let rows: TimeEntryRow[] = [];
    let failure: unknown;
    try {
      rows = await insertTimeEntries(
        db,
        batch.map(({ entry }) => entry),
      );
    } catch (error) {
      failure = error;
    }
    const stored = new Map(rows.map((row) => [row.id, row]));
    await Promise.all(
      batch.map(async ({ entry, resolve, reject }) => {
        const row = stored.get(entry.id);
        if (row !== undefined) return resolve(row);
        return (failure === undefined ? refuse(entry) : writeAgain(entry, failure)).then(resolve, reject);
      }),
    );
  }

  /** The statement ran and left this entry out: say why. What was mended meanwhile is stored after all. */
  async function refuse(entry: NewTimeEntry): Promise<TimeEntryRow> {
    const refusal = await findRefusal(db, entry.org_id, {
      userId: entry.user_id,
      projectId: entry.project_id,
      taskId: entry.task_id,
    });
    if (refusal !== undefined) throw refusalError(refusal);
    return writeAlone(entry);
  }

  async function writeAgain(entry: NewTimeEntry, failure: unknown): Promise<TimeEntryRow> {
    if (isRefusedConnection(failure)) throw failure;
    return isConnectionError(failure) ? settle(entry) : writeAlone(entry);
  }

  async function writeAlone(entry: NewTimeEntry): Promise<TimeEntryRow> {
    try {
      const [row] = await insertTimeEntries(db, [entry]);
      if (row !== undefined) return row;
    } catch (error) {
      if (isConnectionError(error) && !isRefusedConnection(error)) return settle(entry);
      if (violates(error, "time_entries_external_ref_key")) throw refTaken("/externalRef");
      if (!isMissingReference(error)) throw error;
    }
    const refusal = await findRefusal(db, entry.org_id, {
      userId: entry.user_id,
      projectId: entry.project_id,
      taskId: entry.task_id,
    });
    if (refusal !== undefined) throw refusalError(refusal);
    throw new Error("an entry without a reason against it is stored");
  }

  /**
   * The connection broke, so the entry may be stored or not. Its id was ours, so storing it again decides: the same
   * statement waits for the lost one if it still runs, and finds its row if it committed.
   */
  async function settle(entry: NewTimeEntry): Promise<TimeEntryRow> {
    const deadline = Date.now() + resolveMs;
    while (Date.now() < deadline) {
      try {
        const [row] = await insertTimeEntries(db, [entry]);
        if (row !== undefined) return row;
        return (await findTimeEntry(db, entry.org_id, entry.id)) ?? (await refuse(entry));
      } catch (error) {
        if (!isConnectionError(error)) {
          const row = await findTimeEntry(db, entry.org_id, entry.id).catch(() => undefined);
          if (row !== undefined) return row;
          if (violates(error, "time_entries_external_ref_key")) throw refTaken("/externalRef");
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    throw new UnknownCommitError();
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
