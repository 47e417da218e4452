import { setTimeout as pause } from "node:timers/promises";
import { pollMs } from "#platform/jobs/job-runner.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import { deleteOldDeviceLogins } from "#identity/device-logins/queries.ts";
import { keptDays } from "#identity/history/kept-days.ts";
import { deleteOldReplies } from "#identity/http/mutation.ts";
import { deleteEndedInvitations } from "#identity/members/invitations/queries.ts";
import { endIdleGrants } from "#identity/oauth/end-idle-grants.ts";
import { deleteEndedGrants, deleteUnusedClients } from "#identity/oauth/queries.ts";
import { deleteOldLinks } from "#identity/one-time-links/queries.ts";
import { listOrganizationIds } from "#identity/organizations/queries.ts";
import { deleteObsoleteMails } from "#identity/outbox/queries.ts";
import { purgeOrganizations } from "#identity/organizations/purge-organizations.ts";
import { chainChanges } from "#identity/seals/chain-changes.ts";
import type { SealRow } from "#identity/seals/queries.ts";
import { sealChains } from "#identity/seals/seal-chains.ts";
import { deleteEndedSessions } from "#identity/sessions/queries.ts";
import { deleteOldCounters } from "#identity/throttle/queries.ts";
import type { DatabaseClock } from "#platform/database/connection/database-clock.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { hourMs, minuteMs } from "#platform/days.ts";
import type { JobRunner, Job } from "#platform/jobs/job-runner.ts";
import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
import type { RateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { dropOldFiles } from "./tracking/exchange/imports/worker/drop-old-files.ts";
import { foldTimeSums } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { addReminders } from "./tracking/month/reminders/add-reminders.ts";
import { dayMs } from "./platform/days.ts";
import { deleteOldNotices } from "#tracking/notices/queries.ts";
import { type DueCalendarDeps, readDueCalendars } from "#tracking/exchange/subscribed-calendars/read-due-calendars.ts";
import { purgeTimeEntries } from "#tracking/entries/time-entries/queries.ts";
import { deleteOldDeliveries } from "#tracking/exchange/webhooks/log/queries.ts";
import type { Resource } from "#identity/history/resource.ts";
import { resources } from "#tracking/exchange/resources.ts";

export interface WorkerDeps {
  jobs: JobRunner;
  db: DatabasePool;
  apiKeys: ApiKeyCache;
  limiters: readonly RateLimiter[];
  clock: Pick<DatabaseClock, "now" | "isClose">;
  monotonicMs: () => number;
  /** Undefined if there is no key for secrets, because the URLs of calendars are encrypted. */
  calendars: Pick<DueCalendarDeps, "reader" | "secretKey"> | undefined;
  importsKeptDays: number;
  /** Called if a stop cannot write the last-use times of keys. */
  onError: (error: unknown) => void;
  /** Called for each seal of the audit log, after its commit. */
  onSeal: (orgId: string, seal: SealRow) => void;
}

/** How long notices, and ended sessions and invitations, are kept. */
const endedKeptDays = 90;
/** The timeout of jobs that work through all organizations and may have millions of rows to catch up with. */
const longRunMs = 6 * hourMs;
/**
 * Tables that are usually empty, so planner statistics would mislead. They are never analyzed; their SQL statements are
 * written to suit any number of rows.
 */
const queues = ["time_sum_deltas", "event_queue"];

/** Starts the small jobs of a node. Each job is idempotent, so every node may run it, even concurrently. */
export function startWorker(deps: WorkerDeps) {
  const started = startJobs(deps);
  for (const job of started) job.wake();
  return {
    async stop() {
      await Promise.all(started.map((job) => job.stop()));
      await deps.apiKeys.flushUses().catch(deps.onError);
    },
  };
}

function startJobs({ jobs, db, apiKeys, limiters, clock, ...deps }: WorkerDeps): Job[] {
  const { now } = clock;
  return [
    jobs.start({
      name: "fold-sums",
      everyMs: pollMs,
      // After a slow run, rests longer, so that sums that change constantly are written less often. Reports include
      // pending deltas anyway.
      restMs: (tookMs) => Math.min(tookMs * 9, 10_000),
      run: () => foldTimeSums(db),
    }),
    jobs.start({ name: "analyze", everyMs: 5_000, run: () => analyzeGrown(db, queues) }),
    jobs.start({
      name: "sweep-memory",
      everyMs: minuteMs,
      async run() {
        for (const limiter of limiters) limiter.sweep(deps.monotonicMs());
        await apiKeys.flushUses();
      },
    }),
    jobs.start({
      name: "chain-changes",
      everyMs: minuteMs,
      timeoutMs: longRunMs,
      // Works only a quarter of the time, so that a first run over millions of changes does not take too much of the
      // database's capacity.
      run: (signal) => chainChanges(db, { signal, pace: (elapsedMs) => pause(elapsedMs * 3) }),
    }),
    jobs.start({
      name: "find-notices",
      everyMs: 5 * minuteMs,
      run: async () => runInTurns(await listOrganizationIds(db), (orgId) => addReminders(db, orgId, now())),
    }),
    jobs.start({
      name: "read-calendars",
      everyMs: minuteMs,
      async run(signal) {
        if (deps.calendars !== undefined) await readDueCalendars({ db, now, ...deps.calendars }, signal);
      },
    }),
    jobs.start({
      name: "clean-up",
      everyMs: hourMs,
      timeoutMs: longRunMs,
      async run(signal) {
        if (await clock.isClose()) await cleanUp(db, now(), { signal, importsKeptDays: deps.importsKeptDays });
      },
    }),
    jobs.start({
      name: "seal-chains",
      everyMs: hourMs,
      timeoutMs: longRunMs,
      run: (signal) => sealChains(db, { now: now(), onSeal: deps.onSeal, signal }),
    }),
  ];
}

/**
 * Removes expired rows. Idempotent, so every node may run it, even concurrently. On large tables, organizations take
 * turns. If a task or an organization fails, the others still run. On an abort, long tasks are left to the next run.
 */
export async function cleanUp(
  db: DatabasePool,
  now: Date,
  { signal, importsKeptDays = 7 }: { signal?: AbortSignal; importsKeptDays?: number } = {},
): Promise<void> {
  const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  const deletedBefore = daysBefore(keptDays);
  const madeBefore = daysBefore(keptDays);
  const savedBefore = daysBefore(1);
  const endedBefore = daysBefore(endedKeptDays);
  const importedBefore = {
    ended: daysBefore(keptDays),
    forgotten: daysBefore(importsKeptDays),
    killed: daysBefore(1),
  };
  const orgIds = await listOrganizationIds(db);
  const cleanUpOrganization = async (orgId: string) => {
    await deleteOldReplies(db, orgId, savedBefore);
    await endIdleGrants(db, orgId, now);
    await deleteEndedSessions(db, orgId, endedBefore);
    await deleteEndedGrants(db, orgId, savedBefore);
    await deleteEndedInvitations(db, orgId, endedBefore);
    await dropOldFiles(db, orgId, importedBefore);
  };
  // Deletes in batches, so that even a large backlog neither exceeds the statement timeout nor locks many rows at once.
  const purgeBlock = async (orgId: string) =>
    (await db.transaction((tx) => purgeTimeEntries(tx, orgId, deletedBefore, rowsOfStatement))) === rowsOfStatement;
  const noticedBefore = daysBefore(endedKeptDays);
  const deleteNotices = async (orgId: string) =>
    (await deleteOldNotices(db, orgId, noticedBefore, rowsOfStatement)) === rowsOfStatement;
  const deleteBlock = async (orgId: string) =>
    (await deleteOldDeliveries(db, orgId, madeBefore, rowsOfStatement)) === rowsOfStatement;
  const tasks = [
    () => runInTurns(orgIds, cleanUpOrganization),
    () => runInTurns(orgIds, purgeBlock),
    () => runInTurns(orgIds, deleteBlock),
    () => runInTurns(orgIds, deleteNotices),
    () => deleteOldCounters(db, now.toISOString()),
    () => deleteObsoleteMails(db, now.toISOString()),
    () => deleteOldLinks(db, daysBefore(1)),
    () => deleteUnusedClients(db, { unused: daysBefore(1), used: daysBefore(90) }),
    () => deleteOldDeviceLogins(db, now.toISOString()),
    () => purgeOrganizations(db, tenantTables, now, signal),
  ];
  await runInTurns(tasks, (task) => task());
}

/**
 * All tables with tenant data, in the order in which they are emptied: keys first, so that they stop working;
 * referencing tables before the tables that they reference; and `changes` after every table whose deletions write
 * changes.
 */
export const tenantTables: readonly string[] = resources
  .flatMap((resource: Resource) => resource.tables ?? [])
  .toReversed();

// Smaller tables are skipped: planning them as if they were empty is harmless, and some of them change so often that
// they would be analyzed constantly.
const fewestRows = 10;

/**
 * Analyzes tables in which half of the rows have changed. Autovacuum runs once a minute at best; until then, the
 * planner assumes that a table filled in bulk is nearly empty. A bulk insert of n rows causes about log n runs. A crash
 * loses the server's counters, but a `reltuples` of -1 still reveals a table that was never analyzed. Skips tables in
 * `except`, tables that another session is analyzing, and tables of other roles.
 */
export async function analyzeGrown(db: DatabasePool, except: readonly string[]): Promise<void> {
  const grown = await db.query<{ name: string }>(sql`
    select c.oid::regclass::text as name
      from pg_stat_user_tables s
      join pg_class c on c.oid = s.relid
     where s.schemaname = current_schema() and s.relname <> all(${except}::text[]) and pg_has_role(c.relowner, 'usage')
       and ((s.n_live_tup >= ${fewestRows} and s.n_mod_since_analyze >= s.n_live_tup / 2)
            or (c.reltuples = -1 and pg_relation_size(c.oid) > 0))`);
  await runInTurns(grown, async ({ name }) => {
    await db.query(sql`analyze (skip_locked) ${raw(name)}`);
  });
}
