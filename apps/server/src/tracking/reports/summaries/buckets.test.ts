import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { weekDays } from "#identity/organizations/week-days.ts";
import { dateAt } from "#platform/days.ts";
import { formatInstant } from "#platform/time.ts";
import { type Bucket, type Interval, listBuckets, type WeekDay } from "./buckets.ts";

const endMs = Date.UTC(2200, 0, 1);
const intervals: Interval[] = ["day", "week", "month", "quarter", "year"];
const zones = `
  Africa/Cairo Africa/Casablanca Africa/El_Aaiun Africa/Johannesburg Africa/Monrovia America/Adak
  America/Argentina/Buenos_Aires America/Asuncion America/Bogota America/Caracas America/Chicago America/Godthab
  America/Havana America/Los_Angeles America/New_York America/Sao_Paulo America/Scoresbysund America/St_Johns
  Antarctica/Casey Antarctica/Troll Asia/Amman Asia/Beirut Asia/Dhaka Asia/Gaza Asia/Kathmandu Asia/Kolkata
  Asia/Pyongyang Asia/Tehran Asia/Tokyo Atlantic/Azores Australia/Eucla Australia/Lord_Howe Australia/Sydney
  Etc/GMT+12 Europe/Berlin Europe/Dublin Europe/Istanbul Europe/London Europe/Moscow Pacific/Apia Pacific/Auckland
  Pacific/Chatham Pacific/Enderbury Pacific/Fakaofo Pacific/Kiritimati Pacific/Kwajalein Pacific/Marquesas
  Pacific/Niue Pacific/Norfolk Pacific/Tongatapu UTC`
  .trim()
  .split(/\s+/);

function ms(instant: string): number {
  return Date.parse(instant);
}

function show(buckets: Bucket[]): string[] {
  return buckets.map(({ key, startMs, endMs }) => `${key} ${formatInstant(startMs)} ${(endMs - startMs) / 3_600_000}`);
}

interface Case {
  timeZone: string;
  interval: Interval;
  weekStart: WeekDay;
  fromMs: number;
  toMs: number;
}

/** A slow and simple reference implementation of `listBuckets`, with one Temporal object per period. */
function listSlowly({ timeZone, interval, weekStart, fromMs, toMs }: Case): Bucket[] {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone }).epochMilliseconds;
  let date = Temporal.PlainDate.from(new Date(fromMs).toISOString().slice(0, 10)).add({ days: 2 });
  const isFirst = () => {
    if (interval === "week") return date.dayOfWeek === weekDays.indexOf(weekStart) + 1;
    if (interval === "month") return date.day === 1;
    if (interval === "quarter") return date.day === 1 && [1, 4, 7, 10].includes(date.month);
    return interval === "day" || date.dayOfYear === 1;
  };
  while (startOf(date) > fromMs || !isFirst()) date = date.subtract({ days: 1 });
  const step = {
    day: { days: 1 },
    week: { days: 7 },
    month: { months: 1 },
    quarter: { months: 3 },
    year: { years: 1 },
  };
  const buckets: Bucket[] = [];
  for (; startOf(date) < toMs; date = date.add(step[interval])) {
    const bucket = {
      startMs: Math.max(startOf(date), fromMs),
      endMs: Math.min(startOf(date.add(step[interval])), toMs),
    };
    const month = date.toPlainYearMonth().toString();
    const quarter = `${date.year}-Q${(date.month + 2) / 3}`;
    const key = { day: date.toString(), week: date.toString(), month, quarter, year: `${date.year}` }[interval];
    if (bucket.startMs < bucket.endMs) buckets.push({ key, ...bucket });
  }
  return buckets;
}

const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: 0, max: endMs });
/** An instant in the years with the most time zone changes, or within two days of a change in the zone's offset. */
const nearChange = fc
  .tuple(instant, fc.integer({ min: 0, max: Date.UTC(2038, 0, 1) }), fc.integer({ min: -48 * 60, max: 48 * 60 }))
  .chain(([any, recent, minutes]) =>
    fc.constantFrom<(timeZone: string) => number>(
      () => any,
      (timeZone) => {
        const zoned = new Temporal.ZonedDateTime(BigInt(recent) * 1_000_000n, timeZone);
        const change = zoned.getTimeZoneTransition("next")?.epochMilliseconds ?? recent;
        return Math.min(Math.max(change + minutes * 60_000, 0), endMs);
      },
    ),
  );
