// A lock that ensures that only one process at a time sends the queue and writes the mirror. It is SQLite's lock on a
// file, which the operating system releases when the process dies.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { Failure, isCorrupt } from "#src/failure/failure.ts";

const waitMs = 60_000;
const pollMs = 50;
const sqliteBusy = 5;

/** Another process keeps the lock. */
export class Busy extends Failure {
  constructor() {
    super(4, "Another process has been using the local copy for a minute.", "Try again later: stint sync");
  }
}

/** Acquires the profile's lock. Throws `Busy` if another process does not release it within a minute. */
export async function acquireLock(folder: string): Promise<Disposable> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "lock.db");
  const until = performance.now() + waitMs;
  for (;;) {
    const db = new DatabaseSync(path);
    try {
      db.exec("begin exclusive");
      return { [Symbol.dispose]: () => db.close() };
    } catch (error) {
      db.close();
      const isBusy = ((error as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy;
      // The file contains nothing, so a damaged one can be replaced.
      if (isCorrupt(error)) rmSync(path);
      else if (!isBusy) throw error;
      else if (performance.now() < until) await pause(pollMs);
      else throw new Busy();
    }
  }
}
