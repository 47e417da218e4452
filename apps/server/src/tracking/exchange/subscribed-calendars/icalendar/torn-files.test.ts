import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { calendar, event, listCalendar, listLines } from "#test/worlds/list-calendar.ts";
import { unfold } from "./read-components.ts";

const at = (day: number) => [`DTSTART:202612${`0${day}`.slice(-2)}T090000Z`, "DURATION:PT1H"];
const planning = event("Planning", ...at(1));
const review = event("Review", ...at(3));
const good = ["Planning 2026-12-01T09:00:00Z 60", "Review 2026-12-03T09:00:00Z 60"];
const visit = "Visit 2026-12-02T09:00:00Z 60";
const withVisit = good.toSpliced(1, 0, visit);

const line = (text: string) => `"Visit" has a line that could not be read: "${text}"`;
const leftOut = (reason: string) => `"Visit" was left out: ${reason}`;
const notValid = (rule: string) => leftOut(`its recurrence rule is not valid: "${rule}"`);
const impossible = (value: string) => leftOut(`"${value}" is not an existing date or time`);

const torn: Record<string, { visit: string[]; events?: string[]; days?: string[]; warnings?: string[] }> = {
  "a raw line break in a value": {
    visit: event("Visit", ...at(2), "LOCATION:4 Mill Lane", "Apt 9 Riverside"),
    events: withVisit,
    warnings: [line("Apt 9 Riverside")],
  },
  "a raw line break in the title and the rule": {
    visit: event("Visit", ...at(2), "RRULE:FREQ=DAILY;", "COUNT=1").toSpliced(2, 1, "SUMMARY:Vi", "sit"),
    events: good.toSpliced(1, 0, visit.replace("Visit", "Vi sit")),
  },
  "a line without a colon": {
    visit: event("Visit", ...at(2), "X-TORN"),
    events: withVisit,
    warnings: [line("X-TORN")],
  },
  "a part of another line": {
    visit: event("Visit", ...at(2), "DESCRIPTION:a", "Begin: at nine", "END:of it", "BEGIN:HALF"),
    events: withVisit,
  },
  "a quote that is not closed": {
    visit: event("Visit", 'DTSTART;TZID="Etc/UTC:20261202T090000', "DURATION:PT1H", 'X-A;B="c:d', 'ATTENDEE;CN="A:x'),
    events: withVisit,
  },
  "a zone with a colon, unquoted": {
    visit: event("Visit", "DTSTART;TZID=(UTC+01:00) Berlin, Rome:20261202T100000", "DURATION:PT1H"),
    events: withVisit,
  },
  "no END": {
    visit: event("Visit", ...at(2)).slice(0, -1),
    events: withVisit,
    warnings: ['"Visit" has no END line; part of it may be missing.'],
  },
  "no END of the alarm within": { visit: event("Visit", ...at(2), "BEGIN:VALARM", "TRIGGER:-PT5M"), events: withVisit },
  "one more END": { visit: [...event("Visit", ...at(2)), "END:VEVENT"], events: withVisit },
  "an alarm with times of its own": {
    visit: event("Visit", "BEGIN:VALARM", "SUMMARY:Ring", "DURATION:PT5M", "END:VALARM", ...at(2)),
    events: withVisit,
  },
  "junk after END": {
    visit: [...event("Visit", ...at(2)), "junk"],
    events: withVisit,
    warnings: ['A line could not be read: "junk"'],
  },
  "a date without VALUE=DATE": {
    visit: event("Visit", "DTSTART:20261202", "DTEND:20261203"),
    days: ["Visit 2026-12-02"],
  },
  "a time with VALUE=DATE": { visit: event("Visit", "DTSTART;VALUE=DATE:20261202T000000"), days: ["Visit 2026-12-02"] },
  "31 November, 25:00": { visit: event("Visit", "DTSTART:20261131T250000"), warnings: [impossible("20261131T250000")] },
  "30 February": { visit: event("Visit", "DTSTART:20260230"), warnings: [impossible("20260230")] },
  "24:00": { visit: event("Visit", "DTSTART:20261202T240000Z"), warnings: [impossible("20261202T240000Z")] },
  "an impossible end": {
    visit: event("Visit", "DTSTART:20261202T090000Z", "DTEND:20261202T106000Z"),
    warnings: [impossible("20261202T106000Z")],
  },
  "an impossible date that is excluded": {
    visit: event("Visit", ...at(2), "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261131T090000Z,,20261203T090000Z"),
    events: withVisit,
    warnings: ['A date of "Visit" was ignored: "20261131T090000Z" is not an existing date or time'],
  },
  "a leap second": {
    visit: event("Visit", "DTSTART:20261202T090000Z", "DTEND:20261202T095960Z"),
    events: withVisit.with(1, "Visit 2026-12-02T09:00:00Z 59.983333333333334"),
  },
  "no start": { visit: event("Visit", "DURATION:PT1H"), warnings: [leftOut("it has no start")] },
  "no duration": {
    visit: event("Visit", "DTSTART:20261202T090000Z", "DURATION:PT"),
    warnings: [leftOut('"PT" is not a duration')],
  },
  "an unknown frequency": {
    visit: event("Visit", ...at(2), "RRULE:FREQ=FORTNIGHTLY"),
    warnings: [notValid("FREQ=FORTNIGHTLY")],
  },
  "an unknown part of a rule": {
    visit: event("Visit", ...at(2), "RRULE:FREQ=DAILY;BYMOOD=3"),
    warnings: [notValid("FREQ=DAILY;BYMOOD=3")],
  },
  "a number beyond its range": {
    visit: event("Visit", ...at(2), "RRULE:FREQ=DAILY;INTERVAL=0"),
    warnings: [notValid("FREQ=DAILY;INTERVAL=0")],
  },
  "an unknown weekday": {
    visit: event("Visit", ...at(2), "RRULE:FREQ=WEEKLY;BYDAY=MI"),
    warnings: [notValid("FREQ=WEEKLY;BYDAY=MI")],
  },
  "dates excluded by a rule": {
    visit: event("Visit", ...at(2), "RRULE:FREQ=DAILY;COUNT=2", "EXRULE:FREQ=YEARLY"),
    warnings: [leftOut("it excludes dates by a rule (EXRULE)")],
  },
  "a semicolon too many": { visit: event("Visit", ...at(2), "RRULE:FREQ=DAILY;COUNT=1;"), events: withVisit },
  "no UID": { visit: event("Visit", "UID:", ...at(2)), events: withVisit },
};

