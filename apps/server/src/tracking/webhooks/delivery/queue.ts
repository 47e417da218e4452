import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { memoryMs } from "./limits.ts";

/**
 * What there may be to do: changes to turn into deliveries, deliveries that became due, or room for the deliveries of an
 * endpoint that has more to send.
 */
export type Work = "changes" | "due" | "room";

/** This node's share of the work in the database: rounds fetch it, one after the other, when there may be some. */
export interface Queue {
  /** Notes a commit of the organization: if it has endpoints, there may be an event. */
  noteCommit(orgId: string): void;
  /** Notes that these organizations have events, and that the queue may have more of them. */
  noteListening(orgIds: readonly string[]): void;
  /** What is noted during a round is for the next one. */
  note(...work: Work[]): void;
  /** Begins no further round; resolves when the last one has ended. */
  stop(): Promise<void>;
}

export interface QueueDeps {
  jobs: JobRunner;
  pollMs: number;
  /** Resolves when a round may begin. */
  untilReady: (signal: AbortSignal) => Promise<void>;
  fetch: (work: ReadonlySet<Work>) => Promise<void>;
}

const strangerMs = 50;

/**
 * A commit of an organization with recent events begins a round at once; commits of others at most twenty times a
 * second, so that creates cost next to nothing without listeners. Polling finds commits without notification, such as a
 * command's or another node's.
 */
export function startQueue({ jobs, pollMs, untilReady, fetch }: QueueDeps): Queue {
  const listening = new Map<string, number>();
  let noted = new Set<Work>();
  let pollAt = performance.now();
  let strangers: NodeJS.Timeout | undefined;

  function note(...work: Work[]): void {
    for (const each of work) noted.add(each);
    job.wake();
  }

  function poll(): void {
    const nowMs = performance.now();
    pollAt = nowMs + pollMs;
    noted.add("changes").add("due");
    for (const [orgId, at] of listening) if (nowMs - at > memoryMs) listening.delete(orgId);
  }

  async function round(signal: AbortSignal): Promise<void> {
    await untilReady(signal);
    if (signal.aborted) return;
    // The interval alone, without a note, begins a round to poll; so does a time full of rounds.
    if (noted.size === 0 || performance.now() >= pollAt) poll();
    const work = noted;
    noted = new Set();
    await fetch(work);
  }

  const job = jobs.start({ name: "deliveries", everyMs: pollMs, timeoutMs: 60_000, run: round });
  job.wake();
  return {
    noteCommit(orgId) {
      if (listening.has(orgId)) return note("changes");
      strangers ??= setTimeout(() => {
        strangers = undefined;
        note("changes");
      }, strangerMs);
    },
    noteListening(orgIds) {
      for (const orgId of orgIds) listening.set(orgId, performance.now());
      note("changes");
    },
    note,
    stop() {
      clearTimeout(strangers);
      return job.stop();
    },
  };
}
