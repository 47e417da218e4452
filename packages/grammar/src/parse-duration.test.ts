import assert from "node:assert/strict";
import { test } from "node:test";
import { readLength, readOneDay } from "@stint/mcp/names/periods.ts";
import type { ToolContext } from "@stint/mcp/protocol/tool.ts";
import { parseDuration as parseImported } from "@stint/server/src/tracking/exchange/imports/sources/values/durations.ts";
import { parseCell } from "../../../apps/dashboard/src/pages/timesheet/grid/table-text.ts";
import { parseDay } from "../../../apps/dashboard/src/time/parse-day.ts";
import { readDuration, readTypedDay } from "../../cli/src/typed/instants.ts";
import { parseClock, parseStart } from "./parse-clock.ts";
import { parseDayLine } from "./parse-day-line.ts";
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
  "1 Std. 30 Min.": 5400,
  "90 minutos": 5400,
  "1,5 h": 5400,
  ".5h": 1800,
  "27:30:00": 99_000,
  "07:15:00 AM": 26_100,
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

const orNone = (read: () => number | undefined) => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
const readers: Record<string, (typed: string) => number | undefined> = {
  fields: parseDuration,
  "the grid": (typed) => (typed === "" ? undefined : parseCell(typed)),
  "the terminal": (typed) => orNone(() => readDuration(typed)),
  agents: (typed) => orNone(() => readLength({} as ToolContext, { duration: typed }, "2026-03-04", 0)),
  // Cells may also be negative, or show a duration as a time of day without seconds.
  imports: (typed) =>
    /^-|[ap]m$/i.test(typed) && parseDuration(typed) === undefined
      ? undefined
      : parseImported(typed, "hours", undefined)?.seconds,
  // In a line, a number without a unit is rather the beginning of a text.
  "the text of a day": (typed) => {
    const [item] = parseDayLine(`${typed} @web fix`, "2026-03-04");
    if (/^\d+\.?$/.test(typed)) return item?.seconds === undefined ? 7200 : undefined;
    return item?.description === "fix" ? item.seconds : undefined;
  },
};

for (const [typed, seconds] of Object.entries(durations))
  test(`the duration ${JSON.stringify(typed)} is ${seconds ?? "none"} everywhere`, () => {
    for (const [name, read] of Object.entries(readers)) assert.equal(read(typed), seconds, name);
  });

const days: Record<string, string | undefined> = {
  "2026-02-28": "2026-02-28",
  "2026-2-28": "2026-02-28",
  "2026/02/28": "2026-02-28",
  "28.2.": "2026-02-28",
  "28.02.2026": "2026-02-28",
  "28.02.26": "2026-02-28",
  "28 Feb": "2026-02-28",
  "Feb 28": "2026-02-28",
  "28. Februar 2026": "2026-02-28",
  "28 févr. 2026": "2026-02-28",
  mon: "2026-03-02",
  Montag: "2026-03-02",
  "Mo.": "2026-03-02",
  gestern: "2026-03-03",
  "avant-hier": "2026-03-02",
  tomorrow: "2026-03-05",
  morgen: "2026-03-05",
  demain: "2026-03-05",
  "31.4.2026": undefined,
  "29.02.2023": undefined,
  constructor: undefined,
  soon: undefined,
};

for (const [typed, day] of Object.entries(days))
  test(`the day ${JSON.stringify(typed)} is ${day ?? "none"} everywhere`, () => {
    const today = "2026-03-04";
    const [item] = parseDayLine(`${typed} 1h fix`, today);
    assert.equal(item?.typedDay === "" ? undefined : item?.day, day, "the text of a day");
    assert.equal(parseDay(typed, today, "en-US"), day, "the date field");
    const reads = [
      () => readTypedDay(typed, today),
      () => readOneDay({ me: { preferences: { weekStart: "monday" } }, today } as ToolContext, typed),
    ];
    for (const read of reads) {
      if (day === undefined) assert.throws(read);
      else assert.equal(read(), day);
    }
  });

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