test("a torn event costs at most that event, which is named", () => {
  for (const [name, { visit: lines, events = good, days = [], warnings = [] }] of Object.entries(torn))
    for (const lineEnd of ["\r\n", "\n", "\r"]) {
      const text = calendar(...planning, ...lines, ...review).join(lineEnd);
      assert.deepEqual(listCalendar(text), { events, days, warnings }, name);
    }
});

test("times with separators, fractions and offsets are read, in any zone", () => {
  const zone = "DTSTART;TZID=tzone://Microsoft/Utc";
  for (const [start, ...more] of [
    ["DTSTART:2026-12-02T09:00:00Z", "DTEND:2026-12-02T10:00:00Z"],
    ["DTSTART:2026-12-02 09:00Z", "DTEND:2026-12-02 10:00Z"],
    ["DTSTART:20261202T090000.000Z", "DTEND:20261202T100000.000Z"],
    ["DTSTART:2026-12-02T12:00:00+03:00", "DTEND:20261202T053000-0430"],
    [`${zone}:2026-12-02T09:00:00`, "DTEND:20261202t1000z"],
    ["DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:2026-12-02T10:00:00", "DURATION:PT1H"],
    ["DTSTART;TZID=Europe/Berlin:20261202T100000", "RRULE:FREQ=DAILY;UNTIL=2026-12-02", "DURATION:PT1H"],
    ["DTSTART:2026-12-02T09:00:00Z", "DURATION:PT1H", "RDATE:2026-12-05T09:00:00Z", "EXDATE:2026-12-05T09:00:00+00:00"],
  ] as const) {
    const lines = [start, ...more];
    assert.deepEqual(listLines(event("Visit", ...lines)), { events: [visit], days: [], warnings: [] }, lines.join());
  }
  assert.deepEqual(listLines(event("Visit", "DTSTART:2026-12-02")).days, ["Visit 2026-12-02"]);
  for (const start of ["2026-1202T090000Z", "20261202T09:0000Z", "2026-12-02T25:00:00Z", "20261202T090000+2500"])
    assert.deepEqual(listLines(event("Visit", `DTSTART:${start}`, "DURATION:PT1H")).warnings, [impossible(start)]);
});

