import { DatabaseSync } from "node:sqlite";

/** How long to wait for another process's write. */
const waitMs = 10_000;

/**
 * Opens a database. Returns its schema's version too; reading it shows whether the file is damaged. Sets the timeout
 * with a pragma, because the constructor of the oldest supported Node has no such option.
 */
export function openDatabase(path: string, options: { readOnly?: boolean } = {}) {
  const db = new DatabaseSync(path, options);
  try {
    db.exec(`pragma busy_timeout = ${waitMs}`);
    const { user_version: version } = db.prepare("pragma user_version").get() as { user_version: number };
    return { db, version };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Rolls back after an error, unless SQLite has already done so, as after a full disk. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // SQLite has already rolled back.
  }
}

/** A database that is open until it is disposed of. */
export class Database {
  protected readonly db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  [Symbol.dispose](): void {
    this.db.close();
  }
}
