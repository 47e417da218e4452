import { setTimeout as pause } from "node:timers/promises";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import { deleteOldReplies } from "#identity/http/mutation.ts";
import { deleteEndedInvitations } from "#identity/invitations/queries.ts";
import { deleteOldLinks } from "#identity/one-time-links/queries.ts";
import { listOrganizationIds } from "#identity/organizations/queries.ts";
import { purgeOrganizations } from "#identity/organizations/purge-organizations.ts";
import { chainChanges } from "#identity/seals/chain-changes.ts";
import type { SealRow } from "#identity/seals/queries.ts";
import { sealChains } from "#identity/seals/seal-chains.ts";
import { deleteEndedSessions } from "#identity/sessions/queries.ts";
import { deleteOldCounters } from "#identity/throttle/queries.ts";
import { analyzeGrown } from "#platform/database/analyze-grown.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { runApart, runInTurns } from "#platform/run-apart.ts";
import type { RateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { dropOldFiles } from "#tracking/imports/drop-old-files.ts";
import { foldTimeSums } from "#tracking/time-sums/fold-time-sums.ts";
import { restorableDays } from "#tracking/time-entries/reach-time-entry.ts";
import { purgeTimeEntries } from "#tracking/time-entries/queries.ts";
import { deleteOldDeliveries } from "#tracking/webhooks/delivery/queries.ts";
import { tenantTables } from "./tenant-tables.ts";

export interface WorkerDeps {
  db: DatabasePool;
  apiKeys: ApiKeyCache;
  limiter: RateLimiter;
  now: () => Date;
  monotonicMs: () => number;
  onError: (error: unknown) => void;
  /** Called for each seal of the audit log after its commit. */
  onSeal: (orgId: string, seal: SealRow) => void;
}

export interface Worker {
  stop(): Promise<void>;
}

const block = 5_000;
// Deleting a delivery also deletes its attempts, up to twenty times as many rows.
const deliveryBlock = 500;
const deliveriesKeptDays = 30;
/** How long files of imports are kept. */
const importsKeptDays = 30;
/** How long ended sessions and invitations are kept. */
const endedKeptDays = 90;
/**
 * Tables that are usually empty: planner statistics would mislead, so their statements are written for any number of
 * rows.
 */
const queues = ["time_sum_deltas", "event_queue"];
const analyzeMs = 5_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The background loop. Every second, or less often under load: updates sums. Every five: the planner's statistics. Every minute: evicts expired
 * entries from memory and chains changes. Every hour: cleans up the database and seals the chains.
 */
export function startWorker(deps: WorkerDeps): Worker {
  const minute = repeat(minuteMs, deps.onError, async () => {
    deps.limiter.sweep(deps.monotonicMs());
    await deps.apiKeys.flushUses();
  });
  const statistics = repeat(analyzeMs, deps.onError, () => analyzeGrown(deps.db, queues));
  const stopping = new AbortController();
  const second = repeat(1_000, deps.onError, () => foldGently(deps.db, stopping.signal));
  const chain = repeat(minuteMs, deps.onError, () =>
    // Uses a quarter of the time: a first start may find millions of changes.
    chainChanges(deps.db, { signal: stopping.signal, pace: (elapsedMs) => pause(elapsedMs * 3) }),
  );
  const hour = repeat(hourMs, deps.onError, () => cleanUp(deps.db, deps.now(), stopping.signal));
  const seal = repeat(hourMs, deps.onError, () =>
    sealChains(deps.db, { now: deps.now(), onSeal: deps.onSeal, signal: stopping.signal }),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all([second(), statistics(), minute(), chain(), hour(), seal()]);
      await deps.apiKeys.flushUses().catch(deps.onError);
    },
  };
}

/**
 * Folds, and rests nine times as long, ten seconds at most: sums that change all the time are then written less often.
 * Deltas that wait count in every report all the same.
 */
async function foldGently(db: DatabasePool, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  await foldTimeSums(db);
  const rest = Math.min((performance.now() - began) * 9, 10_000);
  await pause(rest, undefined, { signal }).catch(() => undefined);
}

/**
 * Removes expired rows. Idempotent: every node may run it, also concurrently. Organizations take turns on large tables.
 * A failed task or organization does not stop the others. An abort leaves long tasks to the next run.
 */
export async function cleanUp(db: DatabasePool, now: Date, signal?: AbortSignal): Promise<void> {
  const daysBefore = (days: number) => new Date(now.getTime() - days * 24 * hourMs).toISOString();
  const deletedBefore = daysBefore(restorableDays);
  const madeBefore = daysBefore(deliveriesKeptDays);
  const savedBefore = daysBefore(1);
  const endedBefore = daysBefore(endedKeptDays);
  const importedBefore = daysBefore(importsKeptDays);
  const orgIds = await listOrganizationIds(db);
  const cleanUpOrganization = async (orgId: string) => {
    await deleteOldReplies(db, orgId, savedBefore);
    await deleteEndedSessions(db, orgId, endedBefore);
    await deleteEndedInvitations(db, orgId, endedBefore);
    await dropOldFiles(db, orgId, importedBefore);
  };
  // In blocks: a backlog of any size neither exceeds the statement time-out nor holds many locks.
  const purgeBlock = async (orgId: string) =>
    (await db.transaction((tx) => purgeTimeEntries(tx, orgId, deletedBefore, block))) === block;
  const deleteBlock = async (orgId: string) =>
    (await deleteOldDeliveries(db, orgId, madeBefore, deliveryBlock)) === deliveryBlock;
  const tasks = [
    () => runApart(orgIds, cleanUpOrganization),
    () => runInTurns(orgIds, purgeBlock),
    () => runInTurns(orgIds, deleteBlock),
    () => deleteOldCounters(db, now.toISOString()),
    () => deleteOldLinks(db, daysBefore(1)),
    () => purgeOrganizations(db, tenantTables, now, signal),
  ];
  await runApart(tasks, (task) => task());
}

/**
 * Runs `work` now and at every interval, skipping turns while a run is under way. The result stops it and waits for the
 * current run.
 */
function repeat(everyMs: number, onError: (error: unknown) => void, work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let running = Promise.resolve();
  const run = () => {
    if (isRunning) return;
    isRunning = true;
    running = Promise.resolve()
      .then(work)
      .catch(onError)
      .finally(() => (isRunning = false));
  };
  run();
  const timer = setInterval(run, everyMs);
  return () => {
    clearInterval(timer);
    return running;
  };
}
