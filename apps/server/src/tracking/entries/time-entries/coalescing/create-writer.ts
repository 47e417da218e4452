import { createLanes } from "#platform/concurrency/lanes.ts";
import { isConnectionError, isRefusedConnection } from "#platform/database/database-errors.ts";
import { AppError } from "#platform/errors.ts";
import { runFor } from "#platform/requester.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { insertTimeEntries } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import type { NewTimeEntry } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import { createCoalescing, maxTogether, runShared, type Waiting } from "./coalesce.ts";
import { settleLostCreate, storeAlone, type StoreDeps } from "./store-alone.ts";

type WaitingCreate = Waiting<NewTimeEntry, TimeEntryRow>;

const name = "create time entries";
/** The key of the queue that all organizations share. Entries with an external reference queue by organization. */
const shared = "";

/**
 * Stores entries one request at a time, as far as each request can tell: it gets the entry once that is durable, or the
 * entry's own error.
 *
 * - Concurrent creates of all organizations share one SQL statement (docs/decisions/0005 and 0014). It never waits for
 *   a lock: entries that would have to wait are left out.
 * - Each organization's _lane_ may wait, and uses at most a few connections. It stores the entries that were left out
 *   one by one. It stores entries with an external reference together, because another transaction writing the same
 *   reference would block a statement that others share.
 * - If the connection breaks, the entry's id shows whether it was stored.
 *
 * `onCommit` is called for each stored entry.
 */
export function createCreateWriter(deps: StoreDeps & { onCommit: (orgId: string) => void }) {
  const { db, onCommit } = deps;
  const lanes = createLanes({
    ofEach: Math.max(1, Math.floor(db.size / 4)),
    // Writes may use three quarters of the connections; this limit leaves some of them to batches and other changes.
    inAll: Math.max(1, Math.floor(db.size / 2)),
    maxWaiting: Infinity,
  });
  const { add } = createCoalescing<NewTimeEntry, TimeEntryRow>({ name, choose: chooseInTurn, writeBatch });

  function writeBatch(batch: WaitingCreate[], key: string): Promise<void> {
    if (key !== shared) return lanes.run(key, () => storeTogether(batch, { tenant: key }, true));
    const servedTenants = [...new Set(batch.map(({ write }) => write.org_id))];
    return storeTogether(batch, { tenant: undefined, servedTenants }, false);
  }

  async function storeTogether(
    batch: WaitingCreate[],
    sharer: Parameters<typeof runShared>[2],
    waits: boolean,
  ): Promise<void> {
    const entries = batch.map(({ write }) => write);
    let failure: unknown;
    const outcomes = await runShared(name, batch, sharer, () =>
      insertTimeEntries(db, entries, { isJudged: false, waits }),
    ).catch((error: unknown) => void (failure = error));
    for (const { write: entry, requester, resolve, reject } of batch) {
      const outcome = outcomes?.get(entry.id);
      if (outcome instanceof AppError) reject(outcome);
      else resolve(outcome ?? runFor(requester, () => storeLeftOut(entry, failure)));
    }
  }

  async function storeLeftOut(entry: NewTimeEntry, failure: unknown): Promise<TimeEntryRow> {
    if (isRefusedConnection(failure)) throw failure;
    if (isConnectionError(failure)) return settleLostCreate(deps, entry);
    return lanes.run(entry.org_id, () => storeAlone(deps, entry));
  }

  return {
    async write(entry: NewTimeEntry): Promise<TimeEntryRow> {
      const { org_id: orgId, external_ref: ref } = entry;
      const row = await add(ref === null ? shared : orgId, orgId, entry);
      onCommit(orgId);
      return row;
    },
  };
}

/** Chooses the oldest entries. Organizations take turns, entry by entry. */
function chooseInTurn(waiting: readonly WaitingCreate[]): WaitingCreate[] {
  const counts = new Map<string, number>();
  const turns = waiting.map((one) => {
    const turn = counts.get(one.write.org_id) ?? 0;
    counts.set(one.write.org_id, turn + 1);
    return { one, turn };
  });
  return turns
    .toSorted((one, other) => one.turn - other.turn)
    .slice(0, maxTogether)
    .map(({ one }) => one);
}
