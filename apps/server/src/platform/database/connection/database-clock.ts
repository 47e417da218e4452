import type { Logger } from "pino";
import { minuteMs } from "#platform/days.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import type { Job, JobRunner } from "#platform/jobs/job-runner.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";

/**
 * All nodes use the database's clock, because they delete and expire shared data. A node measures how far its own clock
 * is ahead, and subtracts that. The measurement is at most half a minute old. Deleted data cannot be restored, so a
 * node whose clock is far off deletes nothing.
 */

export interface DatabaseClock {
  now(): Date;
  /** Measures again. Returns false if the node's clock is so far off that the node must not delete anything. */
  isClose(): Promise<boolean>;
  /** How far the node's clock is off, in words; undefined if it is close enough. */
  describe(): string | undefined;
}

const maxApartMs = minuteMs;

/** Returns by how much this machine's clock is ahead of the database's, and by how much that may be wrong. */
export async function measureClock(db: Database): Promise<{ aheadMs: number; errorMs: number }> {
  const sentAt = Date.now();
  const databaseMs = (await readDatabaseTime(db)).getTime();
  const receivedAt = Date.now();
  return { aheadMs: (sentAt + receivedAt) / 2 - databaseMs, errorMs: (receivedAt - sentAt) / 2 };
}

/** Reads the database's time, for commands and transactions that have no DatabaseClock. */
export async function readDatabaseTime(db: Database): Promise<Date> {
  const rows = await db.query<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`,
  );
  return new Date(one(rows).ms);
}

export function describeLag(aheadMs: number): string {
  return `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
}

export interface DatabaseClockDeps {
  db: Database;
  jobs: JobRunner;
  metrics: Pick<Metrics, "gauge">;
  logger: Pick<Logger, "error" | "info">;
}

export async function openDatabaseClock(deps: DatabaseClockDeps): Promise<DatabaseClock & Pick<Job, "stop">> {
  const { db, jobs, metrics, logger } = deps;
  let aheadMs = 0;
  const isFar = () => Math.abs(aheadMs) > maxApartMs;
  const measure = async () => {
    const wasFar = isFar();
    const measured = await measureClock(db);
    // Ignores a difference that the duration of the query can explain, so that the node's clock does not jump.
    if (Math.abs(measured.aheadMs - aheadMs) > measured.errorMs + 1) aheadMs = Math.round(measured.aheadMs);
    if (isFar() && !wasFar) logger.error({ aheadMs }, "this node's clock is wrong, so the node deletes nothing");
    if (!isFar() && wasFar) logger.info({ aheadMs }, "this node's clock agrees with the database's again");
  };
  await measure();
  const job = jobs.start({ name: "measure-clock", everyMs: minuteMs / 2, timeoutMs: minuteMs, run: measure });
  metrics.gauge(
    "stint_clock_ahead_seconds",
    "By how much this node's clock is ahead of the database's. Beyond 60 in either direction, the node deletes nothing.",
    () => aheadMs / 1_000,
  );
  return {
    now: () => new Date(Date.now() - aheadMs),
    async isClose() {
      await measure();
      return !isFar();
    },
    describe: () =>
      isFar()
        ? `this node's clock is ${describeLag(aheadMs)} that of the database, so the node deletes nothing`
        : undefined,
    stop: job.stop,
  };
}
