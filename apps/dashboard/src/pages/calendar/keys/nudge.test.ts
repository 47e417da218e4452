import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, toZoned } from "#time/zoned.ts";
import { moveByDays, moveByQuarters, resizeByQuarters } from "./nudge.ts";
import type { Span } from "#pages/calendar/blocks/pieces.ts";

const zone = "Europe/Berlin";
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const show = (ms: number) => `${dayOf(ms, zone).slice(5)} ${toZoned(ms, zone).toPlainTime().toString()}`;

type Change = (span: Span) => Span;
const cases: [string, Change, [string, string], [string, string]][] = [
  [
    "a quarter later, over midnight",
    (span) => moveByQuarters(span, 1),
    ["2026-11-17T22:50", "2026-11-17T23:50"],
    ["11-17 23:05:00", "11-18 00:05:00"],
  ],
  [
    "a quarter of real time later, over the hour that is skipped",
    (span) => moveByQuarters(span, 1),
    ["2026-03-29T01:45", "2026-03-29T03:45"],
    ["03-29 03:00:00", "03-29 04:00:00"],
  ],
  [
    "a day later at the same time of the clock",
    (span) => moveByDays(span, 1, zone),
    ["2026-03-28T09:00:20", "2026-03-28T10:00:20"],
    ["03-29 09:00:20", "03-29 10:00:20"],
  ],
  [
    "a day earlier over the edge of month and week",
    (span) => moveByDays(span, -1, zone),
    ["2026-06-01T09:00", "2026-06-01T10:00"],
    ["05-31 09:00:00", "05-31 10:00:00"],
  ],
  [
    "to a time that the day skips: by the gap later",
    (span) => moveByDays(span, 1, zone),
    ["2026-03-28T02:30", "2026-03-28T03:00"],
    ["03-29 03:30:00", "03-29 04:00:00"],
  ],
  [
    "a quarter longer",
    (span) => resizeByQuarters(span, 1),
    ["2026-11-17T09:00", "2026-11-17T10:00"],
    ["11-17 09:00:00", "11-17 10:15:00"],
  ],
  [
    "not shorter than a quarter",
    (span) => resizeByQuarters(span, -1),
    ["2026-11-17T09:00", "2026-11-17T09:20"],
    ["11-17 09:00:00", "11-17 09:15:00"],
  ],
  [
    "not changed where it is shorter already",
    (span) => resizeByQuarters(span, -1),
    ["2026-11-17T09:00", "2026-11-17T09:05"],
    ["11-17 09:00:00", "11-17 09:05:00"],
  ],
];

for (const [name, change, [start, end], expected] of cases)
  test(name, () => {
    const span = change({ start: at(start), end: at(end) });
    assert.deepEqual([show(span.start), show(span.end)], expected);
  });
