import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDayLine } from "./parse-day-line.ts";
import { placeItems } from "./place-items.ts";
import { atClock } from "./zone.ts";

const project = { id: "p", name: "Website", clientId: null, status: "active" };
const task = { id: "t", name: "General", status: "open" };

/** Returns the starts and lengths of the items of a line that is typed in Berlin. */
function place(line: string): string[] {
  return placeItems(parseDayLine(line, "2026-12-01"), {
    projects: [project],
    clients: [],
    tasksOf: () => [task],
    usual: { projectId: project.id },
    atClock: (day, minutes) => atClock(day, minutes, "Europe/Berlin"),
    endOfDay: () => undefined,
    canMakeTasks: false,
    lockedBefore: 0,
  }).map(({ entry }) => `${entry?.startedAt.slice(0, 16)} ${(entry?.durationSeconds ?? 0) / 60}m`);
}

const examples: Record<string, string[]> = {
  "2026-11-20 9-10:30 a, 45m b": ["2026-11-20T08:00 90m", "2026-11-20T09:30 45m"],
  "2026-11-20 22-6 a": ["2026-11-20T21:00 480m"],
  // In Berlin, clocks go forward on 29 March at 2:00 and back on 25 October at 3:00.
  "2026-03-28 22-6 a": ["2026-03-28T21:00 420m"],
  "2026-03-29 1-4 a, 1h b": ["2026-03-29T00:00 120m", "2026-03-29T02:00 60m"],
  "2026-10-24 22-6 a": ["2026-10-24T20:00 540m"],
  // A clock change does not affect a typed length.
  "2026-03-28 22:00 8h a": ["2026-03-28T21:00 480m"],
  // Clocks skip 2:30, so the range would end before it begins. It keeps its typed length.
  "2026-03-29 2:30-3 a": ["2026-03-29T01:30 30m"],
};

for (const [line, expected] of Object.entries(examples))
  test(`“${line}”`, () => assert.deepEqual(place(line), expected));

test("items without a start are not placed on a day whose last end is unknown", () => {
  const placed = placeItems(parseDayLine("2026-11-20 1h a, 30m b, 14-15 c, 30m d", "2026-12-01"), {
    projects: [project],
    clients: [],
    tasksOf: () => [task],
    usual: { projectId: project.id },
    atClock: (day, minutes) => atClock(day, minutes, "Europe/Berlin"),
    endOfDay: () => "unknown",
    canMakeTasks: false,
    lockedBefore: 0,
  });
  assert.deepEqual(
    placed.map(({ entry, missing }) => missing ?? entry?.startedAt.slice(11, 16)),
    ["start", "start", "13:00", "14:00"],
  );
});

test("a name means an open task, not one that is done", () => {
  const done = { id: "done", name: "Design", status: "done" };
  const open = { id: "open", name: "Design 2", status: "open" };
  const places = ["9-10 @design", "9-10 @website/design"].map((line) => {
    const [placed] = placeItems(parseDayLine(line, "2026-12-01"), {
      projects: [project],
      clients: [],
      tasksOf: () => [done, open],
      usual: undefined,
      atClock: (day, minutes) => atClock(day, minutes, "Europe/Berlin"),
      endOfDay: () => undefined,
      canMakeTasks: false,
      lockedBefore: 0,
    });
    return placed?.entry?.taskId;
  });
  assert.deepEqual(places, ["open", "open"]);
});
