import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Doubt } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { LocalClock } from "./local-clock.ts";
import { type Moment, placeInTime, type Times } from "./place-in-time.ts";

const berlin = new LocalClock("Europe/Berlin");

function moment(text: string, column: string): Moment {
  const wall = text.length === 16 ? `${text}:00Z` : `${text}Z`;
  return { wallMs: Date.parse(wall.replace(" ", "T")), ms: undefined, hasSeconds: text.length > 16, column, text };
}

interface Example {
  start: string;
  end?: string;
  seconds?: number;
  slack?: number;
  pause?: number;
  hidden?: boolean;
  /** Whether the table has a column for ends. */
  ends?: boolean;
}

function place({ start, end, seconds, slack = 0, pause, hidden = false, ends = true }: Example, clock = berlin) {
  const doubts: Doubt[] = [];
  const duration = { seconds: seconds ?? 0, slackSeconds: slack, column: "Duration", text: String(seconds) };
  const times: Times = {
    start: moment(start, "Start"),
    end: end === undefined ? undefined : moment(end, "End"),
    endColumn: ends ? "End" : undefined,
    duration: seconds === undefined ? undefined : duration,
    breakSeconds: pause,
    hasHiddenBreaks: hidden,
  };
  const { startedAt, durationSeconds, leftOut } = placeInTime(times, clock, doubts);
  const said = doubts.map(({ column, becomes }) => `${column}: ${becomes}`);
  return [startedAt?.toISOString().slice(0, 19), durationSeconds, ...(leftOut === undefined ? [] : [leftOut]), ...said];
}

test("a row's start and length follow from start, end and duration", () => {
  const start = "2024-03-04 10:00:00";
  const at = "2024-03-04T09:00:00";
  const end = "2024-03-04 11:00:01";
  const examples: [Example, unknown[]][] = [
    [{ start, end }, [at, 3601]],
    [{ start, end, seconds: 3601 }, [at, 3601]],
    [{ start, seconds: 3601 }, [at, 3601]],
    [{ start, end: start, seconds: 0 }, [at, 0]],
    [{ start, end, seconds: 3000 }, [at, 3000, "Duration: 0:50:00"]],
    [{ start, end: start, seconds: 3600 }, [at, 3600, "Duration: 1:00:00"]],
    [{ start, end, seconds: 0 }, [at, 0, "Duration: 0:00:00"]],
    // A duration with seconds is more precise than times without seconds.
    [{ start: "2024-03-04 10:00", end: "2024-03-04 11:00", seconds: 3625 }, [at, 3625]],
    [{ start: "2024-03-04 10:00", end: "2024-03-04 11:00", seconds: 3725 }, [at, 3725, "Duration: 1:02:05"]],
    // Start and end are in whole minutes like the stated duration, so they are no more exact, and the duration counts.
    [{ start: "2024-03-04 10:00", end: "2024-03-04 11:00", seconds: 3540, slack: 60 }, [at, 3540]],
    // Times with seconds are more precise than a duration in hundredths of an hour.
    [{ start, end, seconds: 3600, slack: 36 }, [at, 3601]],
    [{ start, end, seconds: 1801, pause: 1800 }, [at, 1801]],
    [{ start, end, pause: 1800 }, [at, 1801]],
    [{ start, end, seconds: 1801, hidden: true }, [at, 1801, "Duration: 0:30:01"]],
    [{ start, end, seconds: 5400, hidden: true }, [at, 5400, "Duration: 1:30:00"]],
    [{ start, end: "2024-03-04 09:00:00", seconds: 60 }, [at, 60, "End: the start and 0:01:00"]],
    [{ start, end: "2024-03-04 09:00:00" }, [undefined, 0, "unreadable", "End: null"]],
    [{ start, end, seconds: -1 }, [undefined, 0, "unreadable", "Duration: null"]],
    [
      { start: "2024-03-04 22:00:00", end: "2024-03-04 01:00:00", seconds: 10_800 },
      ["2024-03-04T21:00:00", 10_800, "End: the start and 3:00:00"],
    ],
    [{ start }, [at, 0, "running", "End: null"]],
    [{ start, seconds: 0 }, [at, 0, "running", "End: null"]],
    [{ start, seconds: 0, ends: false }, [at, 0]],
    [{ start, ends: false }, [at, 0, "running", "Start: null"]],
    [{ start, end: "2024-03-11 10:00:00" }, [at, 604_800]],
    [{ start, end: "2024-03-11 10:00:01" }, [undefined, 0, "unreadable", "Start: null"]],
    [{ start: "1969-12-31 10:00:00", seconds: 1 }, [undefined, 0, "unreadable", "Start: null"]],
    [{ start: "2199-12-31 23:30:00", seconds: 7200 }, [undefined, 0, "unreadable", "Start: null"]],
  ];
  for (const [example, expected] of examples) assert.deepEqual(place(example), expected, JSON.stringify(example));
});

