import { parentPort, workerData } from "node:worker_threads";
import { usedBytes } from "./used-bytes.ts";
import { readSource } from "#tracking/exchange/imports/sources/read-source.ts";
import type { SourceName } from "#tracking/exchange/imports/sources/rows/source-row.ts";

// Reports by how many bytes memory grows from the first third of each file's rows to the last row. Runs in a thread,
// because a thread's heap is almost empty, so garbage collections are fast.
const { files, rows } = workerData as { files: [SourceName, string][]; rows: number };
const grown: number[] = [];
for (const [source, path] of files) {
  let count = 0;
  let before = 0;
  for await (const _ of readSource(path, { source, timeZone: "UTC", currency: "EUR", dateOrder: "ymd", columns: {} })) {
    count++;
    if (count === Math.floor(rows / 3)) before = await usedBytes();
    if (count === rows) grown.push((await usedBytes()) - before);
  }
}
parentPort?.postMessage(grown);
