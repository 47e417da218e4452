import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry } from "@stint/sdk";
import { createDayFinder, groupByDay } from "#time/group-by-day.ts";
import { listItems } from "./list-items.ts";

function entry(id: string, startedAt: string, minutes: number): TimeEntry {
  const durationSeconds = minutes * 60;
  return { id, startedAt, durationSeconds, billableSeconds: 0 } as TimeEntry;
}

function rowsOf(entries: TimeEntry[], withGaps = true): string[] {
  const groups = groupByDay(entries, createDayFinder("UTC"));
  return listItems(groups, { withGaps, keyOf: (id) => id }).items.map((item) =>
    item.kind === "gap" ? `gap ${(item.to - item.from) / 60_000} after ${item.before.id}` : `${item.kind} ${item.key}`,
  );
}

test("each day has a head, and the gaps between its entries stand between them", () => {
  const entries = [
    entry("c", "2026-11-20T13:00:00Z", 60),
    entry("b", "2026-11-20T10:00:00Z", 60),
    entry("a", "2026-11-19T10:00:00Z", 60),
  ];
  assert.deepEqual(rowsOf(entries), [
    "head 2026-11-20",
    "entry c",
    "gap 120 after b",
    "entry b",
    "head 2026-11-19",
    "entry a",
  ]);
  assert.equal(rowsOf(entries, false).includes("gap 120 after b"), false);
});

test("time in which a longer entry was running is no gap", () => {
  const entries = [
    entry("c", "2026-11-20T12:00:00Z", 60),
    entry("short", "2026-11-20T09:10:00Z", 10),
    entry("long", "2026-11-20T09:00:00Z", 150),
  ];
  assert.deepEqual(rowsOf(entries), ["head 2026-11-20", "entry c", "gap 30 after long", "entry short", "entry long"]);
});

test("less than ten minutes are a pause", () => {
  assert.equal(rowsOf([entry("b", "2026-11-20T10:09:59Z", 1), entry("a", "2026-11-20T09:00:00Z", 60)]).length, 3);
  assert.equal(rowsOf([entry("b", "2026-11-20T10:10:00Z", 1), entry("a", "2026-11-20T09:00:00Z", 60)]).length, 4);
});

test("sections know their last row", () => {
  const entries = [entry("b", "2026-11-20T10:00:00Z", 60), entry("a", "2026-11-19T10:00:00Z", 60)];
  const groups = groupByDay(entries, createDayFinder("UTC"));
  const { items, lastOf } = listItems(groups, { withGaps: true, keyOf: (id) => `key-${id}` });
  assert.deepEqual(
    items.map(({ key, section }) => [key, section]),
    [
      ["2026-11-20", 0],
      ["key-b", 0],
      ["2026-11-19", 2],
      ["key-a", 2],
    ],
  );
  assert.deepEqual(
    [...lastOf],
    [
      [0, 1],
      [2, 3],
    ],
  );
});
