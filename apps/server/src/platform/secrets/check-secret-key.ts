import { type Database, sql } from "#platform/database/database.ts";
import { open, seal, SealError } from "./seal.ts";

const checkText = "stint";

/**
 * Compares the key with the one that encrypted the database's secrets. Throws a `SealError` if it differs, or if it is
 * missing although secrets exist; without secrets, a key may be added, removed and changed.
 */
export async function checkSecretKey(
  db: Database,
  key: Buffer | undefined,
  hasSealed: () => Promise<boolean>,
): Promise<void> {
  if (key === undefined) {
    if (!(await hasSealed())) return;
    throw new SealError(
      "SECRET_KEY is not set, but the database contains secrets that a key encrypts. Set SECRET_KEY to that key.",
    );
  }
  await db.query(sql`insert into secret_check (sealed) values (${seal(key, checkText)}) on conflict (id) do nothing`);
  const [row] = await db.query<{ sealed: Buffer }>(sql`select sealed from secret_check`);
  if (row === undefined || isSealedUnder(key, row.sealed)) return;
  if (await hasSealed()) {
    throw new SealError(
      "SECRET_KEY is not the key that encrypts the secrets in this database. Set SECRET_KEY to that key; " +
        "with the embedded database and without SECRET_KEY, restore the file secret-key in DATA_DIR.",
    );
  }
  await db.query(sql`update secret_check set sealed = ${seal(key, checkText)} where sealed = ${row.sealed}`);
}

/** Whether the key encrypted a database's secrets; true if the database never had a key. */
export async function isSecretKeyOf(db: Database, key: Buffer): Promise<boolean> {
  const [row] = await db.query<{ sealed: Buffer }>(sql`select sealed from secret_check`);
  return row === undefined || isSealedUnder(key, row.sealed);
}

function isSealedUnder(key: Buffer, sealed: Buffer): boolean {
  try {
    return open(key, sealed) === checkText;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
