import type pg from "pg";
import { BackupError } from "#platform/backup/format/backup-error.ts";
import { checkBackup } from "#platform/backup/check-backup.ts";
import { loadDatabase, requireKnown } from "#platform/backup/load-database.ts";
import { decryptKey } from "#platform/backup/format/encrypt-key.ts";
import type { Config } from "#platform/config/config.ts";
import { readDatabaseTime } from "#platform/database/connection/database-clock.ts";
import { transactionOn } from "#platform/database/pool/open-pool.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import { ifKeyIsLost, isSecretKeyOf } from "#platform/secrets/check-secret-key.ts";
import { makeSecretKey, readSecretKey, secretKeyPath } from "#platform/secrets/secret-key-file.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { UsageError } from "#commands/command-line/command-line.ts";
import { hasSealed } from "#commands/open/open-secret-key.ts";
import { commandSessions, migrations, openDatabase } from "#commands/open/open-service.ts";
import { counted } from "#commands/command-line/counted.ts";
import { settleWebhooks, type SettledWebhooks, type WebhooksAfterwards } from "./settle-webhooks.ts";

export interface RestoreRequest {
  path: string;
  passphrase: string | undefined;
  /** Where to write SECRET_KEY if DATABASE_URL is set. With an embedded database, the data folder is used. */
  secretKeyFile: string | undefined;
  webhooks: WebhooksAfterwards;
}

export interface RestoreReport extends SettledWebhooks {
  file: string;
  createdAt: string;
  rows: number;
  /** Names of the newer migrations applied to the restored schema. */
  migrated: string[];
  /**
   * Where SECRET_KEY is now: `written` to a file, `present` in the settings or in its file, `missing` although stored
   * secrets need it, or `unneeded`.
   */
  secretKey: "written" | "present" | "missing" | "unneeded";
  dataDir: string | null;
}

/** Restores a backup into the configured database, which must be empty. */
export async function restoreBackup(
  { config, say }: { config: Config; say: (line: string) => void },
  request: RestoreRequest,
): Promise<RestoreReport> {
  const { path, passphrase, webhooks } = request;
  const checked = await checkBackup(path);
  const { head, summary } = checked;
  const newer = await requireKnown(migrations, path, head);
  const saved = await openSavedKey(head.secretKey, passphrase);
  const database = await openDatabase({ config, say, poolSize: commandSessions, migrates: false });
  try {
    const keyFile = database.dataDir === undefined ? request.secretKeyFile : secretKeyPath(database.dataDir);
    const present = config.secretKey ?? (keyFile === undefined ? undefined : await readSecretKey(keyFile));
    if (saved !== undefined) refuseOtherKey(saved, present, keyFile);
    let settled: SettledWebhooks | undefined;
    let secretKey: RestoreReport["secretKey"] = "unneeded";
    await loadDatabase(database.db, {
      path,
      checked,
      migrations,
      async onMigrated(loaded: pg.PoolClient) {
        const tx = transactionOn(loaded);
        settled = await settleWebhooks(tx, webhooks, await readDatabaseTime(tx));
        const key = saved ?? present;
        if (await hasSealed(tx)) {
          if (key !== undefined && !(await isSecretKeyOf(tx, key)))
            throw new CommandError(
              `SECRET_KEY is not the key that encrypts the secrets in this backup. Set it to that key, or unset it to provide the key later, or to replace a lost one with \`${ownCommand} secret-key replace\`. Nothing was restored.`,
            );
          secretKey = key === undefined ? "missing" : "present";
        }
        // Writes the key before the commit, so nothing is restored if the key cannot be written.
        if (saved !== undefined && present === undefined && keyFile !== undefined) {
          await makeSecretKey(keyFile, saved);
          secretKey = "written";
        }
      },
    });
    if (settled === undefined) throw new Error("the restore did not settle webhooks");
    return {
      file: path,
      createdAt: head.createdAt,
      rows: summary.tables.reduce((sum, { rows }) => sum + rows, 0),
      migrated: newer.map(({ name }) => name),
      ...settled,
      secretKey,
      dataDir: database.dataDir ?? null,
    };
  } finally {
    await database.close();
  }
}

async function openSavedKey(sealed: Parameters<typeof decryptKey>[0] | undefined, passphrase: string | undefined) {
  if (passphrase === undefined) return undefined;
  if (sealed === undefined) throw new BackupError("This backup does not contain SECRET_KEY, so omit the passphrase.");
  return decryptKey(sealed, passphrase);
}

function refuseOtherKey(saved: Buffer, present: Buffer | undefined, keyFile: string | undefined): void {
  if (present === undefined && keyFile === undefined)
    throw new UsageError(
      "With DATABASE_URL, set SECRET_KEY to the key of the backup, or give a file in which to store the key (--secret-key-file FILE).",
    );
  if (present === undefined || present.equals(saved)) return;
  throw new CommandError(
    `The SECRET_KEY in the settings or in ${keyFile ?? "its file"} is not the one in the backup. Remove it first.`,
  );
}

/** Describes the result and the remaining steps. */
export function describeRestore(report: RestoreReport): string {
  const { file, createdAt, rows, migrated, cancelled, disabled, secretKey, dataDir } = report;
  const lines = [`${file} from ${createdAt} is restored: ${counted(rows, "row")}.`];
  if (migrated.length > 0) lines.push(`Its schema was brought up to date: ${migrated.join(", ")}.`);
  if (cancelled > 0)
    lines.push(`${cancelled} pending webhook deliveries were cancelled, because the original may have sent them.`);
  if (disabled > 0) lines.push(`${counted(disabled, "webhook endpoint")} disabled.`);
  if (secretKey === "written") lines.push("It contained SECRET_KEY, which is now in its file.");
  if (secretKey === "missing")
    lines.push(
      "It contains secrets that SECRET_KEY encrypts, but not the key. Before the start " +
        (dataDir === null
          ? "set SECRET_KEY to the original's value."
          : `copy the file secret-key of the original's DATA_DIR to ${secretKeyPath(dataDir)}, or set SECRET_KEY to its content.`) +
        ` ${ifKeyIsLost}`,
    );
  lines.push("Keys, sessions and links that were revoked after the backup are valid again: see docs/run/backup.md.");
  return lines.join("\n");
}
