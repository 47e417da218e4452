import { setTimeout as pause } from "node:timers/promises";
import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";

/** The database counts the commits of a session about once a second. */
const sampleMs = 1_000;
const busyPerSecond = 200;

/** The rest after a piece of work, by its duration. Requests wait for the service's own thread more than for a database. */
const restFactors = { database: 3, "own thread": 11 };

/**
 * Leaves most of the time to requests while the database commits faster than people do. The promise is to be awaited
 * between two pieces of work, most of which is done in `place`; there is no rest after the first one, of which small files
 * consist. `db` must not be the transaction that works: it would
 * see its first count only.
 */
export async function startPace(db: Database, place: keyof typeof restFactors): Promise<() => Promise<void>> {
  let sample = await countCommits(db);
  // Until the first second has told.
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
