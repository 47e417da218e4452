import assert from "node:assert/strict";
import { test } from "node:test";
import ICAL from "ical.js";
import icalendar, { ICalEventStatus, type ICalEventData } from "ical-generator";
import { listEvents } from "#tracking/exchange/subscribed-calendars/list-events.ts";

// `ical-generator` writes calendars. Stint and a reader made of `ical.js` and Temporal must find the same events in them.

// From midnight to midnight in Berlin.
const range = { from: Date.parse("2026-02-14T23:00:00Z"), to: Date.parse("2026-11-14T23:00:00Z") };
const member = "Europe/Berlin";
const daylight = (kind: string, start: string, from: string, to: string, rule: string) =>
  `BEGIN:${kind}\r\nDTSTART:${start}\r\nTZOFFSETFROM:${from}\r\nTZOFFSETTO:${to}\r\nRRULE:FREQ=YEARLY;${rule}\r\nEND:${kind}\r\n`;
/** A zone that only its file defines, with the clock changes of New York. */
const plant = [
  "BEGIN:VTIMEZONE\r\nTZID:Plant 7\r\n",
  daylight("DAYLIGHT", "20070311T020000", "-0500", "-0400", "BYMONTH=3;BYDAY=2SU"),
  daylight("STANDARD", "20071104T020000", "-0400", "-0500", "BYMONTH=11;BYDAY=1SU"),
  "END:VTIMEZONE",
].join("");

const rules = [
  "FREQ=DAILY",
  "FREQ=DAILY;INTERVAL=3;COUNT=40",
  "FREQ=DAILY;BYMONTH=3,10;BYDAY=SA,SU",
  "FREQ=DAILY;BYHOUR=2,14;BYMINUTE=0,30;COUNT=300",
  "FREQ=HOURLY;INTERVAL=7",
  "FREQ=WEEKLY;BYDAY=SU,WE",
  "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO,FR;UNTIL=20260901T003000Z",
  "FREQ=MONTHLY;BYMONTHDAY=29,-1",
  "FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU,-1SU",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1",
  "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
  "FREQ=MONTHLY;COUNT=7",
  "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
  "FREQ=YEARLY;BYYEARDAY=88,-100",
  "FREQ=YEARLY;INTERVAL=2",
];
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Plant 7",
  "floating",
  "days",
] as const;
const kinds = ["none", "excluded", "excluded in UTC", "added", "moved", "moved elsewhere", "cancelled"] as const;

type Zone = (typeof zones)[number];
type Kind = (typeof kinds)[number];

const ianaOf = (zone: string) => ({ "Plant 7": "America/New_York", floating: member, days: member })[zone] ?? zone;
const instantOf = (local: Temporal.PlainDateTime, zone: string) =>
  local.toZonedDateTime(ianaOf(zone)).epochMilliseconds;
const localOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
const written = (local: Temporal.PlainDateTime) => local.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
/** Converts a local time to the local time of another zone. */
const elsewhere = (local: Temporal.PlainDateTime, zone: Zone, other = "Asia/Kolkata") =>
  local.toZonedDateTime(ianaOf(zone)).withTimeZone(other).toPlainDateTime();

/** The first times of a rule, according to `ical.js`. */
function firstTimes(rule: string, zone: Zone): Temporal.PlainDateTime[] {
  const start = new ICAL.Time(
    { year: 2026, month: 2, day: 27, hour: 2, minute: 30, isDate: zone === "days" },
    ICAL.Timezone.localTimezone,
  );
  const times = ICAL.Recur.fromString(rule).iterator(start);
  return Array.from({ length: 4 }, () => localOf(times.next() as ICAL.Time));
}