test("a calendar that ends too early is read up to there", () => {
  const unended = "The calendar has no END line; some of its events may be missing.";
  const lines = calendar(...planning, ...review).slice(0, -2);
  assert.deepEqual(listCalendar(lines.join("\n")), { events: good, days: [], warnings: [unended] });
  const { events, warnings } = listCalendar(lines.slice(0, -1).join("\n"));
  assert.deepEqual(events, good);
  assert.deepEqual(warnings, ['"Review" has no END line; part of it may be missing.', unended]);
  assert.deepEqual(listCalendar([...lines, "END:VCALENDAR", "junk", ...event("Visit", ...at(2))].join("\n")), {
    events: withVisit,
    days: [],
    warnings: [],
  });
});

test("a character that a fold tears apart is read", () => {
  const title = Buffer.from("Grüße 😀");
  const bytes = [...title].map((byte) => Buffer.from([byte]));
  const folded = Buffer.concat(bytes.flatMap((byte) => [byte, Buffer.from("\r\n ")]));
  const [before = "", after = ""] = calendar(...event("Visit", ...at(2)))
    .join("\r\n")
    .split("SUMMARY:Visit");
  const file = Buffer.concat([Buffer.from(`${before}SUMMARY:`), folded, Buffer.from(after)]);
  assert.deepEqual(listCalendar(new TextDecoder().decode(unfold(file))).events, [visit.replace("Visit", "Grüße 😀")]);
  const utf16 = Buffer.from(`\uFEFF${calendar(...event("Hair\u200Aspace", ...at(2))).join("\r\n ")}`, "utf16le");
  assert.equal(unfold(utf16), utf16);
});

test("no damage to a calendar makes reading it fail", () => {
  const series = event(
    "Series",
    "DTSTART;TZID=Europe/Berlin:20261019T090000",
    "DTEND;TZID=Europe/Berlin:20261019T100000",
    "RRULE:FREQ=MONTHLY;BYDAY=-1MO,2TU;BYSETPOS=1,-1;UNTIL=20270101T000000Z",
    "EXDATE:20261026T090000",
    "RDATE;VALUE=PERIOD:20261205T120000Z/PT3H,20261206T120000Z/20261206T133000Z",
  );
  const change = event("Series", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261109T080000Z", ...at(2));
  const text = calendar(...series, ...change, ...planning).join("\r\n");
  const edit = fc.record({
    where: fc.nat(text.length - 1),
    length: fc.nat(12),
    by: fc.oneof(fc.constantFrom("\r\n", "9", "-", ";", ":", ",", '"', "END:VEVENT\r\n", "0000", "Z"), fc.string()),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let damaged = text;
      for (const { where, length, by } of edits) damaged = damaged.slice(0, where) + by + damaged.slice(where + length);
      if (damaged.startsWith("BEGIN:VCALENDAR\r\n")) listCalendar(damaged);
    }),
    { numRuns: 300 },
  );
  assert.equal(listLines([...series, ...change, ...planning]).warnings.length, 0);
});
