import assert from "node:assert/strict";
import { test } from "node:test";
import { parseClock, parseStart } from "./parse-clock.ts";
import { parseDuration } from "./parse-duration.ts";

const durations: Record<string, number | undefined> = {
  "1:30": 5400,
  "0:45": 2700,
  ":45": 2700,
  "1:30:15": 5415,
  "100:00": 360_000,
  "2": 7200,
  "1.5": 5400,
  "1,5": 5400,
  ".25": 900,
  "2.": 7200,
  "2.5.": undefined,
  "90m": 5400,
  "45 min": 2700,
  "1h30": 5400,
  "1h 30m": 5400,
  "1,5h": 5400,
  "2 Std. 15 Min.": 8100,
  "45s": 45,
  "1h 5s": 3605,
  "1:75": undefined,
  "1h 75": undefined,
  "1:30 hrs": 5400,
  "18:25 min": 1105,
  "1:30 dogs": undefined,
  "8:30:00 AM": 30_600,
  "1:00:00 p.m.": 46_800,
  "12:15:00 AM": 900,
  "9:00 am": undefined,
  "13:00:00 PM": undefined,
  "01h30": 5400,
  "1d 2h": 93_600,
  "1 Tag und 2 Stunden": 93_600,
  "１:３０": 5400,
  "1時間30分": 5400,
  "2 uur 15 minuten": 8100,
  h: undefined,
  "": undefined,
  "2 drafts": undefined,
  "-1": undefined,
};

for (const [typed, seconds] of Object.entries(durations))
  test(`the duration ${JSON.stringify(typed)} is ${seconds ?? "none"}`, () =>
    assert.equal(parseDuration(typed), seconds));

const clocks: Record<string, number | undefined> = {
  "9": 540,
  "9:40": 580,
  "09.40": 580,
  "940": 580,
  "1430": 870,
  "9h": 540,
  "9:40am": 580,
  "9 pm": 1260,
  "12am": 0,
  "12pm": 720,
  "24:00": 1440,
  "24:01": undefined,
  "9:60": undefined,
  "13pm": undefined,
  "9 Uhr": 540,
  soon: undefined,
};

for (const [typed, minutes] of Object.entries(clocks))
  test(`the time ${JSON.stringify(typed)} is ${minutes ?? "none"}`, () => assert.equal(parseClock(typed), minutes));

test("a start is a time of day, or how long ago", () => {
  assert.deepEqual(parseStart("9:40", parseDuration), { clockMinutes: 580 });
  assert.deepEqual(parseStart("-15m", parseDuration), { secondsAgo: 900 });
  assert.deepEqual(parseStart("- 1:30", parseDuration), { secondsAgo: 5400 });
  assert.equal(parseStart("-", parseDuration), undefined);
});
