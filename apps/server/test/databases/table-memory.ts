import assert from "node:assert/strict";
import { parentPort } from "node:worker_threads";
import { writeCsv } from "#platform/tables/csv.ts";
import { writeXlsx } from "#platform/tables/xlsx.ts";
import { type Cells, countedBatches, entry } from "#test/files/table-source.ts";
import { usedBytes } from "#test/files/used-bytes.ts";

// Reports the peak memory of writing 20,000 rows in each format. Runs in a thread, because a thread's heap is almost
// empty: in the main thread, each garbage collection would take a second for the heap of all tests.
const writers = {
  csv: (batches: AsyncIterable<Cells[]>) => writeCsv(entry, batches, { decimals: 2 }),
  xlsx: (batches: AsyncIterable<Cells[]>) => writeXlsx(entry, batches, { sheet: "Test", decimals: 2 }),
};
const taken: Record<string, number> = {};
for (const [name, write] of Object.entries(writers)) {
  const { state, batches } = countedBatches(20_000, 500);
  const before = await usedBytes();
  let most = 0;
  let next = 5_000;
  for await (const _ of write(batches)) {
    if (state.rows < next) continue;
    most = Math.max(most, (await usedBytes()) - before);
    next += 5_000;
  }
  assert.equal(next, 25_000);
  taken[name] = most;
}
parentPort?.postMessage(taken);
