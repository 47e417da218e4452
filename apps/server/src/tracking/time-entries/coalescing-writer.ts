import {
  isConnectionError,
  isMissingReference,
  isRefusedConnection,
  UnknownCommitError,
  violates,
} from "#platform/database/database-errors.ts";
import { holdEntryRules } from "#identity/organizations/entry-rules.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { createLanes, tooManyWaiting } from "#platform/concurrency/lanes.ts";
import { nextTurn, runJob } from "#platform/loop-turns.ts";
import {
  addSpent,
  currentRequester,
  type Requester,
  runFor,
  runForNobody,
  runForTenants,
  type Spent,
} from "#platform/requester.ts";
import { inSharedSpan } from "#platform/spans.ts";
import { insertOneAndSettle, insertTimeEntries } from "./insert-time-entries.ts";
import { type NewTimeEntry, originOf } from "./new-time-entry.ts";
import { findTimeEntry, type TimeEntryRow } from "./queries.ts";
import { refusalError } from "#tracking/entry-locks/entry-locks.ts";
import { findRefusal, referencesOf, refTaken } from "./refuse-time-entry.ts";

export interface CoalescingWriter {
  /** Stores one entry; resolves once it is durable, or rejects with this entry's own error. */
  write(entry: NewTimeEntry): Promise<TimeEntryRow>;
}

interface Waiting {
  entry: NewTimeEntry;
  requester: Requester | undefined;
  /** When the entry was queued. */
  sinceMs: number;
  resolve: (row: TimeEntryRow) => void;
  reject: (error: unknown) => void;
}

const mostAtOnce = 64;
const batchesInFlight = 2;
const mostWaiting = { ofEach: 500, inAll: 5_000 };

/**
 * Coalesces concurrent creates into one SQL statement, and therefore one commit (docs/decisions/0014). A lone create never
 * waits.
 *
 * - The _batch_ contains entries of any organizations, which take turns. It never waits for a lock: entries that would
 * have to wait are left out.
 * - Each organization's _lane_ may wait, and uses at most a few connections. It writes the entries left out of a batch
 * one by one, so each request gets its own error. It writes entries with an external reference together, because
 * another transaction writing the same reference would block a batch.
 *
 * `onCommit` is called for each stored entry.
 */
