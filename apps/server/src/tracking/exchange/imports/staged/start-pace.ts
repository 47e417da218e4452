import { setTimeout as pause } from "node:timers/promises";
import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";

/** The sampling interval. PostgreSQL updates a session's commit count only about once a second. */
const sampleMs = 1_000;
const busyPerSecond = 200;

/**
 * The pause after a step, as a multiple of the step's duration. Pauses are longer on the service's own thread, because
 * requests depend on it more than on the database.
 */
const restFactors = { database: 3, "own thread": 11 };

/**
 * Returns a function to await between two steps. It pauses while the database is busy with other commits, but not after
 * the first step, because small files have only one. `place` says where most of the work is done. `db` must not be the
 * working transaction, which would see the same commit count every time.
 */
export async function startPace(db: Database, place: keyof typeof restFactors): Promise<() => Promise<void>> {
  let sample = await countCommits(db);
  // Assumes that the database is busy until the first sample.
  let isBusy = true;
  let began: number | undefined;
  return async () => {
    const now = performance.now();
    if (now - sample.at >= sampleMs) {
      const next = await countCommits(db);
      isBusy = (next.commits - sample.commits) * 1_000 > busyPerSecond * (next.at - sample.at);
      sample = next;
    }
    if (isBusy && began !== undefined) await pause((now - began) * restFactors[place]);
    began = performance.now();
  };
}

async function countCommits(db: Database): Promise<{ commits: number; at: number }> {
  const { commits } = one(
    await db.query<{ commits: number }>(
      sql`select xact_commit as commits from pg_stat_database where datname = current_database()`,
    ),
  );
  return { commits, at: performance.now() };
}
