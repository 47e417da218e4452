import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs } from "#platform/days.ts";
import type { DateOrder, DecimalMark } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { DateOrderVote } from "./date-order.ts";
import { splitDate, toDay } from "./dates.ts";
import { parseDecimal } from "./decimals.ts";
import { type DurationUnit, durationUnits } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { parseDuration, statedUnit } from "./durations.ts";
import { readCurrency, readMinor, withoutCurrency } from "./money.ts";
import { parseTimeOfDay, parseZoned, splitDateAndTime } from "./times.ts";

test("dates are read in every format", () => {
  const examples: [string, DateOrder, string | undefined][] = [
    ["2024-03-04", "dmy", "2024-03-04"],
    ["2024/3/4", "dmy", "2024-03-04"],
    ["2024.03.04", "dmy", "2024-03-04"],
    ["20240304", "dmy", "2024-03-04"],
    ["04/03/2024", "dmy", "2024-03-04"],
    ["04/03/2024", "mdy", "2024-04-03"],
    ["4. 3. 2024", "dmy", "2024-03-04"],
    ["04-03-24", "dmy", "2024-03-04"],
    ["31.12.99", "dmy", "1999-12-31"],
    ["4 Mar 2024", "mdy", "2024-03-04"],
    ["Monday, 4. März 2024", "mdy", "2024-03-04"],
    ["Mon, March 4th, 2024", "dmy", "2024-03-04"],
    ["4-Okt-2024", "dmy", "2024-10-04"],
    ["3-Aug-26", "mdy", "2026-08-03"],
    ["14. Mrz. 12", "mdy", "2012-03-14"],
    ["3-août-26", "mdy", "2026-08-03"],
    ["lunes, 3 de agosto de 2026", "mdy", "2026-08-03"],
    ["3 sierpnia 2026", "mdy", "2026-08-03"],
    ["Sat 08/08/2026", "mdy", "2026-08-08"],
    ["Sa., 07.08.2026", "dmy", "2026-08-07"],
    ["2026/8/7(金)", "dmy", "2026-08-07"],
    ["2026年8月7日", "dmy", "2026-08-07"],
    ["46240", "dmy", "2026-08-06"],
    ["19999", "dmy", undefined],
    ["29/02/2024", "dmy", "2024-02-29"],
    ["29/02/2023", "dmy", undefined],
    ["13/15/2024", "mdy", undefined],
    ["0/1/2024", "dmy", undefined],
    ["2024-13-01", "dmy", undefined],
    ["04/03-2024", "dmy", undefined],
    ["4/3", "dmy", undefined],
    ["4 Xyz 2024", "dmy", undefined],
    ["yesterday", "dmy", undefined],
    ["", "dmy", undefined],
  ];
  for (const [text, order, expected] of examples) {
    const date = splitDate(text);
    const day = date && toDay(date, order);
    assert.equal(day === undefined ? undefined : new Date(day * dayMs).toISOString().slice(0, 10), expected, text);
  }
});

test("the order of dates is settled by all of them", () => {
  const settle = (...dates: (string | [string, string])[]) => {
    const vote = new DateOrderVote(new Date("2026-07-01T12:00:00Z"));
    for (const [index, date] of dates.entries()) {
      vote.add(typeof date === "string" ? date : date[0], typeof date === "string" ? date : date[1], index + 2);
    }
    const found = vote.result();
    return found === undefined || "ambiguous" in found ? found : found.settled;
  };
  const asked = (ambiguous: string, line = 2) => ({ ambiguous, line });
  assert.equal(settle(), undefined);
  assert.equal(settle("noon"), undefined);
  assert.equal(settle("2024-03-04"), "ymd");
  assert.deepEqual(settle("2024-03-04", "04/03/2024"), asked("04/03/2024", 3));
  assert.deepEqual(settle("04/03/2024"), asked("04/03/2024"));
  assert.equal(settle("04/03/2024", "13/03/2024"), "dmy");
  assert.equal(settle("04/03/2024", "03/13/2024"), "mdy");
  assert.equal(settle("04/03/2024", "13/15/2024", "10/15/2024"), "mdy");
  assert.equal(settle("13/01/2024", "14/01/2024", "15/01/2024", "01/16/2024"), "dmy");
  assert.deepEqual(settle("13/01/2024", "01/13/2024"), asked("13/01/2024"));
  // As of this test's date, 3 December 2026 is in the future, but 12 March is not.
  assert.equal(settle("12/03/2026"), "dmy");
  assert.equal(settle("03/12/2026"), "mdy");
  assert.equal(settle("03.04.2024"), "dmy");
  assert.equal(settle("03.14.2024"), "mdy");
  // If the date order is right, an entry past midnight ends a day later; if it is wrong, a month later.
  assert.equal(settle(["04/03/2024", "05/03/2024"]), "dmy");
  assert.equal(settle(["04/03/2024", "04/04/2024"]), "mdy");
});

