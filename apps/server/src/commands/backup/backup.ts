import { readFile } from "node:fs/promises";
import { BackupError, DamagedBackupError } from "#platform/backup/format/backup-error.ts";
import type { CheckedBackup } from "#platform/backup/check-backup.ts";
import { saveDatabase } from "#platform/backup/save-database.ts";
import { type PassphraseCost, encryptKey } from "#platform/backup/format/encrypt-key.ts";
import type { Config } from "#platform/config/config.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { isSecretKeyOf } from "#platform/secrets/check-secret-key.ts";
import { readSecretKey, secretKeyPath } from "#platform/secrets/secret-key-file.ts";
import { version } from "#src/version.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { migrations } from "#commands/open/open-service.ts";
import { counted } from "#commands/command-line/counted.ts";

export interface BackupDeps {
  db: DatabasePool;
  /** The data folder of the embedded database; undefined with DATABASE_URL. */
  dataDir: string | undefined;
  config: Pick<Config, "secretKey">;
  /** The scrypt cost of deriving a key from the passphrase. Tests lower it. */
  passphraseCost?: PassphraseCost | undefined;
  /** Receives messages from the verification. */
  err: (text: string) => void;
}

export interface BackupRequest {
  path: string;
  /**
   * Whether to verify the backup in a scratch database before moving the file to its final path. With `wanted`, the
   * file is also moved if it is undamaged but its data is inconsistent or no scratch database is available.
   */
  verify: boolean | "wanted";
  passphrase: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface BackupReport {
  file: string;
  bytes: number;
  createdAt: string;
  stint: string;
  schema: number;
  postgres: string;
  rows: number;
  tables: Record<string, number>;
  /** Whether the backup contains SECRET_KEY, encrypted with a passphrase. */
  secretKey: boolean;
}

/** Saves the database to a file, which appears at its path either complete or not at all. */
export async function makeBackup(
  { db, dataDir, config, passphraseCost, err }: BackupDeps,
  { path, verify, passphrase, signal }: BackupRequest,
): Promise<BackupReport & { verified: boolean; unverified?: string }> {
  const secretKey =
    passphrase === undefined
      ? undefined
      : await encryptKey(await findKey(db, dataDir, config), passphrase, passphraseCost);
  const client = await db.connect();
  try {
    const saved = await saveDatabase(client, { path, migrations, stint: version, secretKey, signal });
    try {
      let unverified: string | undefined;
      if (verify !== false) {
        // Loaded on demand, because this module imports the doctor, and a backup without verification does not need
        // that memory.
        const { verifyBackup } = await import("./verify-backup.ts");
        await verifyBackup(saved.writer.path, { err, signal, isKept: verify === "wanted" }).catch((error: Error) => {
          if (verify !== "wanted" || signal?.aborted === true || error instanceof DamagedBackupError) throw error;
          unverified = error.message;
        });
      }
      await saved.writer.place();
      const report = { ...reportOf(path, saved.size, saved), verified: verify !== false && unverified === undefined };
      return unverified === undefined ? report : { ...report, unverified };
    } finally {
      await saved.writer.discard();
    }
  } finally {
    client.release(true);
  }
}

export function reportOf(file: string, bytes: number, { head, summary }: Omit<CheckedBackup, "places">): BackupReport {
  return {
    file,
    bytes,
    createdAt: head.createdAt,
    stint: head.stint,
    schema: head.migrations.at(-1)?.version ?? 0,
    postgres: head.postgres,
    rows: summary.tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: Object.fromEntries(summary.tables.map(({ name, rows }) => [name, rows])),
    secretKey: head.secretKey !== undefined,
  };
}

export function describeBackup(report: BackupReport): string {
  const { createdAt, stint, schema, bytes, rows, tables, secretKey } = report;
  const key = secretKey ? "it contains SECRET_KEY, encrypted with the passphrase" : "it does not contain SECRET_KEY";
  return (
    `of ${createdAt}, by Stint ${stint} with schema ${schema}; ${(bytes / 1e6).toFixed(1)} MB, ` +
    `${counted(rows, "row")} in ${counted(Object.keys(tables).length, "table")}, ${tables["time_entries"] ?? 0} of them time entries; ${key}.`
  );
}

async function findKey(db: DatabasePool, dataDir: string | undefined, { secretKey }: Pick<Config, "secretKey">) {
  const key = secretKey ?? (dataDir === undefined ? undefined : await readSecretKey(secretKeyPath(dataDir)));
  if (key === undefined)
    throw new CommandError("There is no SECRET_KEY to save. Set it to the service's key, or omit the passphrase.");
  const [table] = await db.query<{ name: string | null }>(sql`select to_regclass(${"secret_check"}) as name`);
  if (table?.name !== null && !(await isSecretKeyOf(db, key)))
    throw new CommandError(
      "SECRET_KEY is not the key that encrypts the secrets in this database. Set it to the service's key.",
    );
  return key;
}

/** Reads the passphrase from a file, without the trailing line break. */
export async function readPassphrase(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new CommandError(`The file with the passphrase cannot be read: ${error.message}`);
  });
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase.length < 12)
    throw new CommandError(`The passphrase in ${path} is shorter than 12 characters. Choose a longer one.`);
  return passphrase;
}

/** Returns a signal that aborts on the first SIGINT or SIGTERM, so that no unfinished file is left. */
export function abortOnSignal(): AbortSignal {
  const ending = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => ending.abort(new BackupError(`${name}: the backup was not completed.`)));
  return ending.signal;
}
