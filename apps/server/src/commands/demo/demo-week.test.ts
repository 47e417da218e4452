import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { weekDays } from "#identity/organizations/week-days.ts";
import { dateAt } from "#platform/days.ts";
import { resolvePeriod } from "#tracking/reports/saved-reports/resolve-period.ts";
import { people } from "./demo-company.ts";
import { fillWeek, weekAt } from "./demo-week.ts";
import { yearOf } from "./demo-year.ts";

const [mara] = people;
const placeOf = (project: string, task: string) => ({ projectId: project, taskId: task });
const secondMs = 1_000;

function weekIn(now: Date, timeZone: string, weekStart: (typeof weekDays)[number]) {
  const week = weekAt(now, timeZone, weekStart);
  const entries = fillWeek(yearOf({ ...mara, timeZone }, 1, now, placeOf), week, placeOf).map((entry) => ({
    startMs: Date.parse(entry.startedAt),
    endMs: Date.parse(entry.startedAt) + entry.durationSeconds * secondMs,
  }));
  const { from } = resolvePeriod("thisWeek", dateAt(now.getTime(), timeZone), weekStart);
  return { week, entries, inWeek: entries.filter(({ startMs }) => dateAt(startMs, timeZone) >= from) };
}

test("the demo's week is never empty, contains no future entries and does not overlap the timer", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("2024-01-01T00:00:00Z"), max: new Date("2030-01-01T00:00:00Z"), noInvalidDate: true }),
      fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
      fc.constantFrom(...weekDays),
      // If not null, moves the instant to this many seconds after the start of the week, where the edge cases are.
      fc.option(fc.integer({ min: 2, max: 12 * 3_600 })),
      (instant, timeZone, weekStart, seconds) => {
        const { startMs } = weekAt(instant, timeZone, weekStart);
        // A week of less than two seconds has no room for an entry.
        const ms =
          seconds === null ? Math.max(instant.getTime(), startMs + 2 * secondMs) : startMs + seconds * secondMs;
        const now = new Date(ms);
        const { week, entries, inWeek } = weekIn(now, timeZone, weekStart);
        assert.ok(inWeek.some(({ startMs, endMs }) => endMs > startMs));
        assert.ok(week.timerMs <= now.getTime() && week.timerMs >= week.startMs);
        for (const { endMs } of entries) assert.ok(endMs <= week.timerMs);
      },
    ),
    { numRuns: 50 },
  );
});

for (const [at, timeZone, weekStart, timer, first] of [
  ["2026-03-01T23:05:00Z", "Europe/Berlin", "monday", "2026-03-01T23:02:30.000Z", "2026-03-01T23:00:00.000Z"],
  ["2026-03-02T07:00:00Z", "Europe/Berlin", "monday", "2026-03-02T06:22:00.000Z", "2026-03-02T04:52:00.000Z"],
  ["2026-03-08T11:00:00Z", "Europe/Berlin", "sunday", "2026-03-08T10:22:00.000Z", "2026-03-08T08:52:00.000Z"],
  // The clock skips midnight in Cairo, so the week begins at one o'clock.
  ["2026-04-23T22:20:00Z", "Africa/Cairo", "friday", "2026-04-23T22:10:00.000Z", "2026-04-23T22:00:00.000Z"],
] as const)
  test(`at ${at} in ${timeZone} the week from ${weekStart} has an entry and a timer`, () => {
    const { week, inWeek } = weekIn(new Date(at), timeZone, weekStart);
    assert.equal(new Date(week.timerMs).toISOString(), timer);
    assert.equal(new Date(inWeek[0]?.startMs ?? 0).toISOString(), first);
  });
