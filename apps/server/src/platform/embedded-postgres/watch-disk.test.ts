import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { waitFor } from "#test/databases/hold.ts";
import { createTestJobs } from "#test/processes/test-jobs.ts";
import { readFreeBytes, watchDisk } from "./watch-disk.ts";

test("a disk with less than 200 MB is full, until it has room again; an unreadable one is not", async (t) => {
  const readings = [250e6, 199_999_999, 0, 200e6, Number.NaN, 1];
  const changes: { isFull: boolean; freeBytes: number }[] = [];
  const disk = await watchDisk({
    jobs: createTestJobs(),
    everyMs: 1,
    onChange: (isFull, freeBytes) => changes.push({ isFull, freeBytes }),
    async readFreeBytes() {
      const free = (readings.length > 1 ? readings.shift() : readings[0]) ?? 0;
      if (Number.isNaN(free)) throw new Error("ENOENT");
      return free;
    },
  });
  t.after(disk.stop);
  assert.deepEqual([disk.isFull(), disk.freeBytes()], [false, 250e6]);
  await waitFor(() => changes.length === 3);
  assert.deepEqual(changes, [
    { isFull: true, freeBytes: 199_999_999 },
    { isFull: false, freeBytes: 200e6 },
    { isFull: true, freeBytes: 1 },
  ]);
  assert.equal(disk.isFull(), true);
});

test("the room on the disk of a folder is read in bytes", async () => {
  assert.ok((await readFreeBytes(tmpdir())) > 0);
});
