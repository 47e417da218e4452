import assert from "node:assert/strict";
import { test } from "node:test";
import { createDayFinder } from "#time/group-by-day.ts";
import { dayOf, toZoned } from "#time/zoned.ts";
import { draggedSpan, type Gesture } from "./gesture.ts";

const zone = "Europe/Berlin";
const findDay = createDayFinder(zone);
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const show = (ms: number) => `${dayOf(ms, zone).slice(5)} ${toZoned(ms, zone).toPlainTime().toString()}`;

interface Case {
  name: string;
  kind: Gesture["kind"];
  span: [string, string];
  grabbed: string;
  pointer: string;
  expected: [string, string];
}

const cases: Case[] = [
  {
    name: "a drag downwards creates up to the end of the quarter under the pointer",
    kind: "create",
    span: ["2026-11-17T09:00", "2026-11-17T09:15"],
    grabbed: "2026-11-17T09:05",
    pointer: "2026-11-17T10:20",
    expected: ["11-17 09:00:00", "11-17 10:30:00"],
  },
  {
    name: "a drag upwards creates from the quarter under the pointer",
    kind: "create",
    span: ["2026-11-17T09:00", "2026-11-17T09:15"],
    grabbed: "2026-11-17T09:05",
    pointer: "2026-11-17T08:20",
    expected: ["11-17 08:15:00", "11-17 09:15:00"],
  },
  {
    name: "a drag into the next day creates over midnight",
    kind: "create",
    span: ["2026-11-17T22:00", "2026-11-17T22:15"],
    grabbed: "2026-11-17T22:05",
    pointer: "2026-11-18T01:50",
    expected: ["11-17 22:00:00", "11-18 02:00:00"],
  },
  {
    name: "an entry that is moved keeps its duration to the second and starts at a quarter",
    kind: "move",
    span: ["2026-11-17T09:07:12", "2026-11-17T10:00:05"],
    grabbed: "2026-11-17T09:30",
    pointer: "2026-11-17T11:31",
    expected: ["11-17 11:15:00", "11-17 12:07:53"],
  },
  {
    name: "an entry is moved to another week and over midnight",
    kind: "move",
    span: ["2026-11-17T09:00", "2026-11-17T12:00"],
    grabbed: "2026-11-17T10:00",
    pointer: "2026-11-23T23:31",
    expected: ["11-23 22:30:00", "11-24 01:30:00"],
  },
  {
    name: "an entry that was taken hold of on its second day is moved by it",
    kind: "move",
    span: ["2026-11-17T23:00", "2026-11-18T02:00"],
    grabbed: "2026-11-18T01:00",
    pointer: "2026-11-19T01:00",
    expected: ["11-18 23:00:00", "11-19 02:00:00"],
  },
  {
    name: "an entry keeps its real duration where clocks change",
    kind: "move",
    span: ["2026-03-28T01:00", "2026-03-28T04:00"],
    grabbed: "2026-03-28T01:00",
    pointer: "2026-03-29T01:00",
    expected: ["03-29 01:00:00", "03-29 05:00:00"],
  },
  {
    name: "the end follows the pointer",
    kind: "resizeEnd",
    span: ["2026-11-17T09:07", "2026-11-17T10:00"],
    grabbed: "2026-11-17T10:00",
    pointer: "2026-11-18T00:38",
    expected: ["11-17 09:07:00", "11-18 00:45:00"],
  },
  {
    name: "the end stays a quarter behind the start",
    kind: "resizeEnd",
    span: ["2026-11-17T09:00", "2026-11-17T10:00"],
    grabbed: "2026-11-17T10:00",
    pointer: "2026-11-17T08:00",
    expected: ["11-17 09:00:00", "11-17 09:15:00"],
  },
  {
    name: "the start stays a quarter before the end",
    kind: "resizeStart",
    span: ["2026-11-17T09:00", "2026-11-17T10:00"],
    grabbed: "2026-11-17T09:00",
    pointer: "2026-11-17T11:00",
    expected: ["11-17 09:45:00", "11-17 10:00:00"],
  },
  {
    name: "no entry becomes longer than seven days",
    kind: "resizeStart",
    span: ["2026-11-17T09:00", "2026-11-17T10:00"],
    grabbed: "2026-11-17T09:00",
    pointer: "2026-11-09T11:00",
    expected: ["11-10 10:00:00", "11-17 10:00:00"],
  },
  {
    name: "the end reaches midnight",
    kind: "resizeEnd",
    span: ["2026-11-17T22:00", "2026-11-17T23:00"],
    grabbed: "2026-11-17T23:00",
    pointer: "2026-11-17T23:58",
    expected: ["11-17 22:00:00", "11-18 00:00:00"],
  },
];

for (const { name, kind, span, grabbed, pointer, expected } of cases)
  test(name, () => {
    const gesture = { kind, span: { start: at(span[0]), end: at(span[1]) }, grabbed: at(grabbed) };
    const { start, end } = draggedSpan(gesture, at(pointer), findDay(at(pointer)));
    assert.deepEqual([show(start), show(end)], expected);
  });
