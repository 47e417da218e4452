import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatInstant } from "#platform/time.ts";
import { type Level, type Piece, rawShare, splitRange } from "./pieces.ts";

const allLevels: Level[] = ["year", "month", "day", "hour", "quarter_hour"];
const hourMs = 3_600_000;
const longestMs: Record<Level, number> = {
  year: 366 * 24 * hourMs,
  month: 31 * 24 * hourMs,
  day: 24 * hourMs,
  hour: hourMs,
  quarter_hour: hourMs / 4,
};

function ms(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}

function show({ sign, level, fromMs, toMs }: Piece): string {
  const bound = (at: number | null) => (at === null ? "..." : formatInstant(at).replace(/T00:00:00Z$|:00Z$/, ""));
  return `${sign === 1 ? "+" : "-"} ${level} ${bound(fromMs)} ${bound(toMs)}`;
}

function isBoundary(level: Level, at: number): boolean {
  const text = new Date(at).toISOString();
  const endings = {
    year: "-01-01T00:00:00.000Z",
    month: "-01T00:00:00.000Z",
    day: "T00:00:00.000Z",
    hour: ":00:00.000Z",
  };
  return level === "quarter_hour" ? /:(00|15|30|45):00\.000Z$/.test(text) : text.endsWith(endings[level]);
}

function isWithin(at: number, fromMs: number | null, toMs: number | null): boolean {
  return (fromMs === null || at >= fromMs) && (toMs === null || at < toMs);
}

const levels = fc.subarray(allLevels);
/** An instant: any, on or near a boundary, or on a quarter hour, at which days start in some time zones. */
const instant = fc.oneof(
  fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) }),
  fc
    .record({
      month: fc.integer({ min: 0, max: 230 * 12 }),
      awayMs: fc.oneof(
        fc.constantFrom(0, 1, -1),
        fc.integer({ min: -100, max: 100 }).map((quarters) => (quarters * hourMs) / 4),
        fc.integer({ min: -40 * 24, max: 40 * 24 }).map((hours) => hours * hourMs),
      ),
    })
    .map(({ month, awayMs }) => Date.UTC(1970, month, 1) + awayMs),
);
const bounded = fc
  .oneof(
    fc.tuple(instant, instant),
    fc
      .tuple(instant, fc.integer({ min: 0, max: 400 * 96 }))
      .map(([fromMs, quarters]): [number, number] => [fromMs, fromMs + (quarters * hourMs) / 4]),
  )
  .map((ends) => ends.toSorted((a, b) => a - b) as [number, number]);
const range: fc.Arbitrary<[number | null, number | null]> = fc.oneof(
  { weight: 4, arbitrary: bounded },
  { weight: 1, arbitrary: instant.map((at): [number, null] => [at, null]) },
  { weight: 1, arbitrary: instant.map((at): [null, number] => [null, at]) },
);

test("the pieces of a range count what is in it, no matter where instants are", () => {
  fc.assert(
    fc.property(range, levels, fc.array(instant, { maxLength: 20 }), ([fromMs, toMs], given, anywhere) => {
      const pieces = splitRange(fromMs, toMs, given);
      const ends = [fromMs, toMs, ...pieces.flatMap((piece) => [piece.fromMs, piece.toMs])];
      const close = ends.flatMap((end) => (end === null ? [] : [end - 1, end, end + 1]));
      for (const at of [...anywhere, ...close]) {
        let count = 0;
        for (const piece of pieces) if (isWithin(at, piece.fromMs, piece.toMs)) count += piece.sign;
        if (count !== Number(isWithin(at, fromMs, toMs)))
          assert.fail(`${formatInstant(at)} counts ${count} times in ${pieces.map(show).join(", ")}`);
      }
    }),
    { numRuns: 3000 },
  );
});

test("pieces are not empty, begin and end at boundaries of their level, and none continues another", () => {
  fc.assert(
    fc.property(range, levels, ([fromMs, toMs], given) => {
      const pieces = splitRange(fromMs, toMs, given);
      const seen = new Set<string>();
      for (const piece of pieces) {
        const { level, sign } = piece;
        for (const end of [piece.fromMs, piece.toMs])
          if (level !== "entries" && end !== null) assert.ok(isBoundary(level, end), show(piece));
        assert.ok(level === "entries" || given.includes(level));
        assert.ok(piece.fromMs === null || piece.toMs === null || piece.fromMs < piece.toMs);
        seen.add(`${level} ${sign} from ${piece.fromMs}`);
      }
      for (const { level, sign, toMs: end } of pieces) assert.ok(!seen.has(`${level} ${sign} from ${end}`));
    }),
    { numRuns: 3000 },
  );
});

test("raw entries are read for at most half a period of the finest level at each end", () => {
  fc.assert(
    fc.property(bounded, fc.subarray(allLevels, { minLength: 1 }), ([fromMs, toMs], given) => {
      const pieces = splitRange(fromMs, toMs, given);
      const finest = given.at(-1) ?? "year";
      const share = rawShare(pieces, fromMs, toMs);
      assert.ok(share >= 0 && share <= 1);
      assert.ok(share * (toMs - fromMs) <= longestMs[finest] + hourMs, pieces.map(show).join(", "));
      if (isBoundary(finest, fromMs) && isBoundary(finest, toMs)) assert.equal(share, 0);
    }),
    { numRuns: 3000 },
  );
});

