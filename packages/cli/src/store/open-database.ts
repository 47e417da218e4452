import { DatabaseSync } from "node:sqlite";

/** How long to wait for another process's write. */
const defaultWaitMs = 10_000;

interface OpenOptions {
  readOnly?: boolean;
  waitMs?: number;
}

/**
 * Opens a database. Sets the timeout with a pragma, because the constructor of the oldest supported Node has no such
 * option.
 */
export function openDatabase(
  path: string,
  { readOnly = false, waitMs = defaultWaitMs }: OpenOptions = {},
): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly });
  db.exec(`pragma busy_timeout = ${waitMs}`);
  return db;
}

/** Rolls back after an error, unless SQLite has already done so, as after a full disk. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // SQLite has already rolled back.
  }
}