test("times are in 24 or 12 hours", () => {
  const examples: [string, string | undefined, boolean?][] = [
    ["10:23:52", "10:23:52", true],
    ["9:05", "09:05:00", false],
    ["12:05 AM", "00:05:00", false],
    ["12:05:09 pm", "12:05:09", true],
    ["1:05 p.m.", "13:05:00", false],
    ["1:05\u202fPM", "13:05:00", false],
    ["11:59:59PM", "23:59:59", true],
    ["13:05 PM", "13:05:00", false],
    ["9.30 Uhr", "09:30:00", false],
    ["7 am", "07:00:00", false],
    ["24:00", "24:00:00", false],
    ["23:59:60", "24:00:00", true],
    ["1530", "15:30:00", false],
    ["930", "09:30:00", false],
    ["153000", "15:30:00", true],
    ["9h", "09:00:00", false],
    ["9 h 30", "09:30:00", false],
    ["0.375", "09:00:00", true],
    ["0,395833333", "09:30:00", true],
    ["2560", undefined],
    ["24:01", undefined],
    ["10:60", undefined],
    ["10:00:60", undefined],
    ["10", undefined],
    ["ten", undefined],
  ];
  for (const [text, expected, hasSeconds] of examples) {
    const time = parseTimeOfDay(text);
    const clock =
      time &&
      [3_600_000, 60_000, 1000].map((unit, index) =>
        String(Math.floor(time.ms / unit) % (index === 0 ? 100 : 60)).padStart(2, "0"),
      );
    assert.equal(clock?.join(":"), expected, text);
    if (expected !== undefined) assert.equal(time?.hasSeconds, hasSeconds, text);
  }
});

test("an instant needs an offset; other texts are split into date and time", () => {
  const instants: [string, string | undefined][] = [
    ["2024-03-04T09:23:52Z", "2024-03-04T09:23:52.000Z"],
    ["2024-03-04T10:23:52+0100", "2024-03-04T09:23:52.000Z"],
    ["2024-03-04 10:23:52.5 +01", "2024-03-04T09:23:52.500Z"],
    ["2024-03-04 09:23 UTC", "2024-03-04T09:23:00.000Z"],
    ["2024-03-04 10:23 UTC+1", "2024-03-04T09:23:00.000Z"],
    ["2024-03-04 14:53 GMT+05:30", "2024-03-04T09:23:00.000Z"],
    ["2026-03-19T24:00:00+01:00", "2026-03-19T23:00:00.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2024-03-04T09:23:52", undefined],
    ["2024-02-30T09:23:52Z", undefined],
  ];
  for (const [text, expected] of instants) {
    const ms = parseZoned(text);
    assert.equal(ms === undefined ? undefined : new Date(ms).toISOString(), expected, text);
  }
  const splits: [string, string, string][] = [
    ["03/04/2024 10:23 AM", "03/04/2024", "10:23 AM"],
    ["2024-03-04T10:23:52", "2024-03-04", "10:23:52"],
    ["4. März 2024, 9.30 Uhr", "4. März 2024", "9.30 Uhr"],
    ["Mar 4, 2024 7pm", "Mar 4, 2024", "7pm"],
    ["04.03.2024", "04.03.2024", ""],
    ["46240.375", "46240", "09:00:00"],
  ];
  for (const [text, date, time] of splits) assert.deepEqual(splitDateAndTime(text), { date, time }, text);
});

