import assert from "node:assert/strict";
import { test } from "node:test";
import { event, listCalendar, calendar, listLines } from "#test/worlds/list-calendar.ts";

const auckland = "TZID=Pacific/Auckland";
const series = event(
  "Series",
  `DTSTART;${auckland}:20261201T090000`,
  `DTEND;${auckland}:20261201T093000`,
  "RRULE:FREQ=DAILY;COUNT=5",
);
/** Replaces an occurrence of the series by one at 15:00 in Auckland on 3 December, unless the lines say otherwise. */
const change = (id: string, ...lines: string[]) => [
  "BEGIN:VEVENT",
  "UID:Series",
  "SUMMARY:Moved",
  `RECURRENCE-ID${id}`,
  ...(lines.length > 0 ? lines : [`DTSTART;${auckland}:20261203T150000`, `DTEND;${auckland}:20261203T153000`]),
  "END:VEVENT",
];
const days = event("Shift", "DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=5");
const changeOfDays = (id: string, ...lines: string[]) => change(id, ...lines).with(1, "UID:Shift");

const hours = ["11-30T20", "12-01T20", "12-02T20", "12-03T20", "12-04T20"];
const at = (...titles: string[]) =>
  titles.flatMap((title, index) => (title === "-" ? [] : [`${title} 2026-${hours[index]}:00:00Z 30`]));

test("an occurrence is moved or cancelled in whatever zone and form its time is written", () => {
  const moved = [...at("Series", "Series"), "Moved 2026-12-03T02:00:00Z 30", ...at("-", "-", "-", "Series", "Series")];
  const cancelled = at("Series", "Series", "-", "Series", "Series");
  for (const id of [
    `;${auckland}:20261203T090000`,
    ":20261202T200000Z",
    ";TZID=Europe/Paris:20261202T210000",
    ";TZID=Romance Standard Time:20261202T210000",
    ":20261203T090000",
    ";VALUE=DATE:20261203",
    ":20261203",
  ]) {
    assert.deepEqual(listLines([...series, ...change(id)]).events, moved, id);
    assert.deepEqual(listLines([...change(id), ...series]).events, moved, id);
    const lines = [`DTSTART;${auckland}:20261203T090000`, "STATUS:CANCELLED"];
    assert.deepEqual(listLines([...series, ...change(id, ...lines)]).events, cancelled, id);
    const excluded = series.toSpliced(-1, 0, `EXDATE${id}`);
    assert.deepEqual(listLines(excluded).events, cancelled, id);
  }
  // The time of the change itself cannot be read, but it is certain that the occurrence is not at its old time.
  const torn = listLines([...series, ...change(":20261202T200000Z", "DTSTART:20261340T200000Z")]);
  assert.deepEqual(torn.events, cancelled);
  assert.equal(torn.warnings.length, 1);
});

test("an all-day occurrence is moved or cancelled, also by the times of its midnight", () => {
  const rest = ["Shift 2026-12-01", "Shift 2026-12-02", "Shift 2026-12-04", "Shift 2026-12-05"];
  for (const id of [
    ";VALUE=DATE:20261203",
    ":20261203T000000",
    ":20261203T000000Z",
    ":20261202T230000Z",
    ";TZID=Europe/Berlin:20261203T000000",
    ";TZID=America/New_York:20261203T000000",
  ]) {
    const cancelled = changeOfDays(id, "DTSTART;VALUE=DATE:20261203", "STATUS:CANCELLED");
    assert.deepEqual(listLines([...days, ...cancelled], "Europe/Berlin").days, rest, id);
    assert.deepEqual(listLines(days.toSpliced(-1, 0, `EXDATE${id}`), "Europe/Berlin").days, rest, id);
    const moved = listLines(
      [...days, ...changeOfDays(id, "DTSTART:20261210T100000Z", "DURATION:PT1H")],
      "Europe/Berlin",
    );
    assert.deepEqual([moved.days, moved.events], [rest, ["Moved 2026-12-10T10:00:00Z 60"]], id);
  }
});

