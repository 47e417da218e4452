import { DatabaseSync } from "node:sqlite";

/** The kernel releases this lock when its process dies. */
export interface FileLock {
  release(): void;
}

// Node has no flock, so this uses SQLite's file locks; nothing is ever written to the files.
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
