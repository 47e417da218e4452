import assert from "node:assert/strict";
import { test } from "node:test";
import { followSequences } from "./key-sequence.ts";

test("only a key soon after g is the second one of a sequence", () => {
  const isSecond = followSequences();
  const keys = [
    ["a", 0],
    ["g", 100],
    ["a", 300],
    ["r", 400],
    ["G", 500],
    ["r", 1800],
    ["g", 2000],
    ["g", 2100],
    ["t", 2200],
  ] as const;
  assert.deepEqual(
    keys.map(([key, timeStamp]) => isSecond({ key, timeStamp })),
    [false, false, true, false, false, false, false, true, true],
  );
});