const length: Record<Interval, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };
const cases: fc.Arbitrary<Case> = fc
  .record({
    timeZone: zone,
    interval: fc.constantFrom(...intervals),
    weekStart: fc.constantFrom(...weekDays),
    from: nearChange,
    periods: fc.oneof(fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 40, noNaN: true })),
  })
  .map(({ timeZone, interval, weekStart, from, periods }) => {
    const fromMs = from(timeZone);
    const toMs = Math.min(endMs, fromMs + Math.round(periods * length[interval] * 86_400_000));
    return { timeZone, interval, weekStart, fromMs, toMs };
  });

test("buckets equal those of Temporal, in every kind of zone and at every change of its offset", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const { interval, timeZone, weekStart, fromMs, toMs } = given;
      assert.deepEqual(listBuckets(interval, timeZone, weekStart, fromMs, toMs), listSlowly(given));
    }),
    { numRuns: 1000 },
  );
});

test("buckets cover the range without gaps, and a day's key is the date of each of its instants", () => {
  fc.assert(
    fc.property(cases, ({ interval, timeZone, weekStart, fromMs, toMs }) => {
      const buckets = listBuckets(interval, timeZone, weekStart, fromMs, toMs);
      let atMs = fromMs;
      for (const { key, startMs, endMs } of buckets) {
        assert.equal(startMs, atMs);
        assert.ok(startMs < endMs);
        atMs = endMs;
        if (interval === "day") for (const within of [startMs, endMs - 1]) assert.equal(dateAt(within, timeZone), key);
      }
      assert.equal(atMs, toMs);
    }),
    { numRuns: 500 },
  );
});

test("the whole range of instants has 84,006 days, and partial ones at its ends", () => {
  const count = (timeZone: string) => listBuckets("day", timeZone, "monday", 0, endMs).length;
  assert.equal(count("UTC"), 84_006);
  assert.equal(count("Europe/Berlin"), 84_007);
  assert.equal(count("America/New_York"), 84_007);
  assert.equal(count("Pacific/Apia"), 84_007, "from 1969-12-31 to 2200-01-01, but one was left out");
});

test("an empty range has no buckets", () => {
  for (const interval of intervals) {
    assert.deepEqual(listBuckets(interval, "Europe/Berlin", "monday", 1000, 1000), []);
    assert.deepEqual(listBuckets(interval, "Europe/Berlin", "monday", 1000, 999), []);
  }
});

test("days have the length that their zone gives them", () => {
  const examples: [string, string, string, string[]][] = [
    [
      "Europe/Berlin",
      "2026-03-28T00:00:00Z",
      "2026-03-30T12:00:00Z",
      [
        "2026-03-28 2026-03-28T00:00:00Z 23",
        "2026-03-29 2026-03-28T23:00:00Z 23",
        "2026-03-30 2026-03-29T22:00:00Z 14",
      ],
    ],
    [
      "America/New_York",
      "2026-10-31T04:00:00Z",
      "2026-11-03T05:00:00Z",
      [
        "2026-10-31 2026-10-31T04:00:00Z 24",
        "2026-11-01 2026-11-01T04:00:00Z 25",
        "2026-11-02 2026-11-02T05:00:00Z 24",
      ],
    ],
    [
      "Australia/Lord_Howe",
      "2026-04-04T13:00:00Z",
      "2026-04-06T13:30:00Z",
      ["2026-04-05 2026-04-04T13:00:00Z 24.5", "2026-04-06 2026-04-05T13:30:00Z 24"],
    ],
    [
      "America/Sao_Paulo",
      "2018-11-03T03:00:00Z",
      "2018-11-05T02:00:00Z",
      ["2018-11-03 2018-11-03T03:00:00Z 24", "2018-11-04 2018-11-04T03:00:00Z 23"],
    ],
    [
      "America/Havana",
      "2026-11-01T04:00:00Z",
      "2026-11-03T05:00:00Z",
      ["2026-11-01 2026-11-01T04:00:00Z 25", "2026-11-02 2026-11-02T05:00:00Z 24"],
    ],
    [
      "America/St_Johns",
      "2009-10-31T02:30:00Z",
      "2009-11-02T03:30:00Z",
      ["2009-10-31 2009-10-31T02:30:00Z 24", "2009-11-01 2009-11-01T02:30:00Z 25"],
    ],
    [
      "America/St_Johns",
      "2009-11-01T02:45:00Z",
      "2009-11-02T03:45:00Z",
      ["2009-11-01 2009-11-01T02:45:00Z 24.75", "2009-11-02 2009-11-02T03:30:00Z 0.25"],
    ],
    [
      "Pacific/Apia",
      "2011-12-29T10:00:00Z",
      "2011-12-31T10:00:00Z",
      ["2011-12-29 2011-12-29T10:00:00Z 24", "2011-12-31 2011-12-30T10:00:00Z 24"],
    ],
    [
      "Pacific/Kwajalein",
      "1993-08-20T12:00:00Z",
      "1993-08-22T12:00:00Z",
      ["1993-08-20 1993-08-20T12:00:00Z 24", "1993-08-22 1993-08-21T12:00:00Z 24"],
    ],
    [
      "Africa/Monrovia",
      "1972-01-06T00:44:30Z",
      "1972-01-08T12:00:00Z",
      [
        "1972-01-06 1972-01-06T00:44:30Z 24",
        // The clock jumped from 00:00 to 00:44:30 UTC, so the day begins at 00:44:30.
        "1972-01-07 1972-01-07T00:44:30Z 23.258333333333333",
        "1972-01-08 1972-01-08T00:00:00Z 12",
      ],
    ],
  ];
  for (const [timeZone, from, to, expected] of examples)
    assert.deepEqual(show(listBuckets("day", timeZone, "monday", ms(from), ms(to))), expected, `${timeZone} ${from}`);
});

