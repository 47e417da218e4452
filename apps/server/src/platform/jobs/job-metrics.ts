import type { Metrics } from "#platform/http/server/metrics.ts";

export type JobMetrics = ReturnType<typeof createJobMetrics>;

export function createJobMetrics(metrics: Pick<Metrics, "counter" | "labelledGauge">) {
  const countRun = metrics.counter("stint_job_runs_total", "Number of background job runs that have ended.", "name");
  const countFailure = metrics.counter(
    "stint_job_failures_total",
    "Number of background job runs that failed.",
    "name",
  );
  const countSeconds = metrics.counter("stint_job_seconds_total", "Total run time of background jobs.", "name");
  const noteSuccess = metrics.labelledGauge(
    "stint_job_last_success_seconds",
    "When the background job last succeeded (Unix time).",
    "name",
  );
  const noteFailure = metrics.labelledGauge(
    "stint_job_last_failure_seconds",
    "When the background job last failed (Unix time).",
    "name",
  );
  const setDeadline = metrics.labelledGauge(
    "stint_job_deadline_seconds",
    "A working background job succeeds at least once in this time.",
    "name",
  );

  return {
    /** Adds a job. A job with a deadline is expected to succeed at least once within each `deadlineMs`. */
    add(name: string, deadlineMs: number | undefined) {
      if (deadlineMs !== undefined) setDeadline(name, deadlineMs / 1_000);
      // Starts the counters at 0, so the first failure shows as an increase.
      for (const add of [countRun, countFailure, countSeconds]) add(name, 0);
    },
    noteEnd(name: string, tookMs: number, isFailed: boolean) {
      countRun(name);
      countSeconds(name, tookMs / 1_000);
      if (isFailed) countFailure(name);
      (isFailed ? noteFailure : noteSuccess)(name, Date.now() / 1_000);
    },
  };
}
