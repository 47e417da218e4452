import { DatabaseSync } from "node:sqlite";

/** How long to wait for another process's write. */
const defaultWaitMs = 10_000;

interface OpenOptions {
  readOnly?: boolean;
  waitMs?: number;
}

/** Sets the timeout with a pragma, because the oldest supported Node lacks the constructor's option. */
export function openDatabase(
  path: string,
  { readOnly = false, waitMs = defaultWaitMs }: OpenOptions = {},
): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly });
  db.exec(`pragma busy_timeout = ${waitMs}`);
  return db;
}

/** Rolls back after an error. After some errors, such as a full disk, SQLite has already rolled back. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // SQLite has already rolled back.
  }
}
