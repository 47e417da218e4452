import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { hourMs } from "#platform/days.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import { runJob } from "#platform/process/loop-turns.ts";
import { inSpan, type Tracing } from "#platform/spans.ts";
import { createJobMetrics, type JobMetrics } from "./job-metrics.ts";
import { type SessionLock, whileLocked } from "./session-lock.ts";

/*
 * Everything that a node does in the background is a job, which is idle, runs, or rests after a run. The interval
 * starts a run only if the job is idle. A wake-up is remembered, so a run always begins after it. A stop or the timeout
 * aborts the signal of the run. A run that ignores the abort is abandoned after a grace period: the job can then run
 * again, and the node can stop.
 */

export interface JobOptions {
  /** Identifies the job in the log and in the metrics. */
  name: string;
  /**
   * The first run begins after one interval, unless the job is woken earlier. Without an interval, only `wake` starts
   * runs.
   */
  everyMs?: number;
  /** A run that takes longer, by default an hour, is aborted and counts as failed. */
  timeoutMs?: number;
  /** If another node has this lock, the run is skipped. */
  lock?: SessionLock;
  /** How long to rest after a run of this duration. */
  restMs?: (tookMs: number) => number;
  run(signal: AbortSignal): Promise<void>;
}

export interface Job {
  /** Starts a run at once, or after the current run and its rest. */
  wake(): void;
  isRunning(): boolean;
  /** Resolves when no run is in progress and none follows from a wake-up. */
  idle(): Promise<void>;
  /** Aborts the current run and waits for it. */
  stop(): Promise<void>;
}

export interface JobRunnerDeps {
  logger: Pick<Logger, "error">;
  metrics: Pick<Metrics, "counter" | "labelledGauge">;
  /** How long a run may take to end after being aborted. */
  graceMs?: number;
  /** Creates a span for each run. */
  tracing?: Tracing | undefined;
}

/** How often a job looks for work that nothing announces. */
export const pollMs = 1_000;

/** The rest after a failure, which limits failures and their log lines for a job that is woken constantly. */
const failureRestMs = 500;

export type JobRunner = ReturnType<typeof createJobRunner>;

export function createJobRunner({ metrics, graceMs = 5_000, ...deps }: JobRunnerDeps) {
  const jobDeps = { ...deps, metrics: createJobMetrics(metrics), graceMs };
  return { start: (options: JobOptions): Job => startJob(options, jobDeps) };
}

interface JobDeps extends Pick<JobRunnerDeps, "logger" | "tracing"> {
  metrics: JobMetrics;
  graceMs: number;
}

function startJob(
  { name, everyMs, timeoutMs = hourMs, lock, restMs = () => 0, ...options }: JobOptions,
  { logger, metrics, tracing, graceMs }: JobDeps,
): Job {
  const run = tracing === undefined ? options.run : traced(tracing, name, options.run);
  const stopping = new AbortController();
  let underWay: AbortController | undefined;
  let looping: Promise<void> | undefined;
  let isWoken = false;

  function wake(): void {
    isWoken = true;
    if (!stopping.signal.aborted) looping ??= runJob(name, loop);
  }

  async function loop(): Promise<void> {
    do {
      isWoken = false;
      const began = performance.now();
      const isFailed = await runOnce(began);
      const rest = Math.max(restMs(performance.now() - began), isFailed ? failureRestMs : 0);
      if (rest > 0) await pause(rest, undefined, stopping).catch(() => undefined);
    } while (isWoken && !stopping.signal.aborted);
    looping = undefined;
  }

  async function runOnce(began: number): Promise<boolean> {
    const aborting = (underWay = new AbortController());
    const { signal } = aborting;
    const deadline = setRunDeadline(aborting, { timeoutMs, graceMs });
    const work = () => Promise.race([run(signal), deadline.abandoned]);
    let failure: unknown;
    try {
      if (lock === undefined) await work();
      // The deadline covers acquiring the lock too, because that may hang as well.
      else if (!(await Promise.race([whileLocked(lock, () => work().then(() => true)), deadline.abandoned])))
        return false;
      signal.throwIfAborted();
    } catch (error) {
      failure = signal.aborted && !deadline.isAbandoned() ? signal.reason : error;
    } finally {
      deadline.clear();
      underWay = undefined;
    }
    if (stopping.signal.aborted && !deadline.isAbandoned()) return false;
    metrics.noteEnd(name, performance.now() - began, failure !== undefined);
    if (failure !== undefined) logger.error({ job: name, err: failure }, "a background job failed; it will be retried");
    return failure !== undefined;
  }

  const timer = everyMs === undefined ? undefined : setInterval(() => void (looping ?? wake()), everyMs);
  metrics.add(name, everyMs === undefined ? undefined : everyMs + timeoutMs);
  return {
    wake,
    isRunning: () => underWay !== undefined,
    idle: async () => looping,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      underWay?.abort(new Error("The service is stopping"));
      await looping;
    },
  };
}

function traced(tracing: Tracing, name: string, run: JobOptions["run"]): JobOptions["run"] {
  return (signal) =>
    inSpan(tracing.beginAfter(undefined, name, { facts: { "stint.job.name": name } }), () => run(signal));
}

/** Aborts a run after `timeoutMs`, and abandons it `graceMs` after any abort. */
function setRunDeadline(aborting: AbortController, { timeoutMs, graceMs }: { timeoutMs: number; graceMs: number }) {
  const { signal } = aborting;
  const { promise: abandoned, reject: abandon } = Promise.withResolvers<never>();
  let isAbandoned = false;
  const giveUp = () => {
    isAbandoned = true;
    abandon(new Error(`did not end within ${graceMs} ms of its abort`, { cause: signal.reason }));
  };
  let timer = setTimeout(() => aborting.abort(new Error(`took longer than ${timeoutMs} ms`)), timeoutMs);
  signal.onabort = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, graceMs);
  };
  return {
    /** Rejects if the run has not ended by `graceMs` after it was aborted. */
    abandoned,
    isAbandoned: (): boolean => isAbandoned,
    clear: () => clearTimeout(timer),
  };
}
