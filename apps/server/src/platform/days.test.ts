import assert from "node:assert/strict";
import { test } from "node:test";
import { dateAt, dayMs, dayStartsAfter } from "./days.ts";
import { formatInstant, startOfDayMs } from "./time.ts";

test("an instant has the date of the last day that has begun in the zone", () => {
  const examples = [
    ["2026-03-08T04:59:59.999Z", "America/New_York", "2026-03-07"],
    ["2026-03-08T05:00:00Z", "America/New_York", "2026-03-08"],
    ["2026-03-09T03:59:59Z", "America/New_York", "2026-03-08"],
    ["2026-03-09T04:00:00Z", "America/New_York", "2026-03-09"],
    ["2026-12-31T18:15:00Z", "Asia/Kathmandu", "2027-01-01"],
    ["1970-01-01T00:00:00Z", "America/New_York", "1969-12-31"],
    ["1970-01-01T00:44:29Z", "Africa/Monrovia", "1969-12-31"],
    ["1970-01-01T00:44:30Z", "Africa/Monrovia", "1970-01-01"],
    ["2199-12-31T23:59:59.999Z", "Pacific/Kiritimati", "2200-01-01"],
    // Clocks went from 24:00 forward to 01:00.
    ["2018-11-04T02:59:59Z", "America/Sao_Paulo", "2018-11-03"],
    ["2018-11-04T03:00:00Z", "America/Sao_Paulo", "2018-11-04"],
    // A day was skipped.
    ["2011-12-30T09:59:59Z", "Pacific/Apia", "2011-12-29"],
    ["2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31"],
    // Clocks went from 01:00 back to 00:00: the day has two midnights and begins at the first.
    ["2026-11-01T03:59:59Z", "America/Havana", "2026-10-31"],
    ["2026-11-01T04:00:00Z", "America/Havana", "2026-11-01"],
    // Clocks went from 00:01 back to 23:01.
    ["2009-11-01T02:29:59Z", "America/St_Johns", "2009-10-31"],
    ["2009-11-01T02:30:00Z", "America/St_Johns", "2009-11-01"],
    ["2009-11-01T03:00:00Z", "America/St_Johns", "2009-11-01"],
    ["2009-11-02T03:30:00Z", "America/St_Johns", "2009-11-02"],
  ] as const;
  for (const [instant, timeZone, expected] of examples)
    assert.equal(dateAt(Date.parse(instant), timeZone), expected, `${instant} ${timeZone}`);
});

test("days begin where Temporal begins them, around every change of every zone until 2040", () => {
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    let change = new Temporal.ZonedDateTime(0n, timeZone).getTimeZoneTransition("next");
    while (change !== null && change.year < 2040) {
      const fromMs = change.epochMilliseconds - 2 * dayMs;
      const startOfDay = dayStartsAfter(fromMs, timeZone);
      let date = Temporal.PlainDate.from(dateAt(fromMs, timeZone));
      for (let days = 0; days < 4; days++) {
        date = date.add({ days: 1 });
        const day = date.toString();
        const found = startOfDay(Date.parse(day) / dayMs);
        const expected = startOfDayMs(day, timeZone);
        if (found !== expected) assert.equal(formatInstant(found), formatInstant(expected), `${day} ${timeZone}`);
      }
      change = change.getTimeZoneTransition("next");
    }
  }
});
