import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import type { BackupControl } from "#platform/backup/backup-control.ts";
import { BackupError } from "#platform/backup/format/backup-error.ts";
import {
  endAbandonedBackups,
  findBeginning,
  findLastEnded,
  findLastGood,
  insertBackup,
  listBackups,
  ownBackupsLock,
  updateBackup,
} from "#platform/backup/queries.ts";
import { type BackupTime, lastSlot } from "#platform/backup/schedule.ts";
import type { Config } from "#platform/config/config.ts";
import type { Database, DatabasePool } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import type { ConnectionConfig } from "#platform/database/connection/session-client.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import { newId } from "#platform/ids.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { endSessionsWith } from "#platform/jobs/session-lock.ts";
import { dayMs, minuteMs, hourMs } from "#platform/days.ts";
import { backupFileName, removeSuperfluous } from "./backup-folder.ts";
import { addBackupMetrics } from "./backup-metrics.ts";
import { makeOwnBackup, type OwnBackupDeps } from "./make-own-backup.ts";

/*
 * Scheduled backups. Every minute, each node checks whether a backup exists for the last scheduled instant. If not, the
 * node wakes the job that makes the backup under a lock; a row in `backups` shows the backup to the other nodes. A
 * killed node loses the lock with its database session, so the others know that its unfinished row will never be
 * completed.
 */

export interface OwnBackupsDeps {
  jobs: JobRunner;
  config: Pick<Config, "secretKey" | "backup">;
  connection: ConnectionConfig;
  /** The node's pool, used for short statements. */
  db: DatabasePool;
  dataDir: string | undefined;
  logger: Pick<Logger, "info" | "error">;
  metrics: Pick<Metrics, "gauge">;
  now: () => Date;
  /** Overridden in tests. */
  everyMs?: number;
}

export interface OwnBackups extends BackupControl {
  stop(): Promise<void>;
}

const maxListed = 100;
const retryMs = hourMs;
const abandoned = "The service stopped while it was making this backup.";

/**
 * Starts the scheduled backups. Returns undefined if there is no folder for them: with DATABASE_URL, but without
 * BACKUP_DIR.
 */
export function startOwnBackups(deps: OwnBackupsDeps): OwnBackups | undefined {
  const { jobs, config, db, dataDir, metrics, now, everyMs = minuteMs } = deps;
  const folder = config.backup.dir ?? (dataDir === undefined ? undefined : join(dataDir, "backups"));
  if (folder === undefined) return undefined;
  const { at, keep, owners, verifies } = config.backup;
  // A unique name, so an abort ends only the database sessions of this node.
  const applicationName = `stint-backup ${randomUUID()}`;
  // One connection keeps the lock, one reads the data, and one ends the other two on an abort.
  const pool = openPool({ connection: deps.connection, poolSize: 3, applicationName });
  /** The pending reply to a request for an immediate backup; undefined if there is no such request. */
  let asked: PromiseWithResolvers<"begun" | "under_way"> | undefined;

  const making = jobs.start({
    name: "backup",
    timeoutMs: dayMs,
    lock: { pool, name: ownBackupsLock },
    async run(signal) {
      // Under the lock, checks again, because another node may have made the backup in the meantime.
      const slot = asked === undefined ? await findDue(db, at, now) : null;
      if (slot === undefined) return;
      asked?.resolve("begun");
      endSessionsWith(signal, pool, applicationName);
      await makeAndRecord({ ...deps, folder, pool }, slot, signal);
      await removeSuperfluous(db, folder, { keep, at }, now);
    },
  });
  const schedule = jobs.start({
    name: "backup-schedule",
    everyMs,
    timeoutMs: minuteMs,
    async run() {
      await endAbandoned(deps, folder);
      if (!making.isRunning() && (await findDue(db, at, now)) !== undefined) making.wake();
    },
  });
  addBackupMetrics(metrics, db, { folder, verifies });

  return {
    at,
    keep,
    owners,
    async list() {
      await endAbandoned(deps, folder);
      return listBackups(db, maxListed);
    },
    async runNow() {
      if (asked !== undefined || making.isRunning()) return "under_way";
      const { promise, resolve } = (asked = Promise.withResolvers<"begun" | "under_way">());
      making.wake();
      // If the job ends without having begun a backup, another node has the lock.
      void making.idle().then(() => resolve("under_way"));
      return promise.finally(() => (asked = undefined));
    },
    async stop() {
      await Promise.all([schedule.stop(), making.stop()]);
      await pool.end();
    },
  };
}

/** Returns the last scheduled instant if its backup is missing and the last failure is at least an hour ago. */
async function findDue(db: Database, at: BackupTime | undefined, now: () => Date): Promise<Date | undefined> {
  if (at === undefined) return undefined;
  const slot = lastSlot(at, now());
  const [good, ended, beginning] = [await findLastGood(db), await findLastEnded(db), await findBeginning(db)];
  if (slot < beginning || (good !== undefined && new Date(good.scheduled_at ?? good.started_at) >= slot))
    return undefined;
  const hasFailed = ended !== undefined && ended.bytes === null;
  return hasFailed && now().getTime() - Date.parse(ended.started_at) < retryMs ? undefined : slot;
}

/** Makes a backup and records its beginning and end in a row, which other nodes read. */
async function makeAndRecord(deps: OwnBackupDeps, slot: Date | null, signal: AbortSignal): Promise<void> {
  const { db, folder, now } = deps;
  const startedAt = now();
  const id = newId("backup");
  const file = backupFileName(startedAt);
  const begun = {
    id,
    host: hostname(),
    file,
    scheduled_at: slot?.toISOString() ?? null,
    started_at: startedAt.toISOString(),
  };
  await insertBackup(db, begun);
  let failure: Error | undefined;
  const end = await makeOwnBackup(deps, file, signal).catch((error: Error) => {
    failure = error;
    const reason = signal.aborted && `${(signal.reason as Error).message}: the backup was not completed.`;
    return { bytes: null, rows: null, verified_at: null, error: reason || error.message };
  });
  await updateBackup(db, id, { finished_at: now().toISOString(), ...end });
  if (failure !== undefined)
    throw new BackupError(`the backup into ${folder} failed; it will be retried in an hour`, { cause: failure });
}

async function endAbandoned({ db, logger, now }: OwnBackupsDeps, folder: string): Promise<void> {
  for (const file of await endAbandonedBackups(db, now().toISOString(), abandoned))
    logger.error({ folder, file }, "a backup was not completed because its service ended");
}
