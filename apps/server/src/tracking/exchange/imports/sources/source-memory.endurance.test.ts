import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { csvOf, fileOf, zipOf } from "#test/files/program-exports.ts";

const rows = 12_000;

test("reading keeps a bounded part of a file in memory, as CSV, zip and JSON", async () => {
  const numbers = Array.from({ length: rows }, (_, index) => index);
  const text = (index: number) => `Row ${index} of a long list, ${"with many words in it, ".repeat(20)}`;
  const csv = csvOf(
    ["User", "Project", "Description", "Start date", "Start time", "Duration"],
    numbers.map((index) => ["Ann", "Site", text(index), "2024-03-04", "10:00:00", "01:00:00"]),
  );
  const json = JSON.stringify(
    numbers.map((id) => ({ id, begin: "2024-03-04T10:00:00Z", duration: 3600, description: text(id) })),
  );
  assert.ok(csv.length > 5_000_000);
  const files = [
    ["toggl", fileOf(csv)],
    ["toggl", fileOf(await zipOf({ "toggl.csv": csv }))],
    ["kimai", fileOf(json)],
  ];
  const worker = new Worker(new URL(import.meta.resolve("#test/files/source-memory.ts")), {
    workerData: { files, rows },
  });
  const [grown] = (await once(worker, "message")) as [number[]];
  await worker.terminate();
  assert.equal(grown.length, files.length);
  for (const bytes of grown) assert.ok(bytes < 1_000_000, `grows by ${grown.join(", ")} bytes`);
});
