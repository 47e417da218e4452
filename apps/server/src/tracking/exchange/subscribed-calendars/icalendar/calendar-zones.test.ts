import assert from "node:assert/strict";
import { test } from "node:test";
import { calendar, event, listCalendar, listLines } from "#test/worlds/list-calendar.ts";

const zone = (name: string, ...parts: string[][]) => [
  "BEGIN:VTIMEZONE",
  `TZID:${name}`,
  ...parts.flat(),
  "END:VTIMEZONE",
];
const part = (kind: string, from: string, to: string, ...lines: string[]) => [
  `BEGIN:${kind}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...lines,
  `END:${kind}`,
];
const call = (name: string, time = "20261201T090000") =>
  event("Call", `DTSTART;TZID=${name}:${time}`, "DURATION:PT30M");
const unknown = (name: string, whose = "your") =>
  `The time zone "${name}" is unknown; its times were read in ${whose} time zone.`;

/** Reads lines as a member in New York, and lists the starts. */
function startsOf(lines: readonly string[]) {
  const { events, warnings } = listLines(lines, "America/New_York");
  return [...events.map((text) => text.slice(5, 22)), ...warnings];
}

test("zones are found by every name that is in use, and an unknown one is named", () => {
  for (const [name, hour] of [
    ["W. Europe Standard Time", "08"],
    ["/Europe/Vienna", "08"],
    ["/freeassociation.sourceforge.net/Europe/Vienna", "08"],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', "08"],
    ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "08"],
    ["europe/berlin", "08"],
    ["Eastern Standard Time", "14"],
    ["GMT+0200", "07"],
    ["UTC", "09"],
  ] as const)
    assert.deepEqual(startsOf(call(name)), [`2026-12-01T${hour}:00:`], name);
  assert.deepEqual(startsOf(call("Customized Time Zone")), ["2026-12-01T14:00:", unknown("Customized Time Zone")]);
});

test("a zone that the database knows goes by it, and another by the rules of the file, if there are any", () => {
  const summer = part(
    "DAYLIGHT",
    "-0300",
    "-0200",
    "DTSTART:19701018T000000",
    "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=3SU",
  );
  const winter = part("STANDARD", "-0200", "-0300", "DTSTART:19700215T000000", "RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=3SU");
  const of = (name: string) => startsOf([...zone(name, summer, winter), ...call(name)]);
  assert.deepEqual(of("America/Sao_Paulo"), ["2026-12-01T12:00:"]);
  assert.deepEqual(of("E. South America Standard Time"), ["2026-12-01T12:00:"]);
  assert.deepEqual(of("Plant 7"), ["2026-12-01T11:00:"]);
  // The name of an offset says less than rules.
  assert.deepEqual(of("GMT-3"), ["2026-12-01T11:00:"]);
  assert.deepEqual(
    startsOf([...call("Plant 7"), ...zone("Plant 7", part("STANDARD", "-0400", "-0400", "DTSTART:19700101T000000"))]),
    ["2026-12-01T13:00:"],
  );
  assert.deepEqual(startsOf([...zone("Europe/Berlin"), ...call("Europe/Berlin")]), ["2026-12-01T08:00:"]);
  for (const broken of [
    [],
    part("STANDARD", "-0400", "west", "DTSTART:19700101T000000"),
    part("STANDARD", "-0400", "-0400", "DTSTART:19700230T000000"),
  ])
    assert.deepEqual(startsOf([...zone("Plant 7", broken), ...call("Plant 7")]), [
      "2026-12-01T14:00:",
      unknown("Plant 7"),
    ]);
});

test("clock changes of the file's own zones are followed, in rules, dates and repeated or skipped hours", () => {
  // As in Berlin until 2026, by rules that ended, and then without summer time.
  const own = zone(
    "Our Office",
    part(
      "STANDARD",
      "+0200",
      "+0100",
      "DTSTART:19961027T030000",
      "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20261025T010000Z",
    ),
    part("DAYLIGHT", "+0100", "+0200", "DTSTART:19810329T020000", "RDATE:20260329T020000,20250330T020000"),
    part("DAYLIGHT", "+0100", "+0130", "DTSTART:20261201T020000"),
  );
  for (const [time, start] of [
    ["20260901T090000", "2026-09-01T07:00:"],
    ["20261025T023000", "2026-10-25T00:30:"],
    ["20261025T030000", "2026-10-25T02:00:"],
    ["20261201T021500", "2026-12-01T01:15:"],
    ["20261201T090000", "2026-12-01T07:30:"],
  ] as const)
    assert.deepEqual(startsOf([...own, ...call("Our Office", time)]), [start], time);
});

test("a time that the clocks skip counts from before the gap, and a repeated one is the first", () => {
  for (const [time, start] of [
    ["20260927T023000", "2026-09-26T14:30:"],
    ["20260927T033000", "2026-09-26T14:30:"],
  ] as const)
    assert.deepEqual(startsOf(call("Pacific/Auckland", time)), [start], time);
  assert.deepEqual(startsOf(call("Europe/Berlin", "20261025T023000")), ["2026-10-25T00:30:"]);
  const daily = event(
    "Call",
    "DTSTART;TZID=Europe/Berlin:20261024T023000",
    "DURATION:PT30M",
    "RRULE:FREQ=DAILY;COUNT=3",
  );
  assert.deepEqual(startsOf(daily), ["2026-10-24T00:30:", "2026-10-25T00:30:", "2026-10-26T01:30:"]);
});

test("times without a zone, and in an unknown one, are in the calendar's zone, then in the member's", () => {
  const floating = event("Call", "DTSTART:20261201T090000", "DURATION:PT30M");
  assert.deepEqual(startsOf(floating), ["2026-12-01T14:00:"]);
  const of = (own: string, lines: string[], ...more: string[]) => startsOf([`X-WR-TIMEZONE:${own}`, ...more, ...lines]);
  assert.deepEqual(of("Europe/Berlin", floating), ["2026-12-01T08:00:"]);
  assert.deepEqual(of("W. Europe Standard Time", floating), ["2026-12-01T08:00:"]);
  assert.deepEqual(of("Europe/Berlin", call("Mars")), ["2026-12-01T08:00:", unknown("Mars", "the calendar's")]);
  assert.deepEqual(of("Mars", floating), ["2026-12-01T14:00:", unknown("Mars")]);
  assert.deepEqual(
    of("Plant 7", floating, ...zone("Plant 7", part("STANDARD", "-0400", "-0400", "DTSTART:19700101T000000"))),
    ["2026-12-01T13:00:"],
  );
  // Each calendar of a file has zones of its own.
  const berlin = calendar("X-WR-TIMEZONE:Europe/Berlin", ...floating);
  const text = [...berlin, ...calendar(...floating.with(1, "UID:two"))].join("\n");
  assert.deepEqual(listCalendar(text, "America/New_York").events, [
    "Call 2026-12-01T08:00:00Z 30",
    "Call 2026-12-01T14:00:00Z 30",
  ]);
});

test("a day is one also when it has 23 or 25 hours", () => {
  const sydney = "TZID=Australia/Sydney";
  const day = (start: string, end: string, ...more: string[]) =>
    listLines(
      event("Off", `DTSTART${start}`, end === "" ? "DURATION:P1D" : `DTEND${end}`, ...more),
      "Australia/Sydney",
    );
  const off = { events: [], days: ["Off 2026-10-04"], warnings: [] };
  const outlook = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE";
  assert.deepEqual(day(`;${sydney}:20261004T000000`, `;${sydney}:20261005T000000`, outlook), off);
  assert.deepEqual(day(`;${sydney}:20261004T000000`, `;${sydney}:20261005T000000`), off);
  assert.deepEqual(day(":20261004T000000", ""), off);
  assert.deepEqual(day(":20261003T140000Z", ":20261004T130000Z"), off);
  assert.deepEqual(day(`;${sydney}:20261003T000000`, `;${sydney}:20261004T000000`, "RRULE:FREQ=DAILY;COUNT=3"), {
    ...off,
    days: ["Off 2026-10-03", "Off 2026-10-04", "Off 2026-10-05"],
  });
  const long = event("Off", "DTSTART;TZID=Europe/Berlin:20261025T000000", "DTEND;TZID=Europe/Berlin:20261026T000000");
  assert.deepEqual(listLines(long, "Europe/Berlin"), { ...off, days: ["Off 2026-10-25"] });
  // Elsewhere, what the program calls an all-day event stays on its day, and 24 hours from noon are two days.
  assert.deepEqual(listLines(long.toSpliced(-1, 0, outlook), "America/New_York").days, ["Off 2026-10-25"]);
  assert.deepEqual(listLines(long, "America/New_York").days, ["Off 2026-10-24 2026-10-25"]);
  // The clocks of Santiago skip midnight.
  for (const [start, end] of [
    [";TZID=America/Santiago:20260906T000000", ";TZID=America/Santiago:20260907T000000"],
    [":20260906T040000Z", ":20260907T030000Z"],
  ])
    assert.deepEqual(listLines(event("Off", `DTSTART${start}`, `DTEND${end}`), "America/Santiago"), {
      ...off,
      days: ["Off 2026-09-06"],
    });
});
