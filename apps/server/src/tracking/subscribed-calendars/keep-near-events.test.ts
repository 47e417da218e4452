import assert from "node:assert/strict";
import { test } from "node:test";
import { keepNearEvents } from "./keep-near-events.ts";

const range = { from: Date.parse("2026-08-28T12:00:00Z"), to: Date.parse("2026-12-30T12:00:00Z") };
const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT", ""].join("\r\n");
const keep = (...parts: string[]) =>
  keepNearEvents(["BEGIN:VCALENDAR\r\n", ...parts, "END:VCALENDAR\r\n"].join(""), range);

test("an event is kept if it might have an occurrence in the range", () => {
  const cases: [kept: boolean, ...lines: string[]][] = [
    [true, "DTSTART:20260901T090000Z", "DTEND:20260901T100000Z"],
    [false, "DTSTART:20260801T090000Z", "DTEND:20260801T100000Z"],
    [false, "DTSTART:20270110T090000Z", "DTEND:20270110T100000Z"],
    [true, "DTSTART:20260826T230000", "DTEND:20260826T235900"],
    [true, "DTSTART:20261231T110000Z"],
    [true, "DTSTART;VALUE=DATE:20260101", "DTEND;VALUE=DATE:20261001"],
    [true, "DTSTART:20260101T000000Z", "DURATION:P40W"],
    [false, "DTSTART:20260101T000000Z", "DURATION:P1DT12H"],
    [true, 'DTSTART;TZID="(UTC+01:00) Amsterdam":20260901T090000'],
    [false, 'DTSTART;TZID="(UTC+01:00) Amsterdam":20120101T090000'],
    [false, "dtstart;tzid=Europe/Berlin:20120101T090000"],
    [true, "DTSTART:20120101T090000Z", "RRULE:FREQ=WEEKLY"],
    [true, "DTSTART:20120101T090000Z", "RRULE:FREQ=WEEKLY;COUNT=3"],
    [true, "DTSTART:20120101T090000Z", "RRULE:FREQ=WEEKLY;UNTIL=20260901"],
    [false, "DTSTART:20120101T090000Z", "RRULE:FREQ=WEEKLY;UNTIL=20130901T000000Z"],
    [true, "DTSTART:20120101T090000Z", "RRULE:FREQ=WEEKLY;UNTIL=20130901", "RRULE:FREQ=DAILY"],
    [true, "DTSTART;VALUE=DATE:20200101", "DURATION:P400D", "RRULE:FREQ=YEARLY;UNTIL=20260101"],
    [false, "DTSTART:20270301T090000Z", "RRULE:FREQ=WEEKLY"],
    [true, "DTSTART:20120101T090000Z", "RDATE:20260901T090000Z"],
    [true, "DTSTART:20270301T090000Z", "RDATE;VALUE=DATE:20260901"],
    [true, "RECURRENCE-ID;RANGE=THISANDFUTURE:20120101T090000Z", "DTSTART:20120102T090000Z"],
    [true, "DTSTART:tomorrow"],
    [true, "SUMMARY:No start"],
    [true, "DTSTART:20120101T090000Z", "DTEND:whenever"],
    [true, "DTSTART:2026\r\n 0901T090000Z"],
    [true, "DTSTART:20120101T090000Z", "RRU\r\n\tLE:FREQ=DAILY"],
  ];
  for (const [kept, ...lines] of cases)
    assert.equal(keep(event("UID:1", ...lines)).includes("BEGIN:VEVENT"), kept, lines.join(" "));
});

test("all versions and occurrences of an event are kept, or none", () => {
  const series = [
    event("UID:a", "SEQUENCE:1", "DTSTART:20260901T090000Z"),
    event("UID:a", "SEQUENCE:2", "DTSTART:20270901T090000Z"),
    event("UID:a", "RECURRENCE-ID:20261001T090000Z", "DTSTART:20110901T090000Z"),
    event("DTSTART:20120901T090000Z", "BEGIN:VALARM", "UID:alarm", "END:VALARM", "UID:a"),
  ];
  const others = [
    event("UID:b", "DTSTART:20120901T090000Z"),
    event("UID:b", "RECURRENCE-ID:20120901T090000Z", "DTSTART:20130901T090000Z"),
  ];
  assert.equal(keep(...series, ...others), keep(...series));
  assert.equal(keep(...series).match(/BEGIN:VEVENT/g)?.length, 4);
  assert.equal(keep(...others), keep());
});

test("everything that does not describe other components stays as it is", () => {
  const zone =
    "BEGIN:VTIMEZONE\r\nTZID:Plant 7\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
  const near = event("UID:a", "DTSTART:20260901T090000Z");
  const task = "BEGIN:VTODO\r\nUID:t\r\nDTSTART:20260901T090000Z\r\nEND:VTODO\r\n";
  assert.equal(keep(zone, task, near), `BEGIN:VCALENDAR\r\n${zone}${near}END:VCALENDAR\r\n`);
  for (const text of ["", "<html>", "BEGIN:VEVENT\r\nDTSTART:20120901", "END:VEVENT\r\nEND:VEVENT\r\n"])
    assert.equal(keepNearEvents(text, range), text);
});
