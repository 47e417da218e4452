import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import type { BackupControl } from "#platform/backup/backup-control.ts";
import { BackupError } from "#platform/backup/backup-error.ts";
import {
  type BackupRow,
  endAbandonedBackups,
  findBeginning,
  findDatabaseBytes,
  findLastEnded,
  findLastGood,
  forgetBackups,
  insertBackup,
  listBackups,
  ownBackupsLock,
  updateBackup,
} from "#platform/backup/queries.ts";
import { removeAbandoned } from "#platform/backup/write-backup.ts";
import { lastSlot, listSuperfluous } from "#platform/backup/schedule.ts";
import type { Config } from "#platform/config/config.ts";
import { type DatabasePool, openPool } from "#platform/database/database.ts";
import type { ConnectionConfig } from "#platform/database/session-client.ts";
import { leastFreeBytes, readFreeBytes } from "#platform/embedded-postgres/watch-disk.ts";
import type { Metrics } from "#platform/http/metrics.ts";
import { newId } from "#platform/ids.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { endSessionsWith } from "#platform/jobs/session-lock.ts";

/*
 * Scheduled backups. Each node checks every minute whether the last scheduled instant has its backup. If not, it wakes
 * the job that makes the backup under a lock; a row in `backups` informs the other nodes. A killed node loses the lock
 * with its database session, so the others know that its unfinished row is dead.
 */

