import assert from "node:assert/strict";
import { test } from "node:test";
import { begunOf } from "./begun.ts";

const at = (startedAt: string) => ({ startedAt });
const now = Date.parse("2026-11-20T12:00:00Z");
const [planned, thisMinute, earlier] = [
  at("2026-11-20T12:01:00Z"),
  at("2026-11-20T12:00:40Z"),
  at("2026-11-20T09:00:00Z"),
];

test("an entry that starts after the current minute has not begun", () => {
  assert.deepEqual(begunOf([at("2100-01-01T00:00:00Z"), planned, thisMinute, earlier], now), [thisMinute, earlier]);
  assert.deepEqual(begunOf([planned], now), []);
  const all = [thisMinute, earlier];
  assert.equal(begunOf(all, now), all);
});