function writeCalendar(rule: string, zone: Zone, kind: Kind): string {
  const isDays = zone === "days";
  const [start, second, third, fourth] = firstTimes(rule, zone);
  assert.ok(start && second && third && fourth);
  const calendar = icalendar(zone === "Plant 7" ? { timezone: { name: ianaOf(zone), generator: () => plant } } : {});
  const timed = (local: Temporal.PlainDateTime, summary: string): ICalEventData => ({
    id: "series",
    summary,
    start: local,
    end: local.add(isDays ? { days: 2 } : { hours: 2 }),
    allDay: isDays,
    floating: zone === "floating",
    ...(isDays || zone === "floating" || zone === "UTC" ? {} : { timezone: ianaOf(zone) }),
  });
  const inZone = (local: Temporal.PlainDateTime) => {
    if (isDays) return `;VALUE=DATE:${written(local).slice(0, 8)}`;
    if (zone === "UTC") return `:${written(local)}Z`;
    return zone === "floating" ? `:${written(local)}` : `;TZID=${zone}:${written(local)}`;
  };
  const inUtc = (local: Temporal.PlainDateTime) =>
    isDays ? `;VALUE=DATE:${written(local).slice(0, 8)}` : `:${written(elsewhere(local, zone, "UTC"))}Z`;
  const more = {
    excluded: [second, fourth].map((local) => `EXDATE${inZone(local)}`),
    "excluded in UTC": [`EXDATE${inUtc(third)}`],
    added: [`RDATE${inUtc(start.add({ days: 1, hours: isDays ? 0 : 3 }))}`, `RDATE${inZone(start.add({ days: 95 }))}`],
  };
  // The end of a rule is written like its start.
  const until = { days: "", floating: "T003000" }[zone as string] ?? "T003000Z";
  const lines = [`RRULE:${rule.replace("T003000Z", until)}`, ...(kind in more ? more[kind as keyof typeof more] : [])];
  calendar.createEvent({ ...timed(start, "Series"), repeating: lines.join("\r\n") });
  const moved = timed(second.add(isDays ? { days: 40 } : { days: 5, hours: 1 }), "Moved");
  if (kind === "moved") calendar.createEvent({ ...moved, recurrenceId: second });
  if (kind === "cancelled") calendar.createEvent({ ...moved, recurrenceId: second, status: ICalEventStatus.CANCELLED });
  if (kind === "moved elsewhere") {
    const event = timed(elsewhere(third.add({ days: 9 }), zone), "Moved");
    const recurrenceId = isDays ? third : elsewhere(third, zone);
    calendar.createEvent({ ...event, timezone: "Asia/Kolkata", floating: false, recurrenceId });
  }
  // The writer knows only the zones of the database.
  return zone === "Plant 7" ? calendar.toString().replaceAll(ianaOf(zone), zone) : calendar.toString();
}

class NamedZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    return localOf(time).toZonedDateTime(ianaOf(this.tzid)).offsetNanoseconds / 1_000_000_000;
  }
}
for (const zone of [...zones, "Asia/Kolkata"]) ICAL.TimezoneService.register(new NamedZone({ tzid: zone }), zone);

/** Reads a calendar of one series by the rules of `ical.js`, with instants from Temporal. */
function readIndependently(text: string): string[] {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((part) => new ICAL.Event(part));
  const master = events.find((event) => !event.isRecurrenceException());
  assert.ok(master);
  const instant = (time: ICAL.Time) => instantOf(localOf(time), time.zone?.tzid ?? "floating");
  const dates = (name: string) =>
    master.component.getAllProperties(name).flatMap((property) => property.getValues() as ICAL.Time[]);
  const found: string[] = [];
  const add = ({ summary, startDate, endDate }: ICAL.Event, start: ICAL.Time) => {
    const from = instant(start);
    const to = from + instant(endDate) - instant(startDate);
    if (to <= range.from || from >= range.to) return;
    if (start.isDate) {
      const first = localOf(start).toPlainDate();
      found.push(`${summary} ${String(first)} ${String(first.add({ days: 1 }))}`);
    } else found.push(`${summary} ${iso(from)} ${iso(to)}`);
  };
  // The writer gives all-day occurrences the time of their midnight.
  const idOf = (time: ICAL.Time) =>
    master.startDate.isDate ? localOf(time).toPlainDate().toString() : `${instant(time)}`;
  const gone = new Set(dates("exdate").map(idOf));
  for (const event of events) {
    if (event === master) continue;
    gone.add(idOf(event.recurrenceId));
    if (event.component.getFirstPropertyValue("status") !== "CANCELLED") add(event, event.startDate);
  }
  const rule = master.component.getFirstPropertyValue("rrule") as ICAL.Recur;
  const times = rule.iterator(master.startDate);
  const starts = dates("rdate");
  for (let time = times.next(); time && instant(time) < range.to; time = times.next()) starts.push(time.clone());
  for (const start of starts) {
    if (gone.has(idOf(start))) continue;
    gone.add(idOf(start));
    add(master, start);
  }
  return found.sort();
}

const iso = (ms: number) => new Date(ms).toISOString();

function readByStint(text: string): string[] {
  const { events, days, warnings } = listEvents(text, { ...range, timeZone: member, email: "ada@example.com" });
  assert.deepEqual(warnings, []);
  return [
    ...events.map(({ title, start, end }) => `${title} ${iso(start)} ${iso(end)}`),
    ...days.map(({ title, first, last }) => `${title} ${first} ${last}`),
  ].sort();
}

test("calendars with every mixture of recurrence, zone and exception are read as another reader reads them", () => {
  const tm = new Map<string, number>();
  const seen = new Set<string>();
  for (const rule of rules)
    for (const zone of zones) {
      if (zone === "days" && /HOUR/.test(rule)) continue;
      for (const kind of kinds) {
        const t1 = performance.now();
        const text = writeCalendar(rule, zone, kind);
        const expected = readIndependently(text);
        assert.ok(expected.length > 0);
        assert.deepEqual(readByStint(text), expected, text);
        tm.set(rule, (tm.get(rule) ?? 0) + performance.now() - t1);
        seen.add(text.replaceAll(/DTSTAMP.*/g, ""));
      }
    }
  assert.ok(seen.size > 500, `${seen.size}`);
});
