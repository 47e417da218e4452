import { type Actor, rightsText } from "#identity/access.ts";
import { type RequestColumns, requestColumns } from "#identity/history/record-change.ts";
import { tooManyWaiting } from "#platform/concurrency/lanes.ts";
import {
  isTemporarilyUnavailable,
  retryMissingReference,
  UnknownCommitError,
} from "#platform/database/database-errors.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { nextTurn, runJob } from "#platform/loop-turns.ts";
import { addSpent, currentRequester, type Requester, runFor } from "#platform/requester.ts";
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

/** The changes of one caller. */
interface Queue {
  waiting: WaitingChange[];
  /** The number of the queue's transactions in progress. */
  running: number;
  /** The ids of the entries that are being changed. */
  entryIds: Set<string>;
}

type Batch = [WaitingChange, ...WaitingChange[]];

const maxAtOnce = 64;
const maxRunning = 2;
const maxWaiting = 500;
const maxWaitMs = 5_000;

/**
 * Coalesces concurrent changes into one transaction, and therefore one commit (docs/decisions/0057). A lone change
 * never waits. Only changes that one caller makes with the same permissions share a transaction.
 *
 * The queue's transactions never wait for locks on entries. If an entry is locked, or if one of several changes is
 * refused, each change of the transaction leaves the queue and gets its own transaction, and thereby its own error.
 */
export function createChangeWriter(
  db: DatabasePool,
  { now, onCommit }: { now: () => Date; onCommit: (orgId: string) => void },
): ChangeWriter {
  const queues = new Map<string, Queue>();

  /** Writes a caller's changes until all that are left must wait for other changes of the same entries. */
  async function writeWaiting(caller: string, queue: Queue): Promise<void> {
    if (queue.running === maxRunning) return;
    queue.running++;
    await nextTurn();
    for (let batch = takeBatch(queue); batch !== undefined; batch = takeBatch(queue)) {
      const written = batch;
      const release = () => {
        for (const { edit } of written) queue.entryIds.delete(edit.id);
      };
      if (await writeBatch(batch)) release();
      else
        void writeAlone(batch)
          .then(release)
          .then(() => writeWaiting(caller, queue));
    }
    queue.running--;
    if (queue.running === 0 && queue.entryIds.size === 0) queues.delete(caller);
  }

  /** Writes the changes in one transaction. Returns false, having changed nothing, if each of them needs its own. */
  async function writeBatch(batch: Batch): Promise<boolean> {
    let rows: TimeEntryRow[] | undefined;
    try {
      rows = await runFor(requesterOf(batch), () =>
        runShared("change time entries", batch, () => changeTogether(batch)),
      );
    } catch (error) {
      const isRefusal = batch.length === 1 && error instanceof AppError;
      if (!isRefusal && !(error instanceof UnknownCommitError) && !isTemporarilyUnavailable(error)) return false;
      for (const { reject } of batch) reject(error);
      return true;
    }
    if (rows === undefined) return false;
    onCommit(batch[0].actor.orgId);
    for (const [at, row] of rows.entries()) batch[at]?.resolve(row);
    return true;
  }

  /** Changes the entries; undefined if each change needs its own transaction. Throws the error of a lone change. */
  async function changeTogether(batch: Batch): Promise<TimeEntryRow[] | undefined> {
    const edits = batch.map(({ edit, columns }) => ({ ...edit, columns }));
    try {
      return await db.transaction(async (tx) => {
        const outcomes = await changeTimeEntries(tx, batch[0].actor, edits, { now: now(), isQueued: true });
        const rows = outcomes.filter(isAccepted);
        if (rows.length === outcomes.length) return rows;
        throw outcomes.length === 1 ? outcomes[0] : new NotShareableError();
      });
    } catch (error) {
      if (error instanceof NotShareableError) return undefined;
      throw error;
    }
  }

  /** Writes each change in a transaction of its own, which may wait for locks. */
  async function writeAlone(batch: Batch): Promise<void> {
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
      const queue = queues.get(caller) ?? { waiting: [], running: 0, entryIds: new Set() };
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

/**
 * Removes the oldest changes of different entries from the queue, and refuses those that have waited too long. A second
 * change of an entry waits for the first.
 */
function takeBatch(queue: Queue): Batch | undefined {
  const batch: WaitingChange[] = [];
  const rest: WaitingChange[] = [];
  for (const change of queue.waiting) {
    const { id } = change.edit;
    if (performance.now() - change.sinceMs > maxWaitMs) change.reject(tooManyWaiting());
    else if (batch.length === maxAtOnce || queue.entryIds.has(id)) rest.push(change);
    else {
      queue.entryIds.add(id);
      batch.push(change);
    }
  }
  queue.waiting = rest;
  const [first, ...others] = batch;
  return first && [first, ...others];
}

/** The request of a lone change. Several changes are counted as work of their caller. */
function requesterOf([{ actor, requester, sinceMs }, ...others]: Batch): Requester {
  if (requester !== undefined && others.length === 0) {
    addSpent(requester, { waitedMs: performance.now() - sinceMs });
    return requester;
  }
  const { orgId, keyId, userId } = actor;
  const spent = { databaseMs: 0, waitedMs: 0 };
  return { tenant: orgId, caller: keyId, member: userId, isReading: false, hasLeft: () => false, spent };
}
