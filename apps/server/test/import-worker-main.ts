// Works on imports as a node does, until it is killed. The connection is the first argument, as JSON.
import { tmpdir } from "node:os";
import { startImportWorker } from "#tracking/imports/import-worker.ts";

startImportWorker({
  connection: JSON.parse(process.argv[2] ?? "{}") as object,
  folder: tmpdir(),
  everyMs: 10,
  onCommit: () => undefined,
  onError: (error) => void process.stderr.write(`${String(error)}\n`),
});
process.stdout.write("ready\n");
