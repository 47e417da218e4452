import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry, Timer } from "@stint/sdk";
import { findLastDay } from "./find-last-day.ts";

const entry = { startedAt: "2026-03-03T09:00:00Z", durationSeconds: 3600 } as TimeEntry;
const loaded = [{ from: Date.parse("2026-03-01T00:00:00Z"), to: Date.parse("2026-03-09T00:00:00Z") }];
const now = Date.parse("2026-03-05T10:00:00Z");
const running = (startedAt: string) => ({ startedAt }) as Timer;

function find(day: string, timer: Timer | null = null, ranges = loaded): string | undefined {
  return findLastDay(day, { entries: [entry], loaded: ranges, timer }, "UTC", now)?.day;
}

test("the last day with entries is found for an empty day", () => {
  assert.equal(find("2026-03-05"), "2026-03-03");
  assert.equal(find("2026-03-03"), undefined);
  assert.equal(find("2026-03-05", null, []), undefined);
});

test("a day on which the timer runs is not empty", () => {
  assert.equal(find("2026-03-05", running("2026-03-05T09:30:00Z")), undefined);
  assert.equal(find("2026-03-05", running("2026-03-04T22:00:00Z")), undefined);
  assert.equal(find("2026-03-04", running("2026-03-05T09:30:00Z")), "2026-03-03");
  assert.equal(find("2026-03-06", running("2026-03-05T09:30:00Z")), "2026-03-03");
});