export function createCoalescingWriter(
  db: DatabasePool,
  { now, onCommit }: { now: () => Date; onCommit: (orgId: string) => void },
): CoalescingWriter {
  const lanes = createLanes({
    ofEach: Math.max(1, Math.floor(db.size / 4)),
    // Writes may use three quarters of the connections; this limit leaves some of them to batches and other changes.
    inAll: Math.max(1, Math.floor(db.size / 2)),
    mostWaiting: mostWaiting.ofEach,
  });
  const queues = new Map<string, Waiting[]>();
  const referring = new Map<string, Waiting[]>();
  const counts = new Map<string, number>();
  let inAll = 0;
  let inFlight = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || inFlight >= batchesInFlight || queues.size === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const batch = takeInTurn();
      inFlight++;
      const tenants = [...new Set(batch.map(({ entry }) => entry.org_id))];
      const write = () => runForTenants(tenants, () => traced(batch, () => writeBatch(batch, false)));
      void runJob("create time entries", write).finally(() => {
        inFlight--;
        schedule();
      });
      schedule();
    });
  }

  function traced(batch: Waiting[], write: () => Promise<void>): Promise<void> {
    const spans = batch.flatMap(({ requester }) => requester?.span ?? []);
    return inSharedSpan("create time entries", spans, write);
  }

  function takeInTurn(): Waiting[] {
    const batch: Waiting[] = [];
    for (const [orgId, queue] of queues) {
      if (batch.length === mostAtOnce) break;
      batch.push(...queue.splice(0, 1));
      // Moves the organization to the end of the map, so organizations take turns.
      queues.delete(orgId);
      if (queue.length > 0) queues.set(orgId, queue);
    }
    return batch;
  }

  /** Writes all entries with an external reference that have arrived by the time the lane becomes free. */
  function writeReferring(orgId: string): void {
    void lanes.run(orgId, async () => {
      await nextTurn();
      const batch = referring.get(orgId)?.splice(0, mostAtOnce) ?? [];
      if (referring.get(orgId)?.length === 0) referring.delete(orgId);
      if (batch.length > 0) await traced(batch, () => writeBatch(batch, true));
    });
  }

  /**
   * Stores a batch; resolves when its SQL statement has ended. Entries that it did not store continue in their
   * organization's lane.
   */
  async function writeBatch(batch: Waiting[], waits: boolean): Promise<void> {
    let rows: TimeEntryRow[] = [];
    let failure: unknown;
    const entries = batch.map(({ entry }) => entry);
    const begunMs = performance.now();
    const before = { databaseMs: 0, waitedMs: 0, ...currentRequester()?.spent };
    try {
      rows = await insertTimeEntries(db, entries, { isJudged: false, waits });
    } catch (error) {
      failure = error;
    }
    noteSpent(batch, begunMs, before);
    const stored = new Map(rows.map((row) => [row.id, row]));
    for (const { entry, requester, resolve, reject } of batch) {
      const row = stored.get(entry.id);
      const writeNow = () => writeAfter(entry, failure);
      const writeIn = () => (requester === undefined ? runForNobody(writeNow) : runFor(requester, writeNow));
      if (row === undefined) writeIn().then(resolve, reject);
      else {
        onCommit(entry.org_id);
        resolve(row);
      }
    }
  }

  async function writeAfter(entry: NewTimeEntry, failure: unknown): Promise<TimeEntryRow> {
    if (isRefusedConnection(failure)) throw failure;
    const row = isConnectionError(failure)
      ? await settle(entry)
      : await lanes.run(entry.org_id, () => (failure === undefined ? refuse(entry) : writeAlone(entry)));
    onCommit(entry.org_id);
    return row;
  }

  /**
   * Throws the reason why the batch left this entry out, or stores the entry if that needs more than one SQL statement.
   */
  async function refuse(entry: NewTimeEntry): Promise<TimeEntryRow> {
    const refusal = await findRefusalOf(entry);
    if (refusal !== undefined) throw refusal;
    return writeAlone(entry);
  }

  async function findRefusalOf(entry: NewTimeEntry): Promise<AppError | undefined> {
    const refusal = await findRefusal(db, entry.org_id, referencesOf(entry, entry.viewer_id), "", entry.forced);
    return refusal && refusalError(refusal);
  }

  /**
   * Stores one entry in a transaction, which can also lock the budget of the entry's project and judge the entry by the
   * rules.
   */
  async function writeAlone(entry: NewTimeEntry): Promise<TimeEntryRow> {
    const attempt = () =>
      db.transaction(async (tx) => {
        const rules = await holdEntryRules(tx, entry.org_id, { userIds: [entry.user_id] });
        return insertOneAndSettle(tx, originOf(entry), entry, { rules, now: now() });
      });
    // A referenced row may have been deleted after the check; a second attempt then reports that.
    return attempt().catch((error: unknown) => {
      if (!isMissingReference(error)) throw error;
      return attempt();
    });
  }

  /**
   * Finds out whether an entry was stored when the connection broke during the commit. The id makes the insert
   * idempotent: it waits for the lost statement if that is still running, and finds its row if it was committed. An
   * error here proves nothing, so it is retried.
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

  /**
   * Finds the stored entry and locks it. The lock counts as a write, so with synchronous standbys the row is returned
   * only once it has been replicated.
   */
  function findStored({ org_id: orgId, id }: NewTimeEntry): Promise<TimeEntryRow | undefined> {
    return db.transaction((tx) => findTimeEntry(tx, orgId, id, sql`for key share`));
  }

  /**
   * The stored row, or the error that refuses it; throws if the attempt must be repeated. `isRefTaken` says that the
   * reference is in use, perhaps by the row of the lost statement.
   */
  async function storeOrExplain(
    entry: NewTimeEntry,
    isRefTaken: boolean,
  ): Promise<TimeEntryRow | AppError | undefined> {
    const stored = await findStored(entry);
    if (stored !== undefined) return stored;
    if (isRefTaken) return refTaken("/externalRef");
    const [row] = await insertTimeEntries(db, [entry], { isJudged: false, waits: true });
    // Searches again, because the lost SQL statement may have committed before the conflicting row was written.
    const settled = row ?? (await findStored(entry)) ?? (await findRefusalOf(entry));
    return (
      settled ??
      writeAlone(entry).catch((error: unknown) => (error instanceof AppError ? error : Promise.reject(error)))
    );
  }

  function enqueue(waiting: Waiting): void {
    const { org_id: orgId, external_ref: ref } = waiting.entry;
    const queueOf = ref === null ? queues : referring;
    const queue = queueOf.get(orgId) ?? [];
    queue.push(waiting);
    queueOf.set(orgId, queue);
    if (ref === null) schedule();
    else writeReferring(orgId);
  }

  return {
    async write(entry) {
      const { org_id: orgId } = entry;
      const ofEach = counts.get(orgId) ?? 0;
      if (ofEach >= mostWaiting.ofEach || inAll >= mostWaiting.inAll) throw tooManyWaiting();
      counts.set(orgId, ofEach + 1);
      inAll++;
      try {
        return await new Promise((resolve, reject) =>
          enqueue({ entry, requester: currentRequester(), sinceMs: performance.now(), resolve, reject }),
        );
      } finally {
        inAll--;
        const left = (counts.get(orgId) ?? 1) - 1;
        if (left === 0) counts.delete(orgId);
        else counts.set(orgId, left);
      }
    },
  };
}

/** Charges each request in the batch for its wait and for the full duration of the shared SQL statement. */
function noteSpent(batch: readonly Waiting[], begunMs: number, before: Spent): void {
  const shared = currentRequester();
  const after = { ...before, ...shared?.spent };
  const databaseMs = after.databaseMs - before.databaseMs;
  for (const { requester, sinceMs } of batch) {
    // Skips this requester, whom the gate and the lane already charge.
    if (requester === shared) continue;
    addSpent(requester, { databaseMs, waitedMs: begunMs - sinceMs + after.waitedMs - before.waitedMs });
  }
}
