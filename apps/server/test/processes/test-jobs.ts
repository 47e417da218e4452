import { createMetrics } from "#platform/http/server/metrics.ts";
import { createJobRunner, type JobRunner } from "#platform/jobs/job-runner.ts";
import type { Tracing } from "#platform/spans.ts";

export interface LoggedFailure {
  job: string;
  err: Error;
}

export function createTestJobs(
  onFailure: (failure: LoggedFailure) => void = () => undefined,
  tracing?: Tracing,
): JobRunner {
  const error = (facts: unknown) => onFailure(facts as LoggedFailure);
  return createJobRunner({ logger: { error }, metrics: createMetrics(), tracing });
}
