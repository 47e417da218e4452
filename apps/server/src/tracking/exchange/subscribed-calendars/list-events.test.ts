import assert from "node:assert/strict";
import { test } from "node:test";
import { formatInstant } from "#platform/time.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { listEvents } from "./list-events.ts";

const options = {
  from: Date.parse("2026-01-01T00:00:00Z"),
  to: Date.parse("2026-05-01T00:00:00Z"),
  timeZone: "Asia/Kolkata",
  email: "ada@example.com",
};

const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", "SUMMARY:Stand-up", ...lines, "END:VEVENT"];

function list(...lines: string[]) {
  const { events, days, warnings } = listEvents(calendar(...lines), options);
  return {
    events: events.map(({ title, start, end }) => `${title} ${formatInstant(start)} ${formatInstant(end)}`),
    days: days.map(({ title, first, last }) => `${title} ${first} ${last}`),
    warnings,
  };
}

/** A time zone as Exchange defines it. Its name has no meaning outside the file. */
const ownZone = [
  "BEGIN:VTIMEZONE",
  "TZID:Our Office",
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

for (const [name, zone, definition] of [
  ["that the file defines", "Our Office", ownZone],
  ["that is only named", "Europe/Berlin", []],
] as const) {
  test(`a meeting keeps its time of day when the clocks change, in a zone ${name}`, () => {
    const start = [`DTSTART;TZID=${zone}:20260323T090000`, `DTEND;TZID=${zone}:20260323T093000`];
    const { events, warnings } = list(...definition, ...event(...start, "RRULE:FREQ=WEEKLY;COUNT=3"));
    assert.deepEqual(events, [
      "Stand-up 2026-03-23T08:00:00Z 2026-03-23T08:30:00Z",
      "Stand-up 2026-03-30T07:00:00Z 2026-03-30T07:30:00Z",
      "Stand-up 2026-04-06T07:00:00Z 2026-04-06T07:30:00Z",
    ]);
    assert.deepEqual(warnings, []);
  });
}

test("times without a zone, and in an unknown one, are in the person's", () => {
  const floating = event("DTSTART:20260302T090000", "DURATION:PT1H");
  assert.deepEqual(list(...floating), {
    events: ["Stand-up 2026-03-02T03:30:00Z 2026-03-02T04:30:00Z"],
    days: [],
    warnings: [],
  });
  const unknown = event("DTSTART;TZID=Mars/Olympus:20260302T090000", "DTEND;TZID=Mars/Olympus:20260302T100000");
  assert.deepEqual(list(...unknown), {
    events: ["Stand-up 2026-03-02T03:30:00Z 2026-03-02T04:30:00Z"],
    days: [],
    warnings: ['The time zone "Mars/Olympus" is unknown; its times were read in your time zone.'],
  });
});

test("occurrences that were moved, cancelled, left out and added are as their organizer left them", () => {
  const series = event(
    "DTSTART:20260302T090000Z",
    "DTEND:20260302T100000Z",
    "RRULE:FREQ=DAILY;UNTIL=20260306T090000Z",
    "EXDATE:20260303T090000Z",
    "RDATE:20260310T090000Z",
  );
  const moved = event("RECURRENCE-ID:20260304T090000Z", "DTSTART:20260404T120000Z", "DTEND:20260404T123000Z");
  const cancelled = event("RECURRENCE-ID:20260305T090000Z", "DTSTART:20260305T090000Z", "STATUS:CANCELLED");
  assert.deepEqual(list(...series, ...moved, ...cancelled).events, [
    "Stand-up 2026-03-02T09:00:00Z 2026-03-02T10:00:00Z",
    "Stand-up 2026-03-06T09:00:00Z 2026-03-06T10:00:00Z",
    "Stand-up 2026-03-10T09:00:00Z 2026-03-10T10:00:00Z",
    "Stand-up 2026-04-04T12:00:00Z 2026-04-04T12:30:00Z",
  ]);
});

test("a change of all following occurrences applies to them", () => {
  const series = event("DTSTART:20260302T090000Z", "DTEND:20260302T100000Z", "RRULE:FREQ=DAILY;COUNT=4");
  const later = event(
    "RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T090000Z",
    "DTSTART:20260304T140000Z",
    "DTEND:20260304T143000Z",
  );
  assert.deepEqual(list(...series, ...later).events, [
    "Stand-up 2026-03-02T09:00:00Z 2026-03-02T10:00:00Z",
    "Stand-up 2026-03-03T09:00:00Z 2026-03-03T10:00:00Z",
    "Stand-up 2026-03-04T14:00:00Z 2026-03-04T14:30:00Z",
    "Stand-up 2026-03-05T14:00:00Z 2026-03-05T14:30:00Z",
  ]);
});

test("an occurrence without its series, as guests of one meeting receive it, is read", () => {
  const { events } = list(...event("RECURRENCE-ID:20260304T090000Z", "DTSTART:20260304T090000Z", "DURATION:PT30M"));
  assert.deepEqual(events, ["Stand-up 2026-03-04T09:00:00Z 2026-03-04T09:30:00Z"]);
});

test("whole days stay days in any zone, and so does what takes a day or longer", () => {
  const holiday = event("DTSTART;VALUE=DATE:20260302", "DTEND;VALUE=DATE:20260304");
  assert.deepEqual(list(...holiday).days, ["Stand-up 2026-03-02 2026-03-03"]);
  assert.deepEqual(list(...event("DTSTART;VALUE=DATE:20260302")).days, ["Stand-up 2026-03-02 2026-03-02"]);
  const yearly = event("DTSTART;VALUE=DATE:19990302", "RRULE:FREQ=YEARLY");
  assert.deepEqual(list(...yearly).days, ["Stand-up 2026-03-02 2026-03-02"]);
  // In Kolkata this event lasts from 23:30 to 23:30, that is 24 hours, so it becomes an all-day event.
  const long = event("DTSTART:20260302T180000Z", "DTEND:20260303T180000Z");
  assert.deepEqual(list(...long), { events: [], days: ["Stand-up 2026-03-02 2026-03-03"], warnings: [] });
});

test("what the person declined, and what takes no time, is left out; others' answers do not matter", () => {
  const times = ["DTSTART:20260302T090000Z", "DTEND:20260302T100000Z"];
  const answered = (who: string, how: string) => event(...times, `ATTENDEE;PARTSTAT=${how}:mailto:${who}`);
  assert.deepEqual(list(...answered("Ada@Example.com", "DECLINED")).events, []);
  assert.equal(list(...answered("ada@example.com", "ACCEPTED")).events.length, 1);
  assert.equal(list(...answered("bob@example.com", "DECLINED")).events.length, 1);
  for (const address of ["ada@example.com", '"Ada@Example.com"']) {
    const more = `;EMAIL=${address};PARTSTAT=DECLINED;X-CALENDARSERVER-DTSTAMP=20260301T041700Z`;
    assert.deepEqual(list(...event(...times, `ATTENDEE;CN=Ada${more}:/aMTc4MjA5/principal/`)).events, [], address);
  }
  assert.equal(list(...event(...times, "ATTENDEE;EMAIL=bob@example.com;PARTSTAT=DECLINED:/a/")).events.length, 1);
  const unanswered = list(...event(...times, "ATTENDEE:mailto:ada@example.com"));
  assert.deepEqual([unanswered.events.length, unanswered.warnings], [1, []]);
  assert.deepEqual(list(...event("DTSTART:20260302T090000Z")).events, []);
});

test("an event that cannot be read costs no other one, and is named", () => {
  const broken = event("DTSTART:tomorrow").with(2, "SUMMARY:Broken");
  const good = event("DTSTART:20260302T090000Z", "DURATION:PT1H").with(1, "UID:two");
  const { events, warnings } = list(...broken, ...good);
  assert.deepEqual(events, ["Stand-up 2026-03-02T09:00:00Z 2026-03-02T10:00:00Z"]);
  assert.match(warnings.join(), /^"Broken" was left out: /);
});

test("a title is one line that the database accepts", () => {
  const { events } = list(
    ...event("DTSTART:20260302T090000Z", "DURATION:PT1H").with(2, "SUMMARY:Plan\\, review\\n and\u0007  cake"),
  );
  assert.match(events[0] ?? "", /^Plan, review and cake 2026/);
});

test("what repeats too often, and too many events, are cut with a warning", () => {
  const secondly = event("DTSTART:20200101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY");
  assert.deepEqual(list(...secondly), {
    events: [],
    days: [],
    warnings: ['"Stand-up" repeats too often; only some of its times were read.'],
  });
  const hourly = event("DTSTART:20260101T000000Z", "DURATION:PT1M", "RRULE:FREQ=HOURLY");
  const { events, warnings } = list(...hourly);
  assert.equal(events.length, 2_000);
  assert.deepEqual(warnings, ["There are more than 2000 events; those furthest from today were left out."]);
});

test("anything else than a calendar is refused with what it seems to be", () => {
  const read = (text: string) => listEvents(text, options);
  assert.throws(() => read("<!doctype html><title>Sign in</title>"), /it is the address of a web page/);
  assert.throws(() => read('{"events":[]}'), /its content is not a calendar/);
  assert.throws(() => read(""), UnreadableError);
  assert.deepEqual(read(calendar()), { events: [], days: [], warnings: [] });
  assert.deepEqual(read(`\uFEFF${calendar()}`), { events: [], days: [], warnings: [] });
});
