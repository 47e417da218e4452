import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { weekDays } from "#identity/organizations/week-days.ts";
import { dateAt } from "#platform/days.ts";
import {
  type Calendar,
  type ClosedSpan,
  cutOpen,
  type Period,
  periodFrom,
  periodsBetween,
  readSheetId,
  sheetId,
  startOfPeriod,
} from "./periods.ts";

const zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Havana"];
const digits = "0199c5d0a1b27c3d8e4f5a6b7c8d9e0f";
const userId = `user_${digits}`;

const anyCalendar: fc.Arbitrary<Calendar> = fc.record({
  kind: fc.constantFrom("week", "month"),
  weekStart: fc.constantFrom(...weekDays),
  timeZone: fc.constantFrom(...zones),
});
// Half of the days are in 2011, the year in which Samoa skipped 30 December.
const anyDay = fc
  .oneof(fc.integer({ min: 0, max: 29_000 }), fc.integer({ min: 15_180, max: 15_345 }))
  .map((days) => dayAfter("1970-01-01", days));

function dayAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

const msOf = Date.parse;

test("weeks and months of a zone begin and end with its days", () => {
  const examples = [
    ["2026-03-29", "week", "monday", "Europe/Berlin", "2026-03-23", "2026-03-29", "2026-03-22T23:00:00Z", 167],
    ["2026-03-29", "week", "sunday", "Europe/Berlin", "2026-03-29", "2026-04-04", "2026-03-28T23:00:00Z", 167],
    ["2026-10-31", "month", "monday", "America/New_York", "2026-10-01", "2026-10-31", "2026-10-01T04:00:00Z", 744],
    ["2026-11-01", "month", "monday", "America/New_York", "2026-11-01", "2026-11-30", "2026-11-01T04:00:00Z", 721],
    [
      "2026-10-05",
      "week",
      "saturday",
      "Australia/Lord_Howe",
      "2026-10-03",
      "2026-10-09",
      "2026-10-02T13:30:00Z",
      167.5,
    ],
    ["2024-02-29", "month", "monday", "UTC", "2024-02-01", "2024-02-29", "2024-02-01T00:00:00Z", 696],
    // The skipped 30 December belongs to its week but has no hours. A week that would start on it starts on the 31st.
    ["2011-12-29", "week", "monday", "Pacific/Apia", "2011-12-26", "2012-01-01", "2011-12-26T10:00:00Z", 144],
    ["2011-12-31", "week", "friday", "Pacific/Apia", "2011-12-30", "2012-01-05", "2011-12-30T10:00:00Z", 144],
    ["2011-12-29", "week", "friday", "Pacific/Apia", "2011-12-23", "2011-12-29", "2011-12-23T10:00:00Z", 168],
  ] as const;
  for (const [day, kind, weekStart, timeZone, start, end, startsAt, hours] of examples) {
    const what = `${kind} of ${day} in ${timeZone}`;
    const first = startOfPeriod(day, { kind, weekStart });
    const period = periodFrom(first, { kind, timeZone });
    assert.deepEqual([period.start, period.end, period.startsAt], [start, end, startsAt], what);
    assert.equal((msOf(period.endsAt) - msOf(period.startsAt)) / 3_600_000, hours, what);
  }
});

test("periods of any calendar follow one another without a gap, and hold the days between two", () => {
  fc.assert(
    fc.property(anyCalendar, anyDay, fc.integer({ min: 0, max: 200 }), (calendar, from, days) => {
      const { kind, weekStart, timeZone } = calendar;
      const to = dayAfter(from, days);
      const periods = periodsBetween(from, to, calendar).toReversed();
      const [first, last] = [periods.at(0), periods.at(-1)];
      assert.ok(first !== undefined && last !== undefined);
      assert.ok(first.start <= from && from <= first.end, "the first holds `from`");
      assert.ok(last.start <= to && to <= last.end, "the last holds `to`");
      for (const [index, { start, end, startsAt, endsAt }] of periods.entries()) {
        assert.equal(startOfPeriod(start, calendar), start);
        assert.equal(startOfPeriod(end, calendar), start);
        const next = periods[index + 1];
        if (next !== undefined) assert.deepEqual([next.start, next.startsAt], [dayAfter(end, 1), endsAt]);
        if (kind === "month") assert.match(start, /-01$/);
        else
          assert.deepEqual(
            [weekDays[Temporal.PlainDate.from(start).dayOfWeek - 1], dayAfter(start, 6)],
            [weekStart, end],
          );
        // The period starts with its first day and ends with its last day.
        assert.ok(dateAt(msOf(startsAt), timeZone) >= start && dateAt(msOf(startsAt) - 1, timeZone) < start);
        assert.ok(dateAt(msOf(endsAt) - 1, timeZone) <= end && dateAt(msOf(endsAt), timeZone) > end);
      }
    }),
    { numRuns: 300 },
  );
});

test("no periods are between a day and an earlier period", () => {
  const calendar: Calendar = { kind: "week", weekStart: "monday", timeZone: "UTC" };
  assert.deepEqual(periodsBetween("2026-03-09", "2026-03-08", calendar), []);
  assert.equal(periodsBetween("2026-03-15", "2026-03-09", calendar).length, 1, "both are in one week");
});

