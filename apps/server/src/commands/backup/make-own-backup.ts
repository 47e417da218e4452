import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { BackupRow } from "#platform/backup/queries.ts";
import { removeAbandoned } from "#platform/backup/write-backup.ts";
import type { Config } from "#platform/config/config.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { isBackupFile, requireRoom } from "./backup-folder.ts";

export interface OwnBackupDeps {
  config: Pick<Config, "secretKey" | "backup">;
  /** The node's pool, used for short statements. */
  db: DatabasePool;
  /** The pool from which the backup reads the data. */
  pool: DatabasePool;
  folder: string;
  dataDir: string | undefined;
  logger: Pick<Logger, "info" | "error">;
  now: () => Date;
}

/** Makes a backup in the folder, after removing the unfinished files of backups that are no longer running. */
export async function makeOwnBackup(
  { config, db, pool, folder, dataDir, logger, now }: OwnBackupDeps,
  file: string,
  signal: AbortSignal,
): Promise<Pick<BackupRow, "bytes" | "rows" | "verified_at" | "error">> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await pool.connect();
  await removeAbandoned(client, folder, isBackupFile).finally(() => client.release());
  await requireRoom(db, folder);
  // Loaded on demand, so that it does not slow down the start of the service.
  const { makeBackup, readPassphrase } = await import("./backup.ts");
  const { passphraseFile, verifies } = config.backup;
  const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile);
  const said: string[] = [];
  const made = await makeBackup(
    { db: pool, dataDir, config, err: (text) => said.push(text) },
    { path: join(folder, file), verify: verifies && "wanted", passphrase, signal },
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
