import { createHash } from "node:crypto";
import ICAL from "ical.js";
import { dateAt, dayMs } from "#platform/day-starts.ts";
import { UnreadableError } from "#platform/egress/unreadable-error.ts";
import { isTimeZone } from "#platform/time.ts";

export interface ReadingOptions {
  /** Events outside this range are left out; in milliseconds since 1970. */
  from: number;
  to: number;
  /** The time zone for times that have no time zone or an unknown one. */
  timeZone: string;
  /** The member's email address. Meetings that the member declined are left out. */
  email: string;
}

/** An event with a start and end time, in milliseconds since 1970. */
export interface TimedEvent {
  id: string;
  title: string;
  start: number;
  end: number;
}

/** An all-day event, with its first and last day as YYYY-MM-DD. */
export interface DayEvent {
  id: string;
  title: string;
  first: string;
  last: string;
}

export interface CalendarContent {
  events: TimedEvent[];
  days: DayEvent[];
  /** Describes parts of the file that could not be read as intended. */
  warnings: string[];
}

const maxEvents = 2_000;
const maxDays = 300;
const maxWarnings = 5;
const longestTitle = 500;
/** The maximum number of occurrences to expand: 54 years of a daily event, or two years of an hourly one. */
const maxSteps = 20_000;

/** Lists the events of an iCalendar file (RFC 5545) by start, with recurring events expanded. */
export function listEvents(text: string, options: ReadingOptions): CalendarContent {
  const roots = parse(text);
  const found = new Found(options);
  knowZones(text, roots, found);
  for (const root of roots) {
    const byUid = Map.groupBy(root.getAllSubcomponents("vevent"), (event) => textOf(event, "uid"));
    for (const [uid, components] of byUid) readSeries(uid, components, found);
  }
  return found.content();
}

function parse(given: string): ICAL.Component[] {
  const text = given.replace(/^\uFEFF?\s*/, "");
  if (!/^BEGIN:VCALENDAR\s/i.test(text)) {
    const isPage = text.startsWith("<");
    throw new UnreadableError(
      isPage
        ? "it is the address of a web page; calendar programs show the address of the calendar itself, which often ends in .ics"
        : "its content is not a calendar (it does not begin with BEGIN:VCALENDAR)",
    );
  }
  try {
    const parsed = ICAL.parse(text) as unknown[];
    const roots = typeof parsed[0] === "string" ? [parsed] : parsed;
    return roots.map((root) => new ICAL.Component(root as never));
  } catch (error) {
    throw new UnreadableError(`the calendar is not valid (RFC 5545): ${oneLine((error as Error).message, 200)}`);
  }
}

class NamedZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    return wallTime(time).toZonedDateTime(this.tzid).offsetNanoseconds / 1_000_000_000;
  }
}

/** Registers the time zones that the file uses but does not define. */
function knowZones(text: string, roots: readonly ICAL.Component[], found: Found): void {
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, "");
  const named = [...unfolded.matchAll(/;TZID=(?:"([^"\r\n]+)"|([^";:\r\n]+))[;:]/gi)];
  for (const name of new Set(named.map(([, quoted, bare]) => quoted ?? bare ?? ""))) {
    if (roots.some((root) => root.getTimeZoneByID(name) !== null)) continue;
    const isKnown = isTimeZone(name);
    if (!isKnown) found.warn(`The time zone ${quote(name)} is unknown; its times were read in your time zone.`);
    ICAL.TimezoneService.register(new NamedZone({ tzid: isKnown ? name : found.timeZone }), name);
  }
}

/** Reads the events with one UID: a main event, which may recur, and events that replace some of its occurrences. */
function readSeries(uid: string, components: readonly ICAL.Component[], found: Found): void {
  const [exceptions, masters] = split(components, (component) => component.hasProperty("recurrence-id"));
  for (const exception of exceptions) {
    found.attempt(exception, (event) => {
      found.add(`${uid}\n${event.recurrenceId.toString()}`, event, { start: event.startDate, end: event.endDate });
    });
  }
  for (const master of masters) {
    found.attempt(master, (event) => {
      if (!event.isRecurring()) {
        found.add(`${uid}\n`, event, { start: event.startDate, end: event.endDate });
        return;
      }
      for (const exception of exceptions) event.relateException(exception);
      expand(uid, event, found);
    });
  }
}