test("the id of a timesheet says whose and which it is", () => {
  fc.assert(
    fc.property(anyCalendar, anyDay, (calendar, day) => {
      const key = { userId, kind: calendar.kind, start: startOfPeriod(day, calendar) };
      const id = sheetId(key);
      assert.match(id, new RegExp(String.raw`^sheet_${digits}[wm]\d{8}$`));
      assert.deepEqual(readSheetId(id), key);
    }),
  );
  assert.equal(sheetId({ userId, kind: "month", start: "2026-03-01" }), `sheet_${digits}m20260301`);
});

test("nothing else is read as the id of a timesheet", () => {
  for (const id of [
    "",
    `sheet_${digits}m2026030`,
    `sheet_${digits}m202603011`,
    `sheet_${digits}m20260230`,
    `sheet_${digits}m20260300`,
    `sheet_${digits}m20261301`,
    `sheet_${digits}w00000101`,
    `sheet_${digits}w19691225`,
    `sheet_${digits}w22000106`,
    `sheet_${digits}d20260301`,
    `sheet_${digits}M20260301`,
    `sheet_${digits.toUpperCase()}m20260301`,
    `sheet_${digits.slice(1)}m20260301`,
    `sheet_${digits}m20260301\n`,
    ` sheet_${digits}m20260301`,
    `time_${digits}m20260301`,
  ])
    assert.equal(readSheetId(id), undefined, JSON.stringify(id));
  // A well-formed id, but this calendar has no period that starts on that day.
  const key = readSheetId(`sheet_${digits}w20260303`);
  assert.equal(key?.start, "2026-03-03");
  assert.equal(startOfPeriod("2026-03-03", { kind: "week", weekStart: "monday" }), "2026-03-02");
});

test("an open period begins and ends where its closed neighbours do", () => {
  const berlin = { kind: "week", timeZone: "Europe/Berlin" } as const;
  const newYork = { kind: "week", timeZone: "America/New_York" } as const;
  const before = periodFrom("2026-01-05", berlin);
  const after = periodFrom("2026-01-19", berlin);
  const open = periodFrom("2026-01-12", newYork);
  const cut = cutOpen(open, [before, after]);
  assert.deepEqual(
    [cut.start, cut.end, cut.startsAt, cut.endsAt],
    ["2026-01-12", "2026-01-18", "2026-01-11T23:00:00Z", "2026-01-18T23:00:00Z"],
  );
  assert.deepEqual(cutOpen(open, [after]).startsAt, "2026-01-12T05:00:00Z");
  const others = [periodFrom("2026-01-01", { ...berlin, kind: "month" }), periodFrom("2026-01-06", berlin)];
  assert.deepEqual(cutOpen(open, others), open, "other periods are no neighbours");
});

interface Step {
  calendar: Calendar;
  /** The number of the period to close or reopen. */
  at: number;
}

/** The open and closed spans of half a year, after closing and reopening periods under changing settings. */
function replay(steps: readonly Step[]): { spans: Period[]; closed: ClosedSpan[]; calendar: Calendar } {
  const listed = (calendar: Calendar) => periodsBetween("2026-01-20", "2026-06-20", calendar);
  const closed = new Map<string, Period>();
  let calendar: Calendar = { kind: "month", weekStart: "monday", timeZone: "UTC" };
  for (const step of steps) {
    calendar = step.calendar;
    const periods = listed(calendar);
    const period = periods[step.at % periods.length];
    assert.ok(period !== undefined);
    const name = `${period.kind} ${period.start}`;
    if (!closed.delete(name)) closed.set(name, cutOpen(period, [...closed.values()]));
  }
  const spans = listed(calendar)
    .toReversed()
    .map((period) => closed.get(`${period.kind} ${period.start}`) ?? cutOpen(period, [...closed.values()]));
  return { spans, closed: [...closed.values()], calendar };
}

test("a change of the time zone leaves neither a gap nor double time between closed and open periods", () => {
  const kind = fc.constantFrom("week", "month") satisfies fc.Arbitrary<Calendar["kind"]>;
  const steps = fc.array(
    fc.record({ timeZone: fc.constantFrom(...zones, "Pacific/Kiritimati", "Pacific/Honolulu"), at: fc.nat(50) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(kind, fc.constantFrom(...weekDays), steps, (kindOfAll, weekStart, all) => {
      const { spans } = replay(
        all.map(({ timeZone, at }) => ({ at, calendar: { kind: kindOfAll, weekStart, timeZone } })),
      );
      for (const [index, { startsAt, endsAt }] of spans.entries()) {
        assert.ok(msOf(startsAt) < msOf(endsAt));
        const next = spans[index + 1];
        if (next !== undefined) assert.equal(next.startsAt, endsAt);
      }
    }),
    { numRuns: 200 },
  );
});

test("no change of zone, week start or period leaves time that no timesheet holds", () => {
  const steps = fc.array(fc.record({ calendar: anyCalendar, at: fc.nat(50) }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(steps, (all) => {
      const { spans, closed } = replay(all);
      const [first, last] = [spans.at(0), spans.at(-1)];
      assert.ok(first !== undefined && last !== undefined);
      let until = msOf(first.startsAt);
      for (const { startsAt, endsAt } of [...spans, ...closed].toSorted(
        (one, other) => msOf(one.startsAt) - msOf(other.startsAt),
      )) {
        if (msOf(endsAt) <= until) continue;
        assert.ok(msOf(startsAt) <= until, `nothing holds the time before ${startsAt}`);
        until = msOf(endsAt);
        if (until >= msOf(last.endsAt)) break;
      }
      assert.ok(until >= msOf(last.endsAt));
    }),
    { numRuns: 200 },
  );
});
