import assert from "node:assert/strict";
import { test } from "node:test";
import { createDayFinder } from "#time/group-by-day.ts";
import { listDays, startOfDay } from "#time/zoned.ts";
import { type Block, placePieces } from "./block.ts";
import { nextFocus } from "#pages/calendar/keys/next-focus.ts";

const zone = "Europe/Berlin";
const findDay = createDayFinder(zone);
const days = listDays("2026-10-23", 3).map((day) => findDay(startOfDay(day, zone)));
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;

function block(key: string, start: string, end: string): Block {
  const span = { start: at(start), end: at(end) };
  return {
    key,
    kind: "entry",
    span,
    description: key,
    projectId: undefined,
    entry: undefined,
    isUnconfirmed: false,
    canChange: true,
  };
}

const blocks = [
  block("late", "2026-10-24T16:00", "2026-10-24T17:00"),
  block("night", "2026-10-24T23:00", "2026-10-25T01:00"),
  block("early", "2026-10-23T09:00", "2026-10-23T10:00"),
  block("beside", "2026-10-23T09:30", "2026-10-23T10:30"),
  block("morning", "2026-10-24T09:15", "2026-10-24T10:00"),
];
const placed = placePieces(blocks, days, 48);

test("pieces come in time order, and one over midnight has a second one that is not read again", () => {
  assert.deepEqual(
    placed.map(({ key, column, isFirst }) => [key, column, isFirst]),
    [
      ["early", 0, true],
      ["beside", 0, true],
      ["morning", 1, true],
      ["late", 1, true],
      ["night", 1, true],
      ["night 1", 2, false],
    ],
  );
});

test("pieces are drawn at their real time, and side by side where they overlap", () => {
  const [early, beside] = placed;
  assert.deepEqual([early?.top, early?.bottom, early?.lane, early?.lanes], [432, 480, 0, 2]);
  assert.deepEqual([beside?.top, beside?.lane], [456, 1]);
});

test("on the day of 25 hours, what follows the change is drawn an hour lower", () => {
  const [noon] = placePieces([block("noon", "2026-10-25T12:00", "2026-10-25T13:00")], days, 48);
  assert.equal(noon?.top, 13 * 48);
});

const moves = [
  ["early", "ArrowDown", "beside"],
  ["beside", "ArrowDown", "morning"],
  ["beside", "ArrowUp", "early"],
  ["early", "ArrowUp", "early"],
  ["night", "ArrowDown", "night"],
  ["early", "ArrowRight", "morning"],
  ["late", "ArrowLeft", "beside"],
  ["night", "ArrowRight", "night"],
] as const;

for (const [from, arrow, expected] of moves)
  test(`${arrow} leads from ${from} to ${expected}`, () => {
    const firsts = placed.filter(({ isFirst }) => isFirst);
    const at = firsts.findIndex(({ block: each }) => each.key === from);
    assert.equal(firsts[nextFocus(firsts, at, arrow)]?.block.key, expected);
  });