export interface OwnBackupsDeps {
  jobs: JobRunner;
  config: Pick<Config, "secretKey" | "backup">;
  connection: ConnectionConfig;
  /** The pool of the node, for short statements. */
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

const minuteMs = 60_000;
const mostListed = 100;
const retryMs = 60 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
const failuresKeptMs = 30 * dayMs;
const abandoned = "The service stopped while it was making this backup.";
const fileName = /^stint-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** Undefined if there is no folder for backups: with DATABASE_URL, but without BACKUP_DIR. */
export function startOwnBackups(deps: OwnBackupsDeps): OwnBackups | undefined {
  const { jobs, config, db, dataDir, logger, metrics, now, everyMs = minuteMs } = deps;
  const folder = config.backup.dir ?? (dataDir === undefined ? undefined : join(dataDir, "backups"));
  if (folder === undefined) return undefined;
  const { at } = config.backup;
  // A unique name, so an abort ends only the database sessions of this node.
  const applicationName = `stint-backup ${randomUUID()}`;
  // One connection keeps the lock, one reads, and one is for an abort.
  const pool = openPool({ connection: deps.connection, poolSize: 3, applicationName });
  /** The reply to someone who requested a backup now. */
  let asked: PromiseWithResolvers<"begun" | "under_way"> | undefined;

  /** The last scheduled instant, if its backup is missing and the last failure is long enough ago. */
  async function findDue(): Promise<Date | undefined> {
    if (at === undefined) return undefined;
    const slot = lastSlot(at, now());
    const [good, ended, beginning] = [await findLastGood(db), await findLastEnded(db), await findBeginning(db)];
    if (slot < beginning || (good !== undefined && new Date(good.scheduled_at ?? good.started_at) >= slot))
      return undefined;
    const hasFailed = ended !== undefined && ended.bytes === null;
    return hasFailed && now().getTime() - Date.parse(ended.started_at) < retryMs ? undefined : slot;
  }

  async function endAbandoned(): Promise<void> {
    for (const file of await endAbandonedBackups(db, now().toISOString(), abandoned))
      logger.error({ folder, file }, "a backup was not completed because its service ended");
  }

  /** Runs under the lock. */
  async function run(signal: AbortSignal): Promise<void> {
    // Checks again under the lock, because another node may have made the backup in the meantime.
    const slot = asked === undefined ? await findDue() : null;
    if (slot === undefined) return;
    asked?.resolve("begun");
    endSessionsWith(signal, pool, applicationName);
    const startedAt = now();
    const id = newId("backup");
    const file = `stint-${startedAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
    const begun = {
      id,
      host: hostname(),
      file,
      scheduled_at: slot?.toISOString() ?? null,
      started_at: startedAt.toISOString(),
    };
    await insertBackup(db, begun);
    let failure: Error | undefined;
    const end = await make(file, signal).catch((error: Error) => {
      failure = error;
      const reason = signal.aborted && `${(signal.reason as Error).message}: the backup was not completed.`;
      return { bytes: null, rows: null, verified_at: null, error: reason || error.message };
    });
    await updateBackup(db, id, { finished_at: now().toISOString(), ...end });
    if (failure !== undefined)
      throw new BackupError(`the backup into ${folder} failed; it will be retried in an hour`, { cause: failure });
    await tidy();
  }

  async function make(
    file: string,
    signal: AbortSignal,
  ): Promise<Pick<BackupRow, "bytes" | "rows" | "verified_at" | "error">> {
    await mkdir(folder ?? "", { recursive: true, mode: 0o700 });
    const client = await pool.connect();
    await removeAbandoned(client, folder ?? "", (file) => fileName.test(file)).finally(() => client.release());
    await requireRoom();
    // Loaded on demand, so it does not delay the start.
    const { makeBackup, readPassphrase } = await import("./backup.ts");
    const { passphraseFile, verifies } = config.backup;
    const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile);
    const said: string[] = [];
    const made = await makeBackup(
      { db: pool, dataDir, config, err: (text) => said.push(text) },
      { path: join(folder ?? "", file), verify: verifies && "wanted", passphrase, signal },
    );
    const { bytes, rows, verified, unverified = null } = made;
    const facts = { folder, file, bytes, rows, verified };
    if (unverified === null) logger.info(facts, "a backup was made");
    else
      logger.error(
        { ...facts, unverified, findings: said.join("").slice(0, 4_000) },
        "a backup was made, but not verified",
      );
    return { bytes, rows, verified_at: verified ? now().toISOString() : null, error: unverified };
  }

  /** A backup must not fill the disk that the database writes to. */
  async function requireRoom(): Promise<void> {
    const last = await findLastGood(db);
    const needed = last === undefined ? await findDatabaseBytes(db) : (last.bytes ?? 0) * 2;
    const free = await readFreeBytes(folder ?? "");
    if (free - needed >= 2 * leastFreeBytes) return;
    const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
    throw new BackupError(
      `${folder} has ${mb(free)} free; a backup needs ${mb(needed)}, and ${mb(2 * leastFreeBytes)} must stay free.`,
    );
  }

  /** Removes files that no rule keeps, and rows whose files are gone. */
  async function tidy(): Promise<void> {
    const files = await listFiles();
    const superfluous = listSuperfluous(files, config.backup.keep, at?.timeZone ?? "UTC");
    for (const { file } of superfluous) await rm(join(folder ?? "", file), { force: true });
    const left = (await listFiles()).map(({ file }) => file);
    await forgetBackups(db, hostname(), left, new Date(now().getTime() - failuresKeptMs).toISOString());
  }

  async function listFiles(): Promise<{ file: string; at: Date }[]> {
    return (await readdir(folder ?? "")).flatMap((file) => {
      const [, day, hour, minute, second] = fileName.exec(file) ?? [];
      return day === undefined ? [] : { file, at: new Date(`${day}T${hour}:${minute}:${second}Z`) };
    });
  }

  const making = jobs.start({ name: "backup", timeoutMs: dayMs, lock: { pool, name: ownBackupsLock }, run });
  const schedule = jobs.start({
    name: "backup-schedule",
    everyMs,
    timeoutMs: minuteMs,
    async run() {
      await endAbandoned();
      if (!making.isRunning() && (await findDue()) !== undefined) making.wake();
    },
  });
  const seconds = (instant: string | null | undefined) => (instant ? Date.parse(instant) / 1000 : Number.NaN);
  metrics.gauge(
    "stint_backup_last_success_seconds",
    "When the latest existing backup was started (Unix time).",
    async () => seconds((await findLastGood(db))?.started_at),
  );
  if (config.backup.verifies) {
    metrics.gauge(
      "stint_backup_last_verified_seconds",
      "When the latest existing backup was verified (Unix time).",
      async () => seconds((await findLastGood(db))?.verified_at),
    );
  }
  metrics.gauge("stint_backup_free_bytes", "Free bytes on the disk of the backups.", () => readFreeBytes(folder));
  metrics.gauge("stint_backup_failed", "1 if the last backup failed or could not be verified.", async () => {
    const ended = await findLastEnded(db);
    return ended !== undefined && ended.error !== null ? 1 : 0;
  });
  metrics.gauge(
    "stint_backup_bytes",
    "Size of the latest existing backup.",
    async () => (await findLastGood(db))?.bytes ?? Number.NaN,
  );

  return {
    at,
    keep: config.backup.keep,
    owners: config.backup.owners,
    async list() {
      await endAbandoned();
      return listBackups(db, mostListed);
    },
    async runNow() {
      if (asked !== undefined || making.isRunning()) return "under_way";
      const { promise, resolve } = (asked = Promise.withResolvers<"begun" | "under_way">());
      making.wake();
      // Another node has the lock.
      void making.idle().then(() => resolve("under_way"));
      return promise.finally(() => (asked = undefined));
    },
    async stop() {
      await Promise.all([schedule.stop(), making.stop()]);
      await pool.end();
    },
  };
}
