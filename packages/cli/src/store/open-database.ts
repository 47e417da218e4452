import { DatabaseSync } from "node:sqlite";

/** How long a command waits while another one writes. */
const usualWaitMs = 10_000;

interface OpenOptions {
  readOnly?: boolean;
  waitMs?: number;
}

/** A pragma sets the time to wait, because Node's option is newer than the oldest Node that we support. */
export function openDatabase(path: string, { readOnly = false, waitMs = usualWaitMs }: OpenOptions = {}): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly });
  db.exec(`pragma busy_timeout = ${waitMs}`);
  return db;
}

/** After an error; SQLite itself has rolled back some of them, such as a full disk. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // There is no transaction any more.
  }
}
