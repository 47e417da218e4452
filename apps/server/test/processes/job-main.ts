// Runs a job under a lock until it is killed. The first argument is the connection as JSON.
import { openPool } from "#platform/database/pool/open-pool.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { createJobRunner } from "#platform/jobs/job-runner.ts";

const pool = openPool({
  connection: JSON.parse(process.argv[2] ?? "{}") as object,
  poolSize: 1,
  applicationName: "stint-test",
});
const error = (facts: unknown) => void process.stderr.write(`${String(facts)}\n`);
createJobRunner({ logger: { error }, metrics: createMetrics() })
  .start({
    name: "locked",
    timeoutMs: 600_000,
    lock: { pool, name: "one" },
    run() {
      process.stdout.write("running\n");
      return new Promise(() => undefined);
    },
  })
  .wake();
