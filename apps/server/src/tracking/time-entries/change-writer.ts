import { type Actor, rightsText } from "#identity/access.ts";
import { type RequestColumns, requestColumns } from "#identity/history/record-change.ts";
import { tooManyWaiting } from "#platform/concurrency/lanes.ts";
import { isConnectionError, retryMissingReference, UnknownCommitError } from "#platform/database/database-errors.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { nextTurn, runJob } from "#platform/loop-turns.ts";
import { currentRequester, runFor, runForTenants } from "#platform/requester.ts";
import { changeTimeEntries, changeTimeEntry, NotShareableError } from "./change-time-entries.ts";
import type { EntryEdit } from "./plan-change.ts";
import type { TimeEntryRow } from "./queries.ts";
import { runShared, type SharingRequest } from "./run-shared.ts";
import { isAccepted } from "./write-time-entries.ts";

export interface ChangeWriter {
  /** Changes one entry; resolves once the change is durable, or rejects with this change's own error. */
  write(actor: Actor, edit: EntryEdit): Promise<TimeEntryRow>;
}

interface WaitingChange extends SharingRequest {
  actor: Actor;
  edit: EntryEdit;
  columns: RequestColumns;
  resolve: (row: TimeEntryRow) => void;
  reject: (error: unknown) => void;
}

/** The waiting changes of one caller, and the number of its transactions in progress. */
interface Queue {
  waiting: WaitingChange[];
  inFlight: number;
}

const maxAtOnce = 64;
const maxWaiting = 500;
const maxInFlight = 2;

/**
 * Coalesces concurrent changes into one transaction, and therefore one commit (docs/decisions/0057). A lone change
 * never waits. Only changes that one caller makes with the same permissions share a transaction, so nobody waits for
 * the locks on somebody else's entries. If a shared transaction fails, each of its changes gets its own transaction,
 * and thereby its own error.
 */
export function createChangeWriter(
  db: DatabasePool,
  { now, onCommit }: { now: () => Date; onCommit: (orgId: string) => void },
): ChangeWriter {
  const queues = new Map<string, Queue>();

  /** Writes a caller's changes until none is waiting. */
  async function writeWaiting(caller: string, queue: Queue): Promise<void> {
    if (queue.inFlight === maxInFlight) return;
    queue.inFlight++;
    await nextTurn();
    for (let batch = takeBatch(queue); batch.length > 0; batch = takeBatch(queue)) await writeBatch(batch);
    queue.inFlight--;
    if (queue.inFlight === 0) queues.delete(caller);
  }

  async function writeBatch(batch: WaitingChange[]): Promise<void> {
    const [first] = batch;
    if (first === undefined || batch.length === 1) return writeAlone(batch);
    const { actor } = first;
    const write = () => runShared("change time entries", batch, () => changeTogether(actor, batch));
    let rows: TimeEntryRow[];
    try {
      rows = await runForTenants([actor.orgId], write);
    } catch (error) {
      const isUnsure = error instanceof UnknownCommitError || isConnectionError(error);
      if (!isUnsure) return writeAlone(batch);
      for (const { reject } of batch) reject(error);
      return;
    }
    onCommit(actor.orgId);
    for (const [at, row] of rows.entries()) batch[at]?.resolve(row);
  }

  function changeTogether(actor: Actor, batch: WaitingChange[]): Promise<TimeEntryRow[]> {
    const edits = batch.map(({ edit, columns }) => ({ ...edit, columns }));
    return db.transaction(async (tx) => {
      const outcomes = await changeTimeEntries(tx, actor, edits, { now: now(), isShared: true });
      const rows = outcomes.filter(isAccepted);
      if (rows.length < outcomes.length) throw new NotShareableError();
      return rows;
    });
  }

  /** Writes each change in a transaction of its own. */
  async function writeAlone(batch: WaitingChange[]): Promise<void> {
    const written = batch.map(async ({ actor, edit, requester, resolve, reject }) => {
      const attempt = () => db.transaction((tx) => changeTimeEntry(tx, actor, edit, { now: now() }));
      const write = () => retryMissingReference(attempt);
      try {
        const row = await (requester === undefined ? write() : runFor(requester, write));
        onCommit(actor.orgId);
        resolve(row);
      } catch (error) {
        reject(error);
      }
    });
    await Promise.all(written);
  }

  return {
    write(actor, edit) {
      const caller = `${actor.keyId} ${rightsText(actor)}`;
      const queue = queues.get(caller) ?? { waiting: [], inFlight: 0 };
      if (queue.waiting.length >= maxWaiting) throw tooManyWaiting();
      queues.set(caller, queue);
      const { promise, resolve, reject } = Promise.withResolvers<TimeEntryRow>();
      const request = { requester: currentRequester(), sinceMs: performance.now(), columns: requestColumns(actor) };
      queue.waiting.push({ ...request, actor, edit, resolve, reject });
      void runJob("change time entries", () => writeWaiting(caller, queue));
      return promise;
    },
  };
}

/** Removes the oldest changes of different entries from the queue. A second change of an entry waits for the first. */
function takeBatch(queue: Queue): WaitingChange[] {
  const batch = new Map<string, WaitingChange>();
  const rest: WaitingChange[] = [];
  for (const change of queue.waiting) {
    const { id } = change.edit;
    if (batch.size === maxAtOnce || batch.has(id)) rest.push(change);
    else batch.set(id, change);
  }
  queue.waiting = rest;
  return [...batch.values()];
}
