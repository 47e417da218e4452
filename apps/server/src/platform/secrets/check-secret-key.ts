import { ownCommand } from "#platform/process/own-command.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { decrypt, encrypt, DecryptError } from "./encrypt.ts";

const checkText = "stint";

export const ifKeyIsLost = `If the key is lost for good, \`${ownCommand} secret-key replace\` shows what a new key would cost.`;

/**
 * Compares the key with the one that encrypted the database's secrets. Throws a `DecryptError` if it differs, was
 * replaced, or is missing although secrets exist; without secrets, a key may be added, removed and changed.
 */
export async function checkSecretKey(
  db: Database,
  key: Buffer | undefined,
  hasSealed: () => Promise<boolean>,
): Promise<void> {
  if (key === undefined) {
    if (!(await hasSealed())) return;
    throw new DecryptError(
      `SECRET_KEY is not set, but the database contains secrets that a key encrypts. Set SECRET_KEY to that key. ${ifKeyIsLost}`,
    );
  }
  await db.query(
    sql`insert into secret_check (sealed) values (${encrypt(key, checkText)}) on conflict (id) do nothing`,
  );
  // Waits for a replacement in progress. A replacement does not start while other database connections exist, but
  // ignores connections that are opened later.
  const [row] = await db.query<{ sealed: Buffer }>(sql`select sealed from secret_check for share`);
  await refuseReplaced(db, key);
  if (row === undefined || isEncryptedWith(key, row.sealed)) return;
  if (await hasSealed()) {
    throw new DecryptError(
      "SECRET_KEY is not the key that encrypts the secrets in this database. Set it to that key. " +
        `If you use the embedded database and don't set SECRET_KEY, restore the file secret-key in DATA_DIR. ${ifKeyIsLost}`,
    );
  }
  await db.query(sql`update secret_check set sealed = ${encrypt(key, checkText)} where sealed = ${row.sealed}`);
}

/** Whether the key encrypted a database's secrets; true if the database never had a key. */
export async function isSecretKeyOf(db: Database, key: Buffer): Promise<boolean> {
  const [row] = await db.query<{ sealed: Buffer }>(sql`select sealed from secret_check`);
  return row === undefined || isEncryptedWith(key, row.sealed);
}

/** Throws a `DecryptError` if the key was replaced by another one. */
export async function refuseReplaced(db: Database, key: Buffer): Promise<void> {
  const rows = await db.query<{ sealed: Buffer; replaced_at: string }>(
    sql`select sealed, replaced_at from replaced_secret_keys`,
  );
  const replaced = rows.find(({ sealed }) => isEncryptedWith(key, sealed));
  if (replaced === undefined) return;
  throw new DecryptError(
    `SECRET_KEY is a key that was replaced on ${replaced.replaced_at.slice(0, 10)}, and nothing in the database needs it. ` +
      "Set SECRET_KEY to the new key; with the embedded database, unset it to use the file secret-key in DATA_DIR, which must be the new one.",
  );
}

/** Locks the row that `checkSecretKey` reads until the transaction ends, so that a starting node waits. */
export async function lockSecretCheck(tx: Transaction): Promise<void> {
  await tx.query(sql`select id from secret_check for update`);
}

/** Makes this key the database's key. Everything that the previous key encrypted must have been removed. */
export async function storeNewKey(tx: Transaction, key: Buffer, now: Date): Promise<void> {
  await tx.query(sql`
    insert into replaced_secret_keys (sealed, replaced_at) select sealed, ${now.toISOString()} from secret_check`);
  await tx.query(sql`
    insert into secret_check (sealed) values (${encrypt(key, checkText)})
    on conflict (id) do update set sealed = excluded.sealed`);
}

function isEncryptedWith(key: Buffer, sealed: Buffer): boolean {
  try {
    return decrypt(key, sealed) === checkText;
  } catch (error) {
    if (error instanceof DecryptError) return false;
    throw error;
  }
}
