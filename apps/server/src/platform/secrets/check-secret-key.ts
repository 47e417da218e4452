import { type Database, sql } from "#platform/database/database.ts";
import { open, seal, SealError } from "./seal.ts";

const checkText = "stint";

/**
 * Compares the key with the one that sealed the database's secrets. Throws a `SealError` when it differs or is missing
 * although secrets exist; without secrets, a key may come, go and change.
 */
export async function checkSecretKey(
  db: Database,
  key: Buffer | undefined,
  hasSealed: () => Promise<boolean>,
): Promise<void> {
  if (key === undefined) {
    if (!(await hasSealed())) return;
    throw new SealError(
      "SECRET_KEY is not set, but the database holds secrets that were sealed under one. Set SECRET_KEY to it.",
    );
  }
  await db.query(sql`insert into secret_check (sealed) values (${seal(key, checkText)}) on conflict (id) do nothing`);
  const [row] = await db.query<{ sealed: Buffer }>(sql`select sealed from secret_check`);
  if (row === undefined || isSealedUnder(key, row.sealed)) return;
  if (await hasSealed()) {
    throw new SealError(
      "SECRET_KEY is not the key that the secrets in this database were sealed under. Set SECRET_KEY to that one; " +
        "with the embedded database and without SECRET_KEY, restore the file secret-key in DATA_DIR.",
    );
  }
  await db.query(sql`update secret_check set sealed = ${seal(key, checkText)} where sealed = ${row.sealed}`);
}

/** Whether the key sealed the secrets of a database; true where it never had a key. */
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