test("weeks begin on the requested day, and the one with the change to summer time is an hour short", () => {
  const examples: Record<WeekDay, string[]> = {
    monday: ["2026-03-02 167", "2026-03-09 168"],
    tuesday: ["2026-02-24 24", "2026-03-03 167", "2026-03-10 144"],
    wednesday: ["2026-02-25 48", "2026-03-04 167", "2026-03-11 120"],
    thursday: ["2026-02-26 72", "2026-03-05 167", "2026-03-12 96"],
    friday: ["2026-02-27 96", "2026-03-06 167", "2026-03-13 72"],
    saturday: ["2026-02-28 120", "2026-03-07 167", "2026-03-14 48"],
    sunday: ["2026-03-01 144", "2026-03-08 167", "2026-03-15 24"],
  };
  const range = [ms("2026-03-02T05:00:00Z"), ms("2026-03-16T04:00:00Z")] as const;
  for (const weekStart of weekDays) {
    const weeks = listBuckets("week", "America/New_York", weekStart, ...range);
    const found = weeks.map(({ key, startMs, endMs }) => `${key} ${(endMs - startMs) / 3_600_000}`);
    assert.deepEqual(found, examples[weekStart], weekStart);
  }
});

test("a week keeps the key of its first day, even if the zone skipped that day", () => {
  const range = [ms("2011-12-29T10:00:00Z"), ms("2011-12-31T10:00:00Z")] as const;
  assert.deepEqual(show(listBuckets("week", "Pacific/Apia", "friday", ...range)), [
    "2011-12-23 2011-12-29T10:00:00Z 24",
    "2011-12-30 2011-12-30T10:00:00Z 24",
  ]);
});

test("months, quarters and years begin at the zone's midnight, and a clipped one keeps its key", () => {
  const starts = (interval: Interval, timeZone: string, from: string, to: string) =>
    listBuckets(interval, timeZone, "monday", ms(from), ms(to)).map(
      ({ key, startMs }) => `${key} ${formatInstant(startMs)}`,
    );
  assert.deepEqual(starts("quarter", "Europe/Berlin", "2026-01-15T00:00:00Z", "2027-01-01T00:00:00Z"), [
    "2026-Q1 2026-01-15T00:00:00Z",
    "2026-Q2 2026-03-31T22:00:00Z",
    "2026-Q3 2026-06-30T22:00:00Z",
    "2026-Q4 2026-09-30T22:00:00Z",
    "2027-Q1 2026-12-31T23:00:00Z",
  ]);
  assert.deepEqual(starts("quarter", "America/New_York", "2026-03-31T00:00:00Z", "2026-10-02T00:00:00Z"), [
    "2026-Q1 2026-03-31T00:00:00Z",
    "2026-Q2 2026-04-01T04:00:00Z",
    "2026-Q3 2026-07-01T04:00:00Z",
    "2026-Q4 2026-10-01T04:00:00Z",
  ]);
  assert.deepEqual(starts("month", "Asia/Kathmandu", "2024-01-31T18:14:59Z", "2024-03-31T18:15:00Z"), [
    "2024-01 2024-01-31T18:14:59Z",
    "2024-02 2024-01-31T18:15:00Z",
    "2024-03 2024-02-29T18:15:00Z",
  ]);
  assert.deepEqual(starts("year", "America/New_York", "1970-01-01T00:00:00Z", "1971-06-01T00:00:00Z"), [
    "1969 1970-01-01T00:00:00Z",
    "1970 1970-01-01T05:00:00Z",
    "1971 1971-01-01T05:00:00Z",
  ]);
});
