import { DatabaseSync } from "node:sqlite";

/** A lock that the kernel releases when the process that has it dies. */
export interface FileLock {
  release(): void;
}

// Node has no flock, but its SQLite locks files; nothing is ever written to them.
export function tryLock(path: string, kind: "shared" | "exclusive"): FileLock | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec(kind === "exclusive" ? "begin exclusive" : "begin; select 1 from sqlite_schema");
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    const SQLITE_BUSY = 5;
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
