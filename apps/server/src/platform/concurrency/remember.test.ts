import assert from "node:assert/strict";
import { test } from "node:test";
import { remember } from "./remember.ts";

test("callers share one read until it is too old, and a failed read is repeated", async () => {
  let nowMs = 0;
  let reads = 0;
  const read = remember(
    10_000,
    async () => {
      reads++;
      if (reads === 2) throw new Error("no");
      return reads;
    },
    () => nowMs,
  );
  assert.deepEqual(await Promise.all([read(), read()]), [1, 1]);
  nowMs = 9_999;
  assert.equal(await read(), 1);
  nowMs = 10_000;
  await assert.rejects(Promise.all([read(), read()]), /no/);
  assert.equal(await read(), 3);
});
