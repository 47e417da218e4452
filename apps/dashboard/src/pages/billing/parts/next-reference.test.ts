import assert from "node:assert/strict";
import { test } from "node:test";
import { nextReference } from "./next-reference.ts";

test("the next reference counts the last number up and keeps its width", () => {
  const rows = [
    ["2026-118", "2026-119"],
    ["2026-009", "2026-010"],
    ["R99/a", "R100/a"],
    ["March", ""],
    [undefined, ""],
  ] as const;
  for (const [last, next] of rows) assert.equal(nextReference(last), next);
});
