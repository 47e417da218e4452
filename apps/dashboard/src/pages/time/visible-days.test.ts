import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry } from "@stint/sdk";
import { createDayFinder, groupByDay } from "#time/group-by-day.ts";
import { type List, listItems } from "./list-items.ts";
import { toDays, withHeads } from "./visible-days.ts";

const heights = { head: 50, entry: 40, gap: 30 };

/**
 * Three days with three one-hour entries each, newest first, with a gap before the last entry: 50 + 3 × 40 + 30 pixels.
 */
const entries = ["03", "02", "01"].flatMap((day) =>
  [12, 10, 9].map((hour) => {
    const startedAt = `2026-03-${day}T${String(hour).padStart(2, "0")}:00:00Z`;
    return { id: `${day}-${hour}`, startedAt, durationSeconds: 3600, billableSeconds: 0 } as TimeEntry;
  }),
);
const list = listItems(groupByDay(entries, createDayFinder("UTC")), {
  withGaps: true,
  isUpcomingShown: true,
  keyOf: (id) => id,
  known: new WeakMap(),
});

function rowsOf({ items }: List) {
  let end = 0;
  return items.map(({ kind }) => ({ start: end, end: (end += heights[kind]) }));
}

function shown(indexes: number[]) {
  const { days, after } = toDays(list, withHeads(list, indexes), rowsOf(list));
  const parts = days.map(({ first, space, rows }) => {
    const own = rows.map(({ index, before }) => `${list.items[index]?.key}${before > 0 ? ` after ${before}` : ""}`);
    return [`${list.items[first]?.key} after ${space.before}`, ...own, `${space.after} below`];
  });
  return [...parts, `${after} below`];
}

test("visible rows are in their days, with space instead of the others", () => {
  assert.deepEqual(shown([2, 3, 4, 5, 6]), [
    ["2026-03-03 after 0", "gap-1772535600000 after 40", "03-10", "03-9", "0 below"],
    ["2026-03-02 after 0", "02-12", "110 below"],
    "200 below",
  ]);
});

test("a kept row stays in its position, however far away", () => {
  assert.deepEqual(shown([10, 11, 1]), [
    ["2026-03-03 after 0", "03-12", "110 below"],
    ["2026-03-01 after 200", "01-12", "110 below"],
    "0 below",
  ]);
});

test("whatever is visible, all days together are as high as all their rows", () => {
  for (let from = 0; from < list.items.length; from++) {
    const { days, after } = toDays(list, withHeads(list, [from, from + 1, 7]), rowsOf(list));
    let height = after;
    for (const { space, rows } of days) {
      height += space.before + heights.head + space.after;
      for (const { index, before } of rows) height += before + heights[list.items[index]?.kind ?? "entry"];
    }
    assert.equal(height, 600);
  }
});

test("a closed group is as high as its head", () => {
  const groups = groupByDay(entries, createDayFinder("UTC", Date.parse("2026-03-03T00:00:00Z")));
  const heightOf = (isUpcomingShown: boolean) => {
    const all = listItems(groups, {
      withGaps: false,
      isUpcomingShown,
      keyOf: (id) => id,
      known: new WeakMap(),
    });
    const { days } = toDays(all, [0], rowsOf(all));
    const [{ space } = { space: { after: Number.NaN } }] = days;
    return heights.head + space.after;
  };
  assert.equal(heightOf(false), 50);
  assert.equal(heightOf(true), 170);
});
