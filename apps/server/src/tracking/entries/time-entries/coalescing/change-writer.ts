import { type Actor, rightsText } from "#identity/access.ts";
import { requestColumns } from "#identity/history/record-change.ts";
import { endsWithin } from "#platform/concurrency/ends-within.ts";
import { BusyError } from "#platform/concurrency/errors.ts";
import { isConnectionError, retryMissingReference, UnknownCommitError } from "#platform/database/database-errors.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { addSpent, runFor } from "#platform/requester.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import {
  changeTimeEntries,
  changeTimeEntry,
  type EntryEdit,
  NotShareableError,
} from "#tracking/entries/time-entries/writing/change-time-entries.ts";
import { isAccepted } from "#tracking/entries/time-entries/writing/outcomes.ts";
import { createCoalescing, maxTogether, runShared, type Waiting } from "./coalesce.ts";

interface Change {
  actor: Actor;
  edit: EntryEdit;
  /** The caller and the entry; only one change of both is in progress at a time. */
  entry: string;
}
interface ChangeDeps {
  db: DatabasePool;
  now: () => Date;
}

type WaitingChange = Waiting<Change, TimeEntryRow>;

const name = "change time entries";
const references = ["userId", "projectId", "taskId", "externalRef"] as const;
/** A transaction that takes longer is probably waiting for a lock, and must not block the caller's other changes. */
const slowMs = 100;

/**
 * Changes entries one request at a time, as far as each request can tell: it gets the entry once the change is durable,
 * or the change's own error. Changes of one entry are made in their order.
 *
 * Concurrent changes share one transaction if one caller makes them with the same permissions (docs/decisions/0057). A
 * shared transaction never waits for locks while it keeps entries locked. If an entry is locked, or if one of several
 * changes is refused, each change runs in its own transaction, so that each fails with its own error.
 */
export function createChangeWriter(deps: ChangeDeps & { onCommit: (orgId: string) => void }) {
  /** The entries whose changes are in progress. */
  const changing = new Set<string>();
  const { add, wake } = createCoalescing<Change, TimeEntryRow>({ name, choose, writeBatch });

  /**
   * Chooses the oldest changes of different entries. A second change of an entry waits for the first. A change of
   * references is chosen alone, because it may wait for locks on them.
   */
  function choose(waiting: readonly WaitingChange[]): WaitingChange[] {
    const chosen: WaitingChange[] = [];
    const seen = new Set(changing);
    for (const change of waiting) {
      const { entry, edit } = change.write;
      const isFirst = !seen.has(entry);
      seen.add(entry);
      const isLone = references.some((field) => edit.input[field] !== undefined);
      if (!isFirst || (isLone && chosen.length > 0)) continue;
      chosen.push(change);
      if (isLone || chosen.length === maxTogether) break;
    }
    return chosen;
  }

  async function writeBatch(batch: WaitingChange[], caller: string): Promise<void> {
    for (const { write } of batch) changing.add(write.entry);
    const written = store(batch).then(() => batch.forEach(({ write }) => changing.delete(write.entry)));
    if (!(await endsWithin(slowMs, written))) void written.then(() => wake(caller));
  }

  async function store(batch: WaitingChange[]): Promise<void> {
    const [first, ...others] = batch;
    if (first === undefined) return;
    if (others.length === 0) addSpent(first.requester, { waitedMs: performance.now() - first.sinceMs });
    else if (await changeTogether(deps, first.write.actor, batch)) return;
    await Promise.all(batch.map((change) => changeAlone(deps, change)));
  }

  return {
    async write(actor: Actor, input: EntryEdit): Promise<TimeEntryRow> {
      const caller = `${actor.keyId} ${rightsText(actor)}`;
      const edit = { ...input, columns: requestColumns(actor) };
      const row = await add(caller, caller, { actor, edit, entry: `${caller} ${edit.id}` });
      deps.onCommit(actor.orgId);
      return row;
    },
  };
}

/**
 * Makes the changes of one caller in one transaction. Returns false, having changed nothing, if each change needs its
 * own transaction.
 */
async function changeTogether({ db, now }: ChangeDeps, actor: Actor, batch: WaitingChange[]): Promise<boolean> {
  const edits = batch.map(({ write }) => write.edit);
  const sharer = { tenant: actor.orgId, caller: actor.keyId, member: actor.userId };
  const change = async (tx: Transaction) => {
    const outcomes = await changeTimeEntries(tx, actor, edits, { now: now(), isShared: true });
    const rows = outcomes.filter(isAccepted);
    if (rows.length < outcomes.length) throw new NotShareableError();
    return rows;
  };
  try {
    const rows = await runShared(name, batch, sharer, () => db.transaction(change));
    for (const [at, row] of rows.entries()) batch[at]?.resolve(row);
    return true;
  } catch (error) {
    // These errors concern all changes. A single change may have caused any other error.
    const concernsAll = error instanceof UnknownCommitError || error instanceof BusyError || isConnectionError(error);
    if (concernsAll) for (const { reject } of batch) reject(error);
    return concernsAll;
  }
}

/** Makes the change in a transaction of its own, which may wait for locks. */
async function changeAlone({ db, now }: ChangeDeps, change: WaitingChange): Promise<void> {
  const { write, requester, resolve, reject } = change;
  const attempt = () => db.transaction((tx) => changeTimeEntry(tx, write.actor, write.edit, { now: now() }));
  await runFor(requester, () => retryMissingReference(attempt)).then(resolve, reject);
}