function expand(uid: string, event: ICAL.Event, found: Found): void {
  const replaced = new Set(Object.keys(event.exceptions));
  const iterator = event.iterator();
  for (let steps = 0; steps < maxSteps; steps++) {
    // The library returns undefined or null after the last occurrence.
    const next = (iterator.next() as ICAL.Time | null | undefined) ?? undefined;
    if (next === undefined || found.isAfter(next)) return;
    const id = next.toString();
    if (replaced.has(id) || replaced.has(next.convertToZone(ICAL.Timezone.utcTimezone).toString())) continue;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    found.add(`${uid}\n${id}`, item, { start: startDate, end: endDate });
  }
  found.warn(`${quote(titleOf(event))} repeats too often; only its first ${maxSteps} times were read.`);
}

/** Collects events. A later event with the same id replaces an earlier one. */
class Found {
  readonly #options: ReadingOptions;
  readonly #events = new Map<string, TimedEvent>();
  readonly #days = new Map<string, DayEvent>();
  readonly #warnings = new Set<string>();

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  get timeZone(): string {
    return this.#options.timeZone;
  }

  /** Reads one component. If that fails, adds a warning and continues. */
  attempt(component: ICAL.Component, read: (event: ICAL.Event) => void): void {
    try {
      // Passes no exceptions, because the library would search all of them for each component, in quadratic time.
      read(new ICAL.Event(component, { exceptions: [], strictExceptions: true }));
    } catch (error) {
      const title = textOf(component, "summary");
      this.warn(`${quote(title)} was left out: ${oneLine((error as Error).message, 100)}`);
    }
  }

  add(key: string, event: ICAL.Event, { start, end }: { start: ICAL.Time; end: ICAL.Time }): void {
    if (textOf(event.component, "status").toUpperCase() === "CANCELLED") return;
    if (hasDeclined(event, this.#options.email)) return;
    const id = createHash("sha256").update(key).digest("base64url").slice(0, 22);
    const title = titleOf(event);
    if (start.isDate) {
      const last = wallTime(end).toPlainDate().subtract({ days: 1 }).toString();
      const first = wallTime(start).toPlainDate().toString();
      this.#addDays({ id, title, first, last: last < first ? first : last });
      return;
    }
    const from = this.#instantOf(start);
    const to = this.#instantOf(end);
    const { timeZone } = this.#options;
    if (to - from >= dayMs) this.#addDays({ id, title, first: dateAt(from, timeZone), last: dateAt(to - 1, timeZone) });
    else if (to > from && to > this.#options.from && from < this.#options.to)
      this.#events.set(id, { id, title, start: from, end: to });
  }

  #addDays(event: DayEvent): void {
    const { from, to, timeZone } = this.#options;
    if (event.last >= dateAt(from, timeZone) && event.first < dateAt(to, timeZone)) this.#days.set(event.id, event);
  }

  warn(warning: string): void {
    this.#warnings.add(warning);
  }

  isAfter(time: ICAL.Time): boolean {
    return this.#instantOf(time) >= this.#options.to;
  }

  #instantOf(time: ICAL.Time): number {
    if (time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1000;
    return wallTime(time).toZonedDateTime(this.#options.timeZone).epochMilliseconds;
  }

  content(): CalendarContent {
    const middle = (this.#options.from + this.#options.to) / 2;
    const events = [...this.#events.values()];
    if (events.length > maxEvents) {
      this.warn(`There are more than ${maxEvents} events; those furthest from today were left out.`);
      events.sort((one, other) => Math.abs(one.start - middle) - Math.abs(other.start - middle)).splice(maxEvents);
    }
    const days = [...this.#days.values()].sort((one, other) => (one.first < other.first ? -1 : 1));
    return {
      events: events.sort((one, other) => one.start - other.start),
      days: days.slice(-maxDays),
      warnings: [...this.#warnings].slice(0, maxWarnings),
    };
  }
}

function hasDeclined(event: ICAL.Event, email: string): boolean {
  return event.attendees.some((attendee) => {
    // The parameter is optional, and the library returns undefined if it is missing.
    const answer = attendee.getFirstParameter("partstat") as string | undefined;
    const isMember = String(attendee.getFirstValue()).toLowerCase() === `mailto:${email.toLowerCase()}`;
    return isMember && answer?.toUpperCase() === "DECLINED";
  });
}

function titleOf({ component }: ICAL.Event): string {
  return textOf(component, "summary");
}

/** A property's value as one line; empty if it is missing. */
function textOf(component: ICAL.Component, property: string): string {
  const value = component.getFirstPropertyValue(property);
  return typeof value === "string" ? oneLine(value, longestTitle) : "";
}

/** Text from the file as one line that PostgreSQL can store. */
function oneLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.slice(0, maxLength).toWellFormed();
}

function quote(title: string): string {
  return JSON.stringify(title.slice(0, 60).toWellFormed());
}

/** The date and time as written, ignoring the time zone. */
function wallTime({ year, month, day, hour, minute, second }: ICAL.Time): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second: Math.min(second, 59) });
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
