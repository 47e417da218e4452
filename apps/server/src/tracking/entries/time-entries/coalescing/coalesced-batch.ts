import type { Lanes } from "#platform/concurrency/lanes.ts";
import { isConnectionError, isRefusedConnection } from "#platform/database/database-errors.ts";
import { AppError } from "#platform/errors.ts";
import { runFor, runForNobody } from "#platform/requester.ts";
import { insertTimeEntries } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import type { NewTimeEntry } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { runShared, type SharingRequest } from "./run-shared.ts";
import { settleLostCreate, writeAlone, type WriteDeps } from "./write-alone.ts";

/** An entry that waits to be written, and the request that waits for it. */
export interface WaitingCreate extends SharingRequest {
  entry: NewTimeEntry;
  resolve: (row: TimeEntryRow) => void;
  reject: (error: unknown) => void;
}

export interface BatchDeps extends WriteDeps {
  /** The lanes that write the entries that a batch did not store. */
  lanes: Lanes;
  onCommit: (orgId: string) => void;
}

/** Returns a function that stores a batch in one SQL statement; with `waits`, the statement waits for locks. */
export function createBatchWriter(deps: BatchDeps): (batch: WaitingCreate[], waits: boolean) => Promise<void> {
  const { db, lanes, onCommit } = deps;

  /**
   * Stores a batch; resolves when its SQL statement has ended. Entries that it neither stored nor refused
   * continue in their organization's lane.
   */
  async function writeBatch(batch: WaitingCreate[], waits: boolean): Promise<void> {
    const entries = batch.map(({ entry }) => entry);
    let failure: unknown;
    const outcomes = await runShared("create time entries", batch, () =>
      insertTimeEntries(db, entries, { isJudged: false, waits }),
    ).catch((error: unknown) => {
      failure = error;
      return undefined;
    });
    for (const { entry, requester, resolve, reject } of batch) {
      const outcome = outcomes?.get(entry.id);
      const writeNow = () => writeAfter(entry, failure);
      const writeIn = () => (requester === undefined ? runForNobody(writeNow) : runFor(requester, writeNow));
      if (outcome === undefined) writeIn().then(resolve, reject);
      else if (outcome instanceof AppError) reject(outcome);
      else {
        onCommit(entry.org_id);
        resolve(outcome);
      }
    }
  }

  async function writeAfter(entry: NewTimeEntry, failure: unknown): Promise<TimeEntryRow> {
    if (isRefusedConnection(failure)) throw failure;
    const row = isConnectionError(failure)
      ? await settleLostCreate(deps, entry)
      : await lanes.run(entry.org_id, () => writeAlone(deps, entry));
    onCommit(entry.org_id);
    return row;
  }

  return writeBatch;
}
