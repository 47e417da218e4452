import assert from "node:assert/strict";
import { test } from "node:test";
import { clockOf, dayOf } from "@stint/grammar/zone.ts";
import { clockText } from "@stint/grammar/time-text.ts";
import { localTime } from "#src/names/entry-lines.ts";

test("an instant has the zone's day and clock on days of any length", () => {
  const changes: [zone: string, around: string][] = [
    ["Europe/Berlin", "2026-03-29T01:00:00Z"],
    ["Europe/Berlin", "2026-10-25T01:00:00Z"],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
    // Clocks change at midnight here.
    ["America/Sao_Paulo", "2018-11-04T03:00:00Z"],
    ["America/Sao_Paulo", "2018-02-18T02:00:00Z"],
    // A calendar day is skipped here.
    ["Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["Asia/Kathmandu", "1985-12-31T18:30:00Z"],
  ];
  for (const [zone, around] of changes)
    for (let minutes = -3000; minutes <= 3000; minutes += 7) {
      const ms = Date.parse(around) + minutes * 60_000 + 59_999;
      const expected = { day: dayOf(ms, zone), clock: clockText(clockOf(ms, zone)) };
      assert.deepEqual(localTime(ms, zone), expected, `${new Date(ms).toISOString()} in ${zone}`);
    }
});
