import assert from "node:assert/strict";
import { test } from "node:test";
import { findOverlaps } from "./find-overlaps.ts";

const entry = (id: string, clock: string, minutes: number) => ({
  id,
  startedAt: `2026-03-02T${clock}:00Z`,
  durationSeconds: minutes * 60,
});

test("an entry overlaps if it began before any earlier one ended, by the time that it shares with that one", () => {
  const overlaps = findOverlaps([
    entry("within", "09:30", 30),
    entry("long", "08:00", 180),
    entry("across", "10:50", 60),
    entry("after", "11:50", 60),
    entry("empty", "09:00", 0),
  ]);
  assert.deepEqual(Object.fromEntries(overlaps), { within: 1800, across: 600 });
});
