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
  takeOwnBackupsLock,
  updateBackup,
} from "#platform/backup/queries.ts";
import { removeAbandoned } from "#platform/backup/write-backup.ts";
import { lastSlot, listSuperfluous } from "#platform/backup/schedule.ts";
import type { Config } from "#platform/config.ts";
import { type DatabasePool, openPool } from "#platform/database/database.ts";
import type { ConnectionConfig } from "#platform/database/session-client.ts";
import { leastFreeBytes, readFreeBytes } from "#platform/embedded-postgres/watch-disk.ts";
import type { Metrics } from "#platform/http/metrics.ts";
import { newId } from "#platform/ids.ts";

/*
 * Backups that the service makes by itself. Each node looks every minute whether the last scheduled instant has its
 * backup. The first that gets the lock makes it; the row in `backups` tells the others. A killed node loses the lock with
 * its session, by which the others know that its row has no end.
 */

export interface OwnBackupsDeps {
  config: Pick<Config, "secretKey" | "backup">;
  connection: ConnectionConfig;
  /** The pool of the node, for short statements. */
  db: DatabasePool;
  dataDir: string | undefined;
  logger: Pick<Logger, "info" | "error">;
  metrics: Pick<Metrics, "gauge">;
  now: () => Date;
  /** For tests. */
  everyMs?: number;
}

export interface OwnBackups extends BackupControl {
  stop(): Promise<void>;
}