test("a range is the cheapest sum of whole periods and the differences at its ends", () => {
  const examples: [string, string | null, string | null, Level[], string[]][] = [
    [
      "2025 in New York",
      "2025-01-01T05:00:00Z",
      "2026-01-01T05:00:00Z",
      ["year", "month", "day"],
      [
        "+ year 2025-01-01 2026-01-01",
        "- entries 2025-01-01 2025-01-01T05:00",
        "+ entries 2026-01-01 2026-01-01T05:00",
      ],
    ],
    [
      "2025 in New York by hours",
      "2025-01-01T05:00:00Z",
      "2026-01-01T05:00:00Z",
      allLevels,
      ["+ year 2025-01-01 2026-01-01", "- hour 2025-01-01 2025-01-01T05:00", "+ hour 2026-01-01 2026-01-01T05:00"],
    ],
    [
      "the day of 23 hours in New York",
      "2026-03-08T05:00:00Z",
      "2026-03-09T04:00:00Z",
      ["month", "day"],
      ["+ day 2026-03-08 2026-03-09", "- entries 2026-03-08 2026-03-08T05:00", "+ entries 2026-03-09 2026-03-09T04:00"],
    ],
    [
      "the same by hours alone",
      "2026-03-08T05:00:00Z",
      "2026-03-09T04:00:00Z",
      ["month", "hour", "quarter_hour"],
      ["+ hour 2026-03-08T05:00 2026-03-09T04:00"],
    ],
    [
      "a day in Kathmandu",
      "2026-05-09T18:15:00Z",
      "2026-05-10T18:15:00Z",
      ["month", "hour", "quarter_hour"],
      [
        "+ hour 2026-05-09T18:00 2026-05-10T18:00",
        "- quarter_hour 2026-05-09T18:00 2026-05-09T18:15",
        "+ quarter_hour 2026-05-10T18:00 2026-05-10T18:15",
      ],
    ],
    [
      "the same with days",
      "2026-05-09T18:15:00Z",
      "2026-05-10T18:15:00Z",
      allLevels,
      [
        "+ day 2026-05-10 2026-05-11",
        "+ hour 2026-05-09T18:00 2026-05-10",
        "- quarter_hour 2026-05-09T18:00 2026-05-09T18:15",
        "- hour 2026-05-10T18:00 2026-05-11",
        "+ quarter_hour 2026-05-10T18:00 2026-05-10T18:15",
      ],
    ],
    [
      "an end an hour after a month",
      "2026-02-01T00:00:00Z",
      "2026-04-01T01:00:00Z",
      ["month", "day", "hour"],
      ["+ month 2026-02-01 2026-04-01", "+ hour 2026-04-01 2026-04-01T01:00"],
    ],
    [
      "an end an hour before a month's",
      "2026-02-01T00:00:00Z",
      "2026-03-31T23:00:00Z",
      ["month", "day", "hour"],
      ["+ month 2026-02-01 2026-04-01", "- hour 2026-03-31T23:00 2026-04-01"],
    ],
    [
      "eleven months",
      "2026-01-01T00:00:00Z",
      "2026-12-01T00:00:00Z",
      ["year", "month"],
      ["+ year 2026-01-01 2027-01-01", "- month 2026-12-01 2027-01-01"],
    ],
    [
      "most of a month",
      "2026-01-01T00:00:00Z",
      "2026-01-29T00:00:00Z",
      ["month", "day"],
      ["+ month 2026-01-01 2026-02-01", "- day 2026-01-29 2026-02-01"],
    ],
    [
      "days in the middle of a month",
      "2026-03-10T00:00:00Z",
      "2026-03-20T00:00:00Z",
      ["year", "month", "day"],
      ["+ day 2026-03-10 2026-03-20"],
    ],
    [
      "minutes",
      "2026-03-10T12:05:00Z",
      "2026-03-10T12:10:00Z",
      allLevels,
      ["+ entries 2026-03-10T12:05 2026-03-10T12:10"],
    ],
    [
      "ten hours and a minute",
      "2026-03-10T07:59:00Z",
      "2026-03-10T18:00:00Z",
      ["hour"],
      ["+ hour 2026-03-10T08:00 2026-03-10T18:00", "+ entries 2026-03-10T07:59 2026-03-10T08:00"],
    ],
    ["without sums", "2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", [], ["+ entries 2026-03-01 2026-04-01"]],
    ["everything", null, null, ["month", "day"], ["+ month ... ..."]],
    ["everything without sums", null, null, [], ["+ entries ... ..."]],
    [
      "all until an instant",
      null,
      "2026-03-10T04:00:00Z",
      ["year", "month", "day"],
      [
        "+ year ... 2026-01-01",
        "+ month 2026-01-01 2026-03-01",
        "+ day 2026-03-01 2026-03-10",
        "+ entries 2026-03-10 2026-03-10T04:00",
      ],
    ],
    [
      "all from an instant",
      "2025-11-20T00:00:00Z",
      null,
      ["year", "month"],
      ["+ year 2026-01-01 ...", "+ month 2025-12-01 2026-01-01", "+ entries 2025-11-20 2025-12-01"],
    ],
    ["nothing", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z", allLevels, []],
    ["less than nothing", "2026-04-01T00:00:00Z", "2026-03-01T00:00:00Z", allLevels, []],
  ];
  for (const [name, from, to, given, expected] of examples)
    assert.deepEqual(splitRange(ms(from), ms(to), given).map(show), expected, name);
});

test("the raw share is the part of the range that is read from entries", () => {
  const share = (from: string | null, to: string | null, given: Level[]) =>
    rawShare(splitRange(ms(from), ms(to), given), ms(from), ms(to));
  assert.equal(share("2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", ["day"]), 9 / 23);
  assert.equal(share("2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", ["day", "hour"]), 0);
  assert.equal(share("2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", []), 1);
  assert.equal(share("2026-03-08T05:00:00Z", "2026-03-08T05:00:00Z", []), 0);
  assert.equal(share(null, "2026-03-09T04:00:00Z", ["day"]), 0);
  assert.equal(share("2026-03-09T04:00:00Z", null, []), 0);
  assert.equal(share(null, null, []), 0);
});
