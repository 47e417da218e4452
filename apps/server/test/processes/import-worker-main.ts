// Processes imports as a node does, until it is killed. The first argument is the connection as JSON.
import { tmpdir } from "node:os";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { createJobRunner } from "#platform/jobs/job-runner.ts";
import { startImportWorker } from "#tracking/exchange/imports/worker/import-worker.ts";

const say = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
const metrics = createMetrics();
startImportWorker({
  jobs: createJobRunner({ logger: { error: say }, metrics }),
  metrics,
  connection: JSON.parse(process.argv[2] ?? "{}") as object,
  folder: tmpdir(),
  everyMs: 10,
  onCommit: () => undefined,
  onError: say,
});
process.stdout.write("ready\n");