test("a change of all following occurrences applies to them, in whatever zone it is written", () => {
  const followed = [...at("Series", "Series"), ..."345".split("").map((day) => `Moved 2026-12-0${day}T02:00:00Z 30`)];
  for (const id of [
    `;${auckland}:20261203T090000`,
    ":20261202T200000Z",
    ";TZID=Europe/Paris:20261202T210000",
    ":20261203",
  ]) {
    const following = `;RANGE=THISANDFUTURE${id}`;
    assert.deepEqual(listLines([...series, ...change(following)]).events, followed, id);
    const utc = change(following, "DTSTART:20261203T020000Z", "DURATION:PT30M");
    assert.deepEqual(listLines([...series, ...utc]).events, followed, id);
    const cancelled = change(following, "DTSTART:20261202T200000Z", "STATUS:CANCELLED");
    assert.deepEqual(listLines([...series, ...cancelled]).events, at("Series", "Series", "-", "-", "-"), id);
  }
  // A later change of one occurrence, and of those after it, prevails.
  const one = change(":20261203T200000Z", "DTSTART:20261203T210000Z", "DURATION:PT5M").with(2, "SUMMARY:One");
  const rest = change(";RANGE=THISANDFUTURE:20261204T200000Z", "DTSTART:20261204T230000Z", "DURATION:PT5M");
  assert.deepEqual(
    listLines([...rest.with(2, "SUMMARY:Rest"), ...one, ...change(";RANGE=THISANDFUTURE:20261202T200000Z"), ...series])
      .events,
    [...followed.slice(0, 3), "One 2026-12-03T21:00:00Z 5", "Rest 2026-12-04T23:00:00Z 5"],
  );
  // From the week of the change on, a meeting keeps its time of day in Berlin, also when the clocks change.
  const weekly = event(
    "Shift",
    "DTSTART;TZID=Europe/Berlin:20261012T090000",
    "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;COUNT=3",
  );
  const later = changeOfDays(";RANGE=THISANDFUTURE:20261019T070000Z", "DTSTART:20261019T120000Z", "DURATION:PT1H");
  assert.deepEqual(listLines([...weekly, ...later]).events, [
    "Shift 2026-10-12T07:00:00Z 60",
    "Moved 2026-10-19T12:00:00Z 60",
    "Moved 2026-10-26T13:00:00Z 60",
  ]);
  // All-day occurrences become timed ones, and the other way round.
  const timed = changeOfDays(";RANGE=THISANDFUTURE;VALUE=DATE:20261204", "DTSTART:20261205T100000Z", "DURATION:PT1H");
  assert.deepEqual(listLines([...days, ...timed]), {
    days: ["Shift 2026-12-01", "Shift 2026-12-02", "Shift 2026-12-03"],
    events: ["Moved 2026-12-05T10:00:00Z 60", "Moved 2026-12-06T10:00:00Z 60"],
    warnings: [],
  });
  const untimed = change(";RANGE=THISANDFUTURE:20261203T200000Z", "DTSTART;VALUE=DATE:20261206");
  assert.deepEqual(listLines([...series, ...untimed]), {
    days: ["Moved 2026-12-06", "Moved 2026-12-07"],
    events: at("Series", "Series", "Series", "-", "-"),
    warnings: [],
  });
});

test("added dates count beside the start, in every form, and may have lengths of their own", () => {
  const course = (...lines: string[]) =>
    listLines(event("Course", "DTSTART;TZID=Europe/Berlin:20261203T130000", "DURATION:PT1H", ...lines));
  const first = "Course 2026-12-03T12:00:00Z 60";
  for (const added of [
    ":20261205T120000Z",
    ":20261205T130000",
    ";TZID=America/New_York:20261205T070000",
    ";VALUE=DATE:20261205",
    ":20261205T120000Z,20261203T120000Z,20261205T130000",
  ])
    assert.deepEqual(course(`RDATE${added}`).events, [first, "Course 2026-12-05T12:00:00Z 60"], added);
  const periods = "RDATE;VALUE=PERIOD:20261205T120000Z/PT3H,20261206T120000Z/20261206T133000Z,20261203T120000Z/PT2H";
  assert.deepEqual(course(periods).events, [
    "Course 2026-12-03T12:00:00Z 120",
    "Course 2026-12-05T12:00:00Z 180",
    "Course 2026-12-06T12:00:00Z 90",
  ]);
  assert.deepEqual(course("RDATE:20261205T120000Z", "EXDATE:20261203T120000Z", "EXDATE:20261205").events, []);
  const shift = event("Shift", "DTSTART;VALUE=DATE:20261201", "RDATE;VALUE=DATE:20261203", "RDATE:20261205T000000Z");
  assert.deepEqual(listLines(shift).days, ["Shift 2026-12-01", "Shift 2026-12-03", "Shift 2026-12-05"]);
});

