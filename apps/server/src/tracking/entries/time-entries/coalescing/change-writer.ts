import { type Actor, rightsText } from "#identity/access.ts";
import { type RequestColumns, requestColumns } from "#identity/history/record-change.ts";
import { BusyError } from "#platform/concurrency/errors.ts";
import { tooManyWaiting } from "#platform/concurrency/lanes.ts";
import { isConnectionError, retryMissingReference, UnknownCommitError } from "#platform/database/database-errors.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { nextTurn, runJob } from "#platform/process/loop-turns.ts";
import { addSpent, currentRequester, type Requester, runFor } from "#platform/requester.ts";
import { endsWithin } from "#platform/concurrency/ends-within.ts";
import {
  changeTimeEntries,
  changeTimeEntry,
  NotShareableError,
} from "#tracking/entries/time-entries/writing/change-time-entries.ts";
import type { EntryEdit } from "#tracking/entries/time-entries/writing/plan-change.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { runShared, type SharingRequest } from "./run-shared.ts";
import { isAccepted } from "#tracking/entries/time-entries/writing/outcomes.ts";

interface WaitingChange extends SharingRequest {
  actor: Actor;
  edit: EntryEdit;
  columns: RequestColumns;
  resolve: (row: TimeEntryRow) => void;
  reject: (error: unknown) => void;
  /** Refuses the change if it waits too long. */
  timer: NodeJS.Timeout;
}

/** The changes of one caller. */
interface Queue {
  waiting: WaitingChange[];
  /** The number of transactions that the queue runs, not counting slow ones. */
  running: number;
  /** The ids of the entries that are being changed. */
  entryIds: Set<string>;
}

const references = ["userId", "projectId", "taskId", "externalRef"] as const;

const maxAtOnce = 64;
const maxRunning = 2;
const maxWaiting = 500;
const maxWaitMs = 5_000;
/** A transaction that takes longer is probably waiting for a lock, and must not block the caller's other changes. */
const slowMs = 100;

/**
 * Coalesces concurrent changes into one transaction, and therefore one commit (docs/decisions/0057). A lone change
 * never waits. Only changes that one caller makes with the same permissions share a transaction.
 *
 * A shared transaction never waits for locks while it keeps entries locked. If an entry is locked, or if one of
 * several changes is refused, each change gets its own transaction, and thereby its own error.
 */
export function createChangeWriter(
  db: DatabasePool,
  { now, onCommit }: { now: () => Date; onCommit: (orgId: string) => void },
) {
  const queues = new Map<string, Queue>();

  /** Writes a caller's changes until all that are left must wait for other changes of the same entries. */
  async function writeWaiting(caller: string, queue: Queue): Promise<void> {
    if (queue.running === maxRunning) return;
    queue.running++;
    await nextTurn();
    for (let batch = takeBatch(queue); batch.length > 0; batch = takeBatch(queue)) {
      const ids = batch.map(({ edit }) => edit.id);
      const written = write(batch).then(() => ids.forEach((id) => queue.entryIds.delete(id)));
      if (await endsWithin(slowMs, written)) continue;
      void written.then(() => writeWaiting(caller, queue));
    }
    queue.running--;
    if (queue.running === 0 && queue.entryIds.size === 0) queues.delete(caller);
  }

  async function write(batch: WaitingChange[]): Promise<void> {
    const [first, ...others] = batch;
    if (first === undefined) return;
    if (others.length === 0) addSpent(first.requester, { waitedMs: performance.now() - first.sinceMs });
    if (others.length === 0 || !(await writeTogether(first.actor, batch))) await writeAlone(batch);
  }

  /**
   * Writes the changes in one transaction. Returns false, having changed nothing, if each change needs its own
   * transaction.
   */
  async function writeTogether(actor: Actor, batch: WaitingChange[]): Promise<boolean> {
    let rows: TimeEntryRow[] | undefined;
    try {
      rows = await runFor(requesterFor(actor), () =>
        runShared("change time entries", batch, () => changeTogether(actor, batch)),
      );
    } catch (error) {
      // These errors concern the whole batch. A single change may have caused any other error, so each change is then
      // written alone.
      const concernsAll = error instanceof UnknownCommitError || error instanceof BusyError || isConnectionError(error);
      if (!concernsAll) return false;
      for (const { reject } of batch) reject(error);
      return true;
    }
    if (rows === undefined) return false;
    onCommit(actor.orgId);
    for (const [at, row] of rows.entries()) batch[at]?.resolve(row);
    return true;
  }

  /** Returns the changed entries, or undefined if each change needs its own transaction. */
  async function changeTogether(actor: Actor, batch: WaitingChange[]): Promise<TimeEntryRow[] | undefined> {
    const edits = batch.map(({ edit, columns }) => ({ ...edit, columns }));
    try {
      return await db.transaction(async (tx) => {
        const outcomes = await changeTimeEntries(tx, actor, edits, { now: now(), isShared: true });
        const rows = outcomes.filter(isAccepted);
        if (rows.length < outcomes.length) throw new NotShareableError();
        return rows;
      });
    } catch (error) {
      if (error instanceof NotShareableError) return undefined;
      throw error;
    }
  }

  /** Writes each change in a transaction of its own, which may wait for locks. */
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
    /** Changes one entry; resolves once the change is durable, or rejects with this change's own error. */
    write(actor: Actor, edit: EntryEdit): Promise<TimeEntryRow> {
      const caller = `${actor.keyId} ${rightsText(actor)}`;
      const queue = queues.get(caller) ?? { waiting: [], running: 0, entryIds: new Set() };
      if (queue.waiting.length >= maxWaiting) throw tooManyWaiting();
      queues.set(caller, queue);
      const { promise, resolve, reject } = Promise.withResolvers<TimeEntryRow>();
      const request = { requester: currentRequester(), sinceMs: performance.now(), columns: requestColumns(actor) };
      const timer = setTimeout(() => {
        queue.waiting = queue.waiting.filter((waiting) => waiting !== change);
        reject(tooManyWaiting());
      }, maxWaitMs);
      const change = { ...request, actor, edit, resolve, reject, timer };
      queue.waiting.push(change);
      void runJob("change time entries", () => writeWaiting(caller, queue));
      return promise;
    },
  };
}

/**
 * Removes the oldest changes of different entries from the queue. A second change of an entry waits for the first. A
 * change of references is taken alone, because it may wait for locks on them.
 */
function takeBatch(queue: Queue): WaitingChange[] {
  const batch: WaitingChange[] = [];
  const rest: WaitingChange[] = [];
  let isFull = false;
  for (const change of queue.waiting) {
    const { id, input } = change.edit;
    const isLone = references.some((name) => input[name] !== undefined);
    if (isFull || queue.entryIds.has(id) || (isLone && batch.length > 0)) {
      rest.push(change);
      continue;
    }
    queue.entryIds.add(id);
    batch.push(change);
    clearTimeout(change.timer);
    isFull = isLone || batch.length === maxAtOnce;
  }
  queue.waiting = rest;
  return batch;
}

/** Counts a shared transaction as work of its caller. */
function requesterFor({ orgId, keyId, userId }: Actor): Requester {
  const spent = { databaseMs: 0, waitedMs: 0 };
  return { tenant: orgId, caller: keyId, member: userId, isReading: false, hasLeft: () => false, spent };
}
