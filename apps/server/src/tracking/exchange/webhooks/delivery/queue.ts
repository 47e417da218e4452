import type { JobRunner } from "#platform/jobs/job-runner.ts";
import { memoryMs } from "./limits.ts";

/**
 * The kinds of work: changes to turn into deliveries, deliveries that have become due, and endpoints with room for more
 * deliveries.
 */
export type Work = "changes" | "due" | "room";

/** Runs rounds, one after another, whenever the database may have work for this node. */
export interface Queue {
  /** Reports a commit of the organization. If the organization has endpoints, there may be an event. */
  noteCommit(orgId: string): void;
  /** Reports that these organizations have events. The queue may contain more of their events. */
  noteListening(orgIds: readonly string[]): void;
  /** Reports work. If a round is in progress, the next one does the work. */
  note(...work: Work[]): void;
  /** Starts no further rounds; resolves when the current one has ended. */
  stop(): Promise<void>;
}

export interface QueueDeps {
  jobs: JobRunner;
  pollMs: number;
  /** Resolves when a round may start. */
  untilReady: (signal: AbortSignal) => Promise<void>;
  fetch: (work: ReadonlySet<Work>) => Promise<void>;
}

const strangerMs = 50;

/**
 * Runs rounds whenever there is work. A commit of an organization with recent events starts a round at once. Other
 * commits start a round at most twenty times a second, so creates cost next to nothing if nobody listens. Polling finds
 * commits without a notification, such as those of a command or another node.
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
    // Polls if nothing was noted, and at least once per interval even if other work filled every round.
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