test("of several versions of an event or an occurrence, the newest is read, in any order", () => {
  const version = (stamp: string[], hour: number, ...more: string[]) =>
    event("Review", ...stamp, `DTSTART:20261202T${hour}0000Z`, "DURATION:PT30M", ...more);
  const [older, newer] = ["Review 2026-12-02T14:00:00Z 30", "Review 2026-12-02T15:00:00Z 30"];
  for (const [old, last] of [
    [["SEQUENCE:9"], ["SEQUENCE:10"]],
    [[], ["SEQUENCE:1"]],
    [
      ["SEQUENCE:1", "DTSTAMP:20261102T000000Z"],
      ["SEQUENCE:2", "DTSTAMP:20261101T000000Z"],
    ],
    [["DTSTAMP:20261101T000000Z"], ["DTSTAMP:20261101T000001Z"]],
    [["LAST-MODIFIED:20261101T000000Z"], ["LAST-MODIFIED:20261102T000000Z"]],
  ] as const)
    for (const more of [[], ["RRULE:FREQ=DAILY;COUNT=1"], ["RECURRENCE-ID:20261202T140000Z"]]) {
      const pair = [version([...old], 14, ...more), version([...last], 15, ...more)];
      assert.deepEqual(listLines(pair.flat()).events, [newer], last.join());
      assert.deepEqual(listLines(pair.toReversed().flat()).events, [newer], last.join());
    }
  assert.deepEqual(listLines([...version([], 15), ...version([], 14)]).events, [older]);
  const gone = version(["SEQUENCE:2"], 14, "STATUS:CANCELLED");
  assert.deepEqual(listLines([...gone, ...version(["SEQUENCE:1"], 14)]).events, []);
  const torn = version(["SEQUENCE:2"], 99);
  assert.deepEqual(listLines([...torn, ...version(["SEQUENCE:1"], 14)]).events, []);
});

test("events that share a UID by mistake are all read", () => {
  const stamp = "DTSTAMP:20261101T000000Z";
  const show = (day: number, ...lines: string[]) =>
    event("Show", `DTSTART:2026120${day}T190000Z`, "DURATION:PT1H", ...lines);
  const shown = (...parts: string[][]) => listLines(parts.flat()).events.map((each) => each.slice(0, 15));
  assert.deepEqual(
    shown(show(2, stamp), show(3, stamp), show(4, stamp)),
    [2, 3, 4].map((day) => `Show 2026-12-0${day}`),
  );
  assert.deepEqual(shown(show(2, stamp), show(2, stamp)), ["Show 2026-12-02"]);
  assert.deepEqual(shown(show(2, stamp), show(3, "DTSTAMP:20261102T000000Z")), ["Show 2026-12-03"]);
  assert.deepEqual(shown(show(2, stamp), show(3, stamp, "STATUS:CANCELLED")), ["Show 2026-12-02"]);
  // Two versions of a series.
  assert.deepEqual(shown(show(2, stamp, "RRULE:FREQ=DAILY;COUNT=1"), show(3, stamp)), ["Show 2026-12-03"]);
});

test("a cancelled series takes its occurrences along, and a cancelled one without its series is none", () => {
  const cancelled = series.toSpliced(-1, 0, "STATUS:cancelled");
  assert.deepEqual(listLines([...cancelled, ...change(":20261202T200000Z")]).events, []);
  assert.deepEqual(listLines(change(":20261202T200000Z", "DTSTART:20261202T200000Z", "STATUS:CANCELLED")).events, []);
  assert.deepEqual(listLines(change(":20261202T200000Z")).events, ["Moved 2026-12-03T02:00:00Z 30"]);
  const text = calendar(...series)
    .join("\n")
    .replace("VERSION", "METHOD:CANCEL\nVERSION");
  assert.deepEqual(listCalendar(text).events, []);
});
