import type { Database } from "#platform/database/database.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { noteAlive } from "./queries.ts";

export interface HeartbeatOptions {
  jobs: JobRunner;
  db: Database;
  nodeId: string;
  beatMs: number;
  /** A node that has been silent for this long is considered gone. */
  silentMs: number;
  /** Called when another node has gone. */
  onGone: () => void;
  monotonicMs?: () => number;
}

export interface Heartbeat {
  /** Whether the other nodes consider this node alive. If not, this node must not start attempts. */
  isFresh(): boolean;
  /** The nodes that have gone, whose claims may be taken over. */
  gone(): readonly string[];
  /** Sends one more heartbeat; resolves even if it fails. */
  beat(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Regularly records that this node is alive, and checks which others are not. While the database is down, no node can
 * record anything, so a node judges the others only after `silentMs` of uninterrupted contact: by then every living
 * node has recorded a heartbeat again.
 */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { jobs, db, nodeId, beatMs, silentMs, onGone, monotonicMs = () => performance.now() } = options;
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

  const job = jobs.start({ name: "heartbeat", everyMs: beatMs, timeoutMs: silentMs, run });
  job.wake();
  return {
    isFresh: () => monotonicMs() - seenAt < silentMs,
    gone: () => gone,
    beat() {
      job.wake();
      return job.idle();
    },
    stop: job.stop,
  };
}
