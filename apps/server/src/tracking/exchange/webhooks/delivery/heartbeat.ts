import { type Database, sql } from "#platform/database/database.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { interval } from "./claims.ts";

interface HeartbeatOptions {
  jobs: JobRunner;
  db: Database;
  nodeId: string;
  /** A node that has been silent for this long is considered gone. */
  silentMs: number;
  /** Called when another node has gone. */
  onGone: () => void;
  monotonicMs?: () => number;
}

export type Heartbeat = ReturnType<typeof startHeartbeat>;

/**
 * Regularly records that this node is alive, and checks which others are not. While the database is down, no node can
 * record anything, so a node judges the others only after `silentMs` of uninterrupted contact: by then every living
 * node has recorded a heartbeat again.
 */
export function startHeartbeat(options: HeartbeatOptions) {
  const { jobs, db, nodeId, silentMs, onGone, monotonicMs = () => performance.now() } = options;
  let seenAt = Number.NEGATIVE_INFINITY;
  let steadySince = 0;
  let gone: readonly string[] = [];

  async function run(signal: AbortSignal): Promise<void> {
    const startedAt = monotonicMs();
    const silent = await noteAlive(db, nodeId, silentMs);
    // Ignores the reply to a heartbeat that was abandoned, because it is outdated.
    if (signal.aborted) return;
    if (startedAt - seenAt >= silentMs) steadySince = startedAt;
    seenAt = startedAt;
    const known = gone;
    gone = startedAt - steadySince >= silentMs ? silent : [];
    if (gone.some((id) => !known.includes(id))) onGone();
  }

  // A living node may miss several heartbeats before it counts as gone.
  const job = jobs.start({ name: "heartbeat", everyMs: silentMs / 6, timeoutMs: silentMs, run });
  job.wake();
  return {
    /** Whether the other nodes consider this node alive. If not, this node must not start attempts. */
    isFresh: () => monotonicMs() - seenAt < silentMs,
    /** The nodes that have gone, whose claims may be taken over. */
    gone: () => gone,
    /** Sends one more heartbeat; resolves even if it fails. */
    beat() {
      job.wake();
      return job.idle();
    },
    stop: job.stop,
  };
}

/** Records this node's heartbeat; returns the nodes that have been silent for `silentMs`. */
async function noteAlive(db: Database, nodeId: string, silentMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with noted as (
      insert into nodes (id, seen_at) values (${nodeId}, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at
    ), forgotten as (
      delete from nodes where seen_at < now() - interval '1 hour' and id <> ${nodeId}
    )
    select id from nodes where seen_at < now() - ${interval(silentMs)} and id <> ${nodeId}`);
  return rows.map(({ id }) => id);
}
