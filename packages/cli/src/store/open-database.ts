import { DatabaseSync } from "node:sqlite";

/** How long a command waits while another one is writing. */
const usualWaitMs = 10_000;

interface OpenOptions {
  readOnly?: boolean;
  waitMs?: number;
}

/** Sets the timeout by a pragma, because Node's option is newer than the oldest Node that we support. */
export function openDatabase(path: string, { readOnly = false, waitMs = usualWaitMs }: OpenOptions = {}): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly });
  db.exec(`pragma busy_timeout = ${waitMs}`);
  return db;
}

/** Call this after an error; SQLite itself has already rolled back after some of them, such as a full disk. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // There is no transaction any more.
  }
}
