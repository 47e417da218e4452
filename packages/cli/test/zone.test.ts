import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays } from "@stint/grammar/days.ts";
import { parseClockTime } from "@stint/grammar/parse-clock.ts";
import { atClock, byFormat, clockOf, dayOf, findClock, startOfDay } from "@stint/grammar/zone.ts";
import { instants, zones } from "#test/support/histories.ts";

const zone = fc.constantFrom(...zones);

test("each instant is of the last day that has begun, and days begin where Temporal begins them, in any zone", () => {
  fc.assert(
    fc.property(zone, instants, (timeZone, ms) => {
      const day = dayOf(ms, timeZone);
      assert.equal(startOfDay(day, timeZone), Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
      assert.ok(startOfDay(day, timeZone) <= ms && ms < startOfDay(addDays(day, 1), timeZone));
    }),
    { numRuns: 3000 },
  );
});

test("clock times are those of Temporal, also where clocks change", () => {
  fc.assert(
    fc.property(zone, instants, fc.nat(1439), (timeZone, ms, minutes) => {
      const day = dayOf(ms, timeZone);
      const plainTime = Temporal.PlainTime.from({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
      const expected = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime });
      assert.equal(atClock(day, minutes, timeZone), expected.epochMilliseconds);
      const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
      assert.equal(clockOf(ms, timeZone), hour * 60 + minute);
    }),
    { numRuns: 3000 },
  );
});

test("without Temporal, as in Node before 26, the offsets are the same", () => {
  fc.assert(
    fc.property(zone, instants, (timeZone, ms) => {
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
      assert.equal(byFormat(timeZone)(ms), offsetNanoseconds / 1_000_000);
    }),
    { numRuns: 300 },
  );
});

test("a time before now is the repeated one nearest to the former start, and a skipped one is none", () => {
  const find = (typed: string, now: string, near: string) => {
    const day = now.slice(0, 10);
    const limits = { near: Date.parse(near), until: Date.parse(now) };
    const found = findClock([day, addDays(day, -1)], parseClockTime(typed) ?? assert.fail(), "Europe/Berlin", limits);
    return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16);
  };
  const now = "2026-10-25T01:20:00Z";
  assert.equal(find("2:10", now, now), "2026-10-25T01:10");
  assert.equal(find("2:10", now, "2026-10-25T00:05:00Z"), "2026-10-25T00:10");
  assert.equal(find("2:50", now, now), "2026-10-25T00:50");
  assert.equal(find("2:10 UTC+2", now, now), "2026-10-25T00:10");
  assert.equal(find("3:10", now, now), "2026-10-24T01:10");
  assert.equal(find("2:30", "2026-03-29T08:00:00Z", now), undefined);
  assert.equal(find("2:30", "2026-03-29T00:30:00Z", now), "2026-03-28T01:30");
});
