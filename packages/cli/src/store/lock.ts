// A lock that ensures that only one process at a time sends the queue and writes the mirror. It is SQLite's lock on a
// file, which the operating system releases when the process dies.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "./open-database.ts";

const pollMs = 50;
const sqliteBusy = 5;

export interface Lock {
  release(): void;
}

/** Acquires the profile's lock. Returns undefined if another process does not release it within `waitMs`. */
export async function acquireLock(folder: string, waitMs: number): Promise<Lock | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db = openDatabase(join(folder, "lock.db"), { waitMs: 0 });
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      db.exec("begin exclusive");
      return { release: () => db.close() };
    } catch (error) {
      if (((error as { errcode?: number }).errcode ?? 0) % 256 !== sqliteBusy) throw error;
      if (performance.now() >= until) {
        db.close();
        return undefined;
      }
    }
    await pause(pollMs);
  }
}
