import { createLanes, tooManyWaiting } from "#platform/concurrency/lanes.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { nextTurn, runJob } from "#platform/process/loop-turns.ts";
import { currentRequester, runForTenants } from "#platform/requester.ts";
import { createBatchWriter, type WaitingCreate } from "./coalesced-batch.ts";
import type { NewTimeEntry } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import { createOrganizationQueues } from "./organization-queues.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";

const maxAtOnce = 64;
const batchesInFlight = 2;
const maxWaiting = { ofEach: 500, inAll: 5_000 };

/**
 * Coalesces concurrent creates into one SQL statement, and therefore one commit (docs/decisions/0014). A lone create
 * never waits.
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
) {
  const lanes = createLanes({
    ofEach: Math.max(1, Math.floor(db.size / 4)),
    // Writes may use three quarters of the connections; this limit leaves some of them to batches and other changes.
    inAll: Math.max(1, Math.floor(db.size / 2)),
    maxWaiting: maxWaiting.ofEach,
  });
  const writeBatch = createBatchWriter({ db, now, lanes, onCommit });
  const queues = createOrganizationQueues<WaitingCreate>();
  const referring = createOrganizationQueues<WaitingCreate>();
  const counts = new Map<string, number>();
  let inAll = 0;
  let inFlight = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || inFlight >= batchesInFlight || queues.isEmpty()) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const batch = queues.takeInTurn(maxAtOnce);
      inFlight++;
      const tenants = [...new Set(batch.map(({ entry }) => entry.org_id))];
      const write = () => runForTenants(tenants, () => writeBatch(batch, false));
      void runJob("create time entries", write).finally(() => {
        inFlight--;
        schedule();
      });
      schedule();
    });
  }

  /** Writes all entries with an external reference that have arrived by the time the lane becomes free. */
  function writeReferring(orgId: string): void {
    void lanes.run(orgId, async () => {
      await nextTurn();
      const batch = referring.takeOf(orgId, maxAtOnce);
      if (batch.length > 0) await writeBatch(batch, true);
    });
  }

  function enqueue(waiting: WaitingCreate): void {
    const { org_id: orgId, external_ref: ref } = waiting.entry;
    (ref === null ? queues : referring).add(orgId, waiting);
    if (ref === null) schedule();
    else writeReferring(orgId);
  }

  return {
    /** Stores one entry; resolves once it is durable, or rejects with this entry's own error. */
    async write(entry: NewTimeEntry): Promise<TimeEntryRow> {
      const { org_id: orgId } = entry;
      const ofEach = counts.get(orgId) ?? 0;
      if (ofEach >= maxWaiting.ofEach || inAll >= maxWaiting.inAll) throw tooManyWaiting();
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
