import type { DatabasePool } from "#platform/database/database.ts";
import { tracePool } from "#platform/tracing/trace-pool.ts";
import { createEgress, type EgressOptions } from "#platform/egress/post.ts";
import { createEventSource } from "#tracking/exchange/event-catalogue/event-source.ts";
import { Sender, type SenderDeps } from "#tracking/exchange/webhooks/delivery/sender.ts";
import { createTestJobs } from "#test/processes/test-jobs.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";

export type TestSenderOptions = Partial<SenderDeps> & { egressOptions?: Partial<EgressOptions> };

export function startTestSender(db: DatabasePool, { egressOptions, ...options }: TestSenderOptions): Sender {
  const { onError = () => undefined, tracing } = options;
  const pool = tracing === undefined ? db : tracePool(db, tracing);
  return new Sender({
    jobs: createTestJobs(({ err }) => onError(err), tracing),
    db: pool,
    events: createEventSource(pool, tracing !== undefined),
    secretKey: testSecretKey,
    egress: createEgress({ allowPrivate: true, connectTimeoutMs: 60_000, timeoutMs: 60_000, ...egressOptions }),
    scheduleMs: [0, 50, 100, 200],
    userAgent: "Stint/test",
    now: () => new Date(),
    onError,
    servedRequests: () => 0,
    timings: { pollMs: 100, leaseMs: 60_000, graceMs: 300 },
    ...options,
  });
}
