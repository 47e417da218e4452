import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimeEntry, Timer } from "@stint/sdk";
import { createDayFinder, type DayGroup, groupByDay } from "#time/group-by-day.ts";
import { type ListItem, listItems, runningId, withTimer } from "./list-items.ts";

function entry(id: string, startedAt: string, minutes: number): TimeEntry {
  const durationSeconds = minutes * 60;
  return { id, startedAt, durationSeconds, billableSeconds: 0 } as TimeEntry;
}

function rowsOf(entries: TimeEntry[], withGaps = true): string[] {
  const groups = groupByDay(entries, createDayFinder("UTC"));
  return listItems(groups, {
    withGaps,
    isUpcomingShown: true,
    keyOf: (id) => id,
    known: new WeakMap<DayGroup<TimeEntry>, ListItem[]>(),
  }).items.map((item) =>
    item.kind === "gap" ? `gap ${(item.to - item.from) / 60_000} after ${item.before.id}` : `${item.kind} ${item.key}`,
  );
}

test("each day has a head, and gaps are between their entries", () => {
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

test("time in which a longer entry was running isn't a gap", () => {
  const entries = [
    entry("c", "2026-11-20T12:00:00Z", 60),
    entry("short", "2026-11-20T09:10:00Z", 10),
    entry("long", "2026-11-20T09:00:00Z", 150),
  ];
  assert.deepEqual(rowsOf(entries), ["head 2026-11-20", "entry c", "gap 30 after long", "entry short", "entry long"]);
});

test("before the lock date nothing can be created, so there are no gaps", () => {
  const later = { ...entry("b", "2026-11-20T13:00:00Z", 60), locked: true };
  assert.deepEqual(rowsOf([later, entry("a", "2026-11-20T09:00:00Z", 60)]), ["head 2026-11-20", "entry b", "entry a"]);
});

test("less than ten minutes are a pause", () => {
  assert.equal(rowsOf([entry("b", "2026-11-20T10:09:59Z", 1), entry("a", "2026-11-20T09:00:00Z", 60)]).length, 3);
  assert.equal(rowsOf([entry("b", "2026-11-20T10:10:00Z", 1), entry("a", "2026-11-20T09:00:00Z", 60)]).length, 4);
});

test("days know their first and last row, and unchanged days keep their rows", () => {
  const entries = [entry("b", "2026-11-20T10:00:00Z", 60), entry("a", "2026-11-19T10:00:00Z", 60)];
  const groups = groupByDay(entries, createDayFinder("UTC"));
  const options = {
    withGaps: true,
    isUpcomingShown: true,
    keyOf: (id: string) => `key-${id}`,
    known: new WeakMap<DayGroup<TimeEntry>, ListItem[]>(),
  };
  const { items, placeOf } = listItems(groups, options);
  assert.deepEqual(
    items.map(({ key }) => key),
    ["2026-11-20", "key-b", "2026-11-19", "key-a"],
  );
  assert.deepEqual(
    [...placeOf.values()],
    [
      { first: 0, last: 1 },
      { first: 2, last: 3 },
    ],
  );
  assert.equal(listItems(groups.slice(1), options).items[1], items[3]);
});

test("upcoming entries share a group above today, the next one first, shown only when it is open", () => {
  const entries = [
    entry("mistyped", "2100-01-01T10:00:00Z", 60),
    entry("next week", "2026-11-27T10:00:00Z", 60),
    entry("tonight", "2026-11-20T20:00:00Z", 60),
    entry("earlier", "2026-11-20T09:00:00Z", 60),
  ];
  const groups = groupByDay(entries, createDayFinder("UTC", Date.parse("2026-11-21T00:00:00Z")));
  const known = new WeakMap<DayGroup<TimeEntry>, ListItem[]>();
  const keysOf = (isUpcomingShown: boolean) =>
    listItems(groups, { withGaps: false, isUpcomingShown, keyOf: (id) => id, known }).items.map(({ key }) => key);
  assert.deepEqual(keysOf(false), ["upcoming", "2026-11-20", "tonight", "earlier"]);
  assert.deepEqual(keysOf(true), ["upcoming", "next week", "mistyped", "2026-11-20", "tonight", "earlier"]);
  assert.equal(groups[0]?.seconds, 7200);
});

test("the running timer is a row at its start, with the gap before it and without time", () => {
  const entries = [entry("b", "2026-11-20T10:00:00Z", 60), entry("a", "2026-11-19T10:00:00Z", 60)];
  const timer = { startedAt: "2026-11-20T12:00:00Z", description: "Call", tags: [] as string[] } as Timer;
  assert.deepEqual(rowsOf([...withTimer(entries, timer)]), [
    "head 2026-11-20",
    "entry running",
    "gap 60 after b",
    "entry b",
    "head 2026-11-19",
    "entry a",
  ]);
  assert.deepEqual(
    groupByDay(withTimer(entries, timer), createDayFinder("UTC")).map(({ seconds }) => seconds),
    [3600, 3600],
  );
  assert.deepEqual(
    withTimer(entries, timer).filter(({ id }) => id !== runningId),
    entries,
  );
});