test("durations are clocks, decimals or words", () => {
  const examples: [string, number | undefined, number?][] = [
    ["01:00:01", 3601, 0],
    ["600:15:00", 2_160_900, 0],
    ["1:30", 5400, 60],
    ["-00:30:00", -1800, 0],
    ["−0:30", -1800, 60],
    ["0", 0, 36],
    ["20,0", 72_000, 36],
    ["0.01", 36, 36],
    ["1h 30m", 5400, 60],
    ["2 Std. 5 Min", 7500, 60],
    ["90 min", 5400, 60],
    ["1h 0m 5s", 3605, 0],
    ["PT1H30M5S", 5405, 0],
    ["1:5", 3900, 60],
    ["1:30:00.5", 5400, 0],
    ["-1h 30m", -5400, 60],
    ["18:25 min", 1105, 0],
    ["07:15:00 AM", 26_100, 0],
    ["1:00 PM", 46_800, 60],
    ["1/0/1900 7:15", 26_100, 60],
    ["01/01/1900 03:30:00", 99_000, 0],
    ["1899-12-31 03:30:00", 99_000, 0],
    ["1/2/2026 7:15", undefined],
    [".25", 900, 36],
    ["1:60", undefined],
    ["long", undefined],
    ["h", undefined],
    ["P", undefined],
  ];
  for (const [text, seconds, slackSeconds] of examples) {
    const expected = seconds === undefined ? undefined : { seconds, slackSeconds };
    assert.deepEqual(parseDuration(text, "hours", undefined), expected, text);
  }
  assert.deepEqual(
    durationUnits.map((unit) => parseDuration("90", unit, undefined)?.seconds),
    [324_000, 5400, 90],
  );
});

test("a header states the unit of its numbers as a whole word", () => {
  const examples: [DurationUnit | undefined, string[]][] = [
    [
      "hours",
      ["Hours", "Duration (h)", "Duration (decimal)", "Arbeitsstunden", "timeHours", "Std.", "Dauer (dezimal)"],
    ],
    ["minutes", ["Minuten", "Duration (min)", "time_in_minutes", "durationMinutes"]],
    ["seconds", ["Duration (seconds)", "durationseconds", "Sek.", "Time (s)"]],
    [
      undefined,
      [
        "Duration",
        "Dauer",
        "Time",
        "Zeit",
        "Terminzeit",
        "Administration",
        "Section",
        "Duration (hh:mm)",
        "Hours or minutes",
      ],
    ],
  ];
  for (const [unit, headers] of examples) for (const header of headers) assert.equal(statedUnit(header), unit, header);
});

test("decimals may have any separators", () => {
  const examples: [string, DecimalMark | undefined, number | undefined][] = [
    ["2.000,0", undefined, 2000],
    ["1,234.56", undefined, 1234.56],
    ["1.234.567", undefined, 1_234_567],
    ["1 234,5", undefined, 1234.5],
    ["1'234.50", undefined, 1234.5],
    ["0,01", undefined, 0.01],
    ["100,0", "point", 100],
    ["1,234", "comma", 1.234],
    ["1,234", "point", 1234],
    ["1.234", undefined, 1.234],
    ["1.234", "comma", 1234],
    ["0,500", "point", 0.5],
    ["-1,5", undefined, -1.5],
    ["1,5,5.5.5", undefined, undefined],
    ["12a", undefined, undefined],
    ["", undefined, undefined],
  ];
  for (const [text, style, expected] of examples) assert.equal(parseDecimal(text, style), expected, `${text} ${style}`);
});

test("a text that is too long for an amount is not one", () => {
  assert.equal(withoutCurrency("1,000.50 EUR"), "1,000.50");
  assert.equal(withoutCurrency(`1${"a".repeat(60)}1`), "");
});

test("money is in the minor units of its currency", () => {
  assert.deepEqual(
    ["Euro - EUR", "usd", "Yen (JPY", "euros", "", "XYZ"].map((text) => readCurrency(text)),
    ["EUR", "USD", "JPY", undefined, undefined, undefined],
  );
  assert.equal(readMinor("111.11", "EUR", undefined), 11_111);
  assert.equal(readMinor("€ 2.000,05", "EUR", undefined), 200_005);
  assert.equal(readMinor("-1,5 €", "EUR", undefined), -150);
  assert.equal(readMinor("1500", "JPY", undefined), 1500);
  assert.equal(readMinor("1.005", "KWD", "point"), 1005);
  assert.equal(readMinor("free", "EUR", undefined), undefined);
  assert.equal(readMinor("", "EUR", undefined), undefined);
});