const minuteMs = 60_000;
const mostListed = 100;
const retryMs = 60 * minuteMs;
const failuresKeptMs = 30 * 24 * 60 * minuteMs;
const abandoned = "The service was ended while it made this backup.";
const fileName = /^stint-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** Undefined where backups have no folder: with DATABASE_URL and without BACKUP_DIR. */
export function startOwnBackups(deps: OwnBackupsDeps): OwnBackups | undefined {
  const { config, db, dataDir, logger, metrics, now, everyMs = minuteMs } = deps;
  const folder = config.backup.dir ?? (dataDir === undefined ? undefined : join(dataDir, "backups"));
  if (folder === undefined) return undefined;
  const { at } = config.backup;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  /** Whether the last scheduled instant has no backup yet, and the last failure is long enough ago. */
  async function findDue(): Promise<Date | undefined> {
    if (at === undefined) return undefined;
    const slot = lastSlot(at, now());
    const [good, ended, beginning] = [await findLastGood(db), await findLastEnded(db), await findBeginning(db)];
    if (slot < beginning || (good !== undefined && new Date(good.scheduled_at ?? good.started_at) >= slot))
      return undefined;
    const hasFailed = ended !== undefined && ended.bytes === null;
    return hasFailed && now().getTime() - Date.parse(ended.started_at) < retryMs ? undefined : slot;
  }

  /** Runs under the lock; false if another node has it, or there is nothing to do any more. */
  async function runLocked(findSlot: () => Promise<Date | null | undefined>, onBegin: () => void): Promise<boolean> {
    const pool = openPool({ connection: deps.connection, poolSize: 2, applicationName: "stint-backup" });
    try {
      const client = await pool.connect();
      try {
        // Held by the session for as long as the backup takes, without a transaction.
        if (!(await takeOwnBackupsLock(client))) return false;
        const slot = await findSlot();
        if (slot === undefined) return false;
        onBegin();
        await run(pool, slot);
        return true;
      } finally {
        client.release(true);
      }
    } finally {
      await pool.end();
    }
  }

  async function endAbandoned(): Promise<void> {
    for (const file of await endAbandonedBackups(db, now().toISOString(), abandoned))
      logger.error({ folder, file }, "a backup was not finished: its service ended");
  }

  async function run(pool: DatabasePool, slot: Date | null): Promise<void> {
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
    const end = await make(pool, file).catch((error: Error) => {
      logger.error({ err: error, folder }, "the backup failed; it is tried again in an hour");
      return { bytes: null, rows: null, verified_at: null, error: error.message };
    });
    await updateBackup(db, id, { finished_at: now().toISOString(), ...end });
    if (end.bytes !== null) await tidy();
  }

  async function make(
    pool: DatabasePool,
    file: string,
  ): Promise<Pick<BackupRow, "bytes" | "rows" | "verified_at" | "error">> {
    await mkdir(folder ?? "", { recursive: true, mode: 0o700 });
    await removeAbandoned(folder ?? "", (file) => fileName.test(file));
    await requireRoom();
    // Not at the start, which it would delay.
    const { makeBackup, readPassphrase } = await import("./backup.ts");
    const { passphraseFile, verifies } = config.backup;
    const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile);
    const said: string[] = [];
    const made = await makeBackup(
      { db: pool, dataDir, config, err: (text) => said.push(text) },
      { path: join(folder ?? "", file), verify: verifies && "wanted", passphrase, signal: stopping.signal },
    );
    const { bytes, rows, verified, unverified = null } = made;
    const facts = { folder, file, bytes, rows, verified };
    if (unverified === null) logger.info(facts, "a backup is made");
    else
      logger.error(
        { ...facts, unverified, findings: said.join("").slice(0, 4_000) },
        "a backup is made, but it is not verified",
      );
    return { bytes, rows, verified_at: verified ? now().toISOString() : null, error: unverified };
  }

  /** A backup must not fill the disk on which the database writes. */
  async function requireRoom(): Promise<void> {
    const last = await findLastGood(db);
    const needed = last === undefined ? await findDatabaseBytes(db) : (last.bytes ?? 0) * 2;
    const free = await readFreeBytes(folder ?? "");
    if (free - needed >= 2 * leastFreeBytes) return;
    const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
    throw new BackupError(
      `${folder} has ${mb(free)} free; a backup needs ${mb(needed)}, and ${mb(2 * leastFreeBytes)} have to stay free.`,
    );
  }

  /** Removes files that no rule keeps, and rows of files that are gone. */
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

  const onError = (error: unknown) => {
    if (!stopping.signal.aborted) logger.error({ err: error }, "backups could not be looked after; trying again");
  };

  async function look(): Promise<void> {
    await endAbandoned();
    if (running !== undefined || (await findDue()) === undefined || running !== undefined) return;
    running = runLocked(findDue, () => undefined).then(
      () => (running = undefined),
      (error: unknown) => {
        running = undefined;
        onError(error);
      },
    );
  }

  const timer = setInterval(() => void look().catch(onError), everyMs);
  const seconds = (instant: string | null | undefined) => (instant ? Date.parse(instant) / 1000 : Number.NaN);
  metrics.gauge(
    "stint_backup_last_success_seconds",
    "When the last backup that is there was begun (Unix time).",
    async () => seconds((await findLastGood(db))?.started_at),
  );
  metrics.gauge(
    "stint_backup_last_verified_seconds",
    "When the last backup that is there was verified (Unix time).",
    async () => seconds((await findLastGood(db))?.verified_at),
  );
  metrics.gauge("stint_backup_failed", "1 if the last backup failed or could not be verified.", async () => {
    const ended = await findLastEnded(db);
    return ended !== undefined && ended.error !== null ? 1 : 0;
  });
  metrics.gauge(
    "stint_backup_bytes",
    "Size of the last backup that is there.",
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
      if (running !== undefined) return "under_way";
      const { promise: begun, resolve: begin } = Promise.withResolvers<"begun" | "under_way">();
      running = runLocked(
        async () => null,
        () => begin("begun"),
      ).then(
        () => {
          running = undefined;
          begin("under_way");
        },
        (error: unknown) => {
          running = undefined;
          onError(error);
          begin("begun");
        },
      );
      return begun;
    },
    async stop() {
      clearInterval(timer);
      stopping.abort(new BackupError("The service stops: the backup was not finished."));
      await running;
    },
  };
}
