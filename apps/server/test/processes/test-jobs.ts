import { createMetrics } from "#platform/http/metrics.ts";
import { createJobRunner, type JobRunner } from "#platform/jobs/job-runner.ts";

export interface LoggedFailure {
  job: string;
  err: Error;
}

export function createTestJobs(onFailure: (failure: LoggedFailure) => void = () => undefined): JobRunner {
  const error = (facts: unknown) => onFailure(facts as LoggedFailure);
  return createJobRunner({ logger: { error }, metrics: createMetrics() });
}