test("a time that clocks skipped is moved forward, with a doubt", () => {
  const gap = "2024-03-31 02:30:00";
  const said = "the time moved forward by the length of the gap";
  assert.deepEqual(place({ start: gap, seconds: 60 }), ["2024-03-31T01:30:00", 60, `Start: ${said}`]);
  assert.deepEqual(place({ start: "2024-03-31 01:30:00", end: "2024-03-31 03:30:00", seconds: 3600 }), [
    "2024-03-31T00:30:00",
    3600,
  ]);
  const moved = "2024-03-31T01:30:00";
  // The skipped start moves forward by an hour, and the end moves with it, so that the duration stays positive.
  const ends: [string, number][] = [
    ["2024-03-31 03:30:00", 3600],
    ["2024-03-31 03:15:00", 2700],
    ["2024-03-31 04:30:00", 7200],
  ];
  for (const [end, length] of ends)
    for (const seconds of [length, undefined])
      assert.deepEqual(
        place({ start: gap, end, ...(seconds === undefined ? {} : { seconds }) }),
        [moved, length, `Start: ${said}`],
        end,
      );
  const shorter = [moved, 1800, `Start: ${said}`, "Duration: 0:30:00"];
  assert.deepEqual(place({ start: gap, end: "2024-03-31 03:30:00", seconds: 1800 }), shorter);
  assert.deepEqual(place({ start: gap, end: "2024-03-31 02:45:00" }), [moved, 900, `Start: ${said}`, `End: ${said}`]);
  assert.deepEqual(place({ start: "2024-03-31 01:30:00", end: gap }), ["2024-03-31T00:30:00", 3600, `End: ${said}`]);
});

test("a time that occurred twice is settled by the duration or the end, or is the first one", () => {
  const double = "2024-10-27 02:30:00";
  const first = "2024-10-27T00:30:00";
  const second = "2024-10-27T01:30:00";
  const examples: [Example, unknown[]][] = [
    [{ start: double, seconds: 60 }, [first, 60, "Start: the first of the two"]],
    [{ start: double, end: "2024-10-27 03:30:00", seconds: 7200 }, [first, 7200]],
    [{ start: double, end: "2024-10-27 03:30:00", seconds: 3600 }, [second, 3600]],
    [{ start: double, end: "2024-10-27 03:30:00" }, [first, 7200, `Start: ${first}Z`]],
    [{ start: "2024-10-27 01:30:00", end: double, seconds: 7200 }, ["2024-10-26T23:30:00", 7200]],
    [{ start: "2024-10-27 01:30:00", end: double }, ["2024-10-26T23:30:00", 3600, `End: ${first}Z`]],
    // The end would be before the start, so it must be the second of its two instants.
    [{ start: "2024-10-27 02:50:00", end: "2024-10-27 02:10:00", seconds: 1200 }, ["2024-10-27T00:50:00", 1200]],
    // Neither hour agrees with the duration, so the duration is used.
    [
      { start: "2024-10-27 01:30:00", end: double, seconds: 18_000 },
      ["2024-10-26T23:30:00", 18_000, `End: ${first}Z`, "Duration: 5:00:00"],
    ],
    // Both instants agree with the duration, so the first is used, with a doubt.
    [
      { start: "2024-10-27 02:10:00", end: double, seconds: 1200 },
      ["2024-10-27T00:10:00", 1200, "Start: 2024-10-27T00:10:00Z", `End: ${first}Z`],
    ],
  ];
  for (const [example, expected] of examples) assert.deepEqual(place(example), expected, JSON.stringify(example));
});

test("local times agree with Temporal in every zone", () => {
  const zones = [
    "Europe/Berlin",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Africa/Casablanca",
    "UTC",
  ];
  const clocks = new Map(zones.map((zone) => [zone, new LocalClock(zone)]));
  const minute = fc.integer({ min: 0, max: 60 * 24 * 366 * 60 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minute, (zone, minutes) => {
      const wallMs = minutes * 60_000;
      const wall = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC").toPlainDateTime();
      const expected = wall.toZonedDateTime(zone).epochMilliseconds;
      assert.equal(clocks.get(zone)?.at(wallMs).at[0], expected);
    }),
    { numRuns: 2000 },
  );
});
