import assert from "node:assert/strict";
import { test } from "node:test";
import { createDayFinder } from "#time/group-by-day.ts";
import { listDays, startOfDay } from "#time/zoned.ts";
import { piecesOf } from "./pieces.ts";

const zone = "Europe/Berlin";
const findDay = createDayFinder(zone);
const week = listDays("2026-03-23", 7).map((day) => findDay(startOfDay(day, zone)));

function pieces(start: string, end: string): string[] {
  const [from, to] = [`${start}${offset(start)}`, `${end}${offset(end)}`].map((each) => Date.parse(each));
  return piecesOf({ start: from ?? 0, end: to ?? 0 }, week).map(
    ({ column, from: begin, to: until, isStart, isEnd }) =>
      `${column} ${(until - begin) / 3_600_000} h${isStart ? " starts" : ""}${isEnd ? " ends" : ""}`,
  );
}

/** Daylight saving time starts at 2:00 on Sunday the 29th. */
function offset(local: string): string {
  return local >= "2026-03-29T02:00" ? "+02:00" : "+01:00";
}

const cases: [string, string, string, string[]][] = [
  ["within a day", "2026-03-24T09:00", "2026-03-24T10:30", ["1 1.5 h starts ends"]],
  ["over midnight", "2026-03-24T23:00", "2026-03-25T01:30", ["1 1 h starts", "2 1.5 h ends"]],
  ["up to midnight", "2026-03-24T23:00", "2026-03-25T00:00", ["1 1 h starts ends"]],
  ["longer than a day", "2026-03-24T12:00", "2026-03-26T06:00", ["1 12 h starts", "2 24 h", "3 6 h ends"]],
  ["begun before the week", "2026-03-22T22:00", "2026-03-23T02:00", ["0 2 h ends"]],
  ["going on after the week", "2026-03-29T22:00", "2026-03-30T02:00", ["6 2 h starts"]],
  ["over the whole day of 23 hours", "2026-03-28T23:00", "2026-03-30T01:00", ["5 1 h starts", "6 23 h"]],
  ["without duration", "2026-03-24T00:00", "2026-03-24T00:00", ["1 0 h starts ends"]],
  ["at the first instant of the week", "2026-03-23T00:00", "2026-03-23T00:15", ["0 0.25 h starts ends"]],
  ["that ended with the week before", "2026-03-22T22:00", "2026-03-23T00:00", []],
  ["of the week after", "2026-03-30T00:00", "2026-03-30T01:00", []],
];

for (const [name, start, end, expected] of cases)
  test(`an entry ${name} is shown on each of its days`, () => assert.deepEqual(pieces(start, end), expected));
