import type { Config } from "#platform/config/config.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { checkSecretKey, ifKeyIsLost } from "#platform/secrets/check-secret-key.ts";
import { DecryptError } from "#platform/secrets/encrypt.ts";
import { makeSecretKey, readSecretKey, secretKeyPath } from "#platform/secrets/secret-key-file.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/**
 * Returns the key that encrypts secrets: SECRET_KEY or, with an embedded database, the key in the data folder (created
 * at the first start). Returns undefined if there is neither. Throws an error for the operator if the key does not
 * decrypt the stored secrets.
 */
export async function openSecretKey(
  config: Pick<Config, "secretKey">,
  database: { db: Database; dataDir: string | undefined },
): Promise<Buffer | undefined> {
  try {
    const key = config.secretKey ?? (await openKeyFile(database));
    await checkSecretKey(database.db, key, () => hasSealed(database.db));
    return key;
  } catch (error) {
    throw error instanceof DecryptError ? new CommandError(error.message) : error;
  }
}

/**
 * Reads or creates the key file. If the file is missing but stored secrets need its key, throws rather than creating
 * another key, so that the operator can restore the file from a backup.
 */
async function openKeyFile({
  db,
  dataDir,
}: {
  db: Database;
  dataDir: string | undefined;
}): Promise<Buffer | undefined> {
  if (dataDir === undefined) return undefined;
  const path = secretKeyPath(dataDir);
  const known = await readSecretKey(path);
  if (known !== undefined) return known;
  if (!(await hasSealed(db))) return makeSecretKey(path);
  throw new CommandError(
    `${path} is missing, but the database contains secrets that its key encrypts. ` +
      `Restore this file from a backup, or set SECRET_KEY to its content. ${ifKeyIsLost}`,
  );
}

/** Whether the database contains anything that only SECRET_KEY can decrypt. */
export async function hasSealed(db: Database): Promise<boolean> {
  const rows = await db.query(sql`
    (select org_id from webhooks where secret_sealed is not null limit 1)
    union all
    (select org_id from subscribed_calendars limit 1)
    union all
    (select user_id from credentials where totp_sealed is not null limit 1)
    union all
    (select org_id from idempotent_replies where body_sealed is not null and created_at > now() - interval '24 hours' limit 1)`);
  return rows.length > 0;
}
