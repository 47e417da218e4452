import { createHash } from "node:crypto";
import { dateAt, dayMs } from "#platform/days.ts";
import { startOfDayMs } from "#platform/time.ts";
import { CalendarZones } from "./icalendar/calendar-zones.ts";
import { readSeries, separate } from "./icalendar/expand-series.ts";
import { findProperty, readCalendars } from "./icalendar/read-components.ts";
import { type EventTimes, type EventVersion, instantOf, readEvent } from "./icalendar/read-event.ts";
import { quote } from "./icalendar/torn-error.ts";
import { Work, workOfAll } from "./icalendar/work.ts";
import { maxDays, maxEvents } from "./limits.ts";

export interface ReadingOptions {
  /** Events outside this range are left out; in milliseconds since 1970. */
  from: number;
  to: number;
  /** The time zone for times that have no time zone or an unknown one, unless the calendar names its own. */
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

const maxWarnings = 5;

/** Lists the events of an iCalendar file (RFC 5545) by start, with recurring events expanded. */
export function listEvents(text: string, options: ReadingOptions): CalendarContent {
  const found = new Found(options);
  const { from, to, timeZone, email } = options;
  const warn = (warning: string) => found.warn(warning);
  const add = (key: string, event: EventVersion, times: EventTimes) => found.add(key, event, times);
  const work = new Work(workOfAll);
  const zoneWork = new Work(workOfAll);
  const events: EventVersion[] = [];
  for (const calendar of readCalendars(text)) {
    const zones = new CalendarZones(calendar, { timeZone, to, work: zoneWork, warn });
    const isCancelled = findProperty(calendar, "METHOD")?.value.trim().toUpperCase() === "CANCEL";
    for (const part of calendar.parts)
      if (part.name === "VEVENT") events.push(readEvent(part, { zones, isCancelled }, { email, warn }));
    if (calendar.tornLine !== undefined) warn(`A line could not be read: ${quote(calendar.tornLine)}`);
    if (!calendar.hasEnd) warn("The calendar has no END line; some of its events may be missing.");
  }
  for (const series of [...Map.groupBy(events, ({ uid }) => uid).values()].flatMap(separate))
    readSeries(series, { from, to, work, warn, add });
  return found.content();
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

  add(key: string, { uid, title }: EventVersion, { start, length, isAllDay }: EventTimes): void {
    const id = `${uid}\n${key}`;
    const { local, isDay, zone } = start;
    if (isDay || isAllDay) {
      const days = Math.max(1, length.days + Math.ceil(length.ms / dayMs));
      this.#addDays({ id, title, first: dayText(local), last: dayText(local + (days - 1) * dayMs) });
      return;
    }
    const from = instantOf(start);
    const to = instantOf({ local: local + length.days * dayMs, isDay, zone }) + length.ms;
    if (to <= from || to <= this.#options.from || from >= this.#options.to) return;
    if (length.days > 0 || this.#takesDays(from, to)) {
      const { timeZone } = this.#options;
      this.#addDays({ id, title, first: dateAt(from, timeZone), last: dateAt(to - 1, timeZone) });
    } else this.#events.set(id, { id, title, start: from, end: to });
  }

  /** A day may have fewer than 24 hours. */
  #takesDays(from: number, to: number): boolean {
    const isMidnight = (ms: number) => ms === startOfDayMs(dateAt(ms, this.#options.timeZone), this.#options.timeZone);
    return to - from >= dayMs || (to - from >= dayMs / 2 && isMidnight(from) && isMidnight(to));
  }

  #addDays(event: DayEvent): void {
    const { from, to, timeZone } = this.#options;
    if (event.last >= dateAt(from, timeZone) && event.first < dateAt(to, timeZone)) this.#days.set(event.id, event);
  }

  warn(warning: string): void {
    if (this.#warnings.size < maxWarnings) this.#warnings.add(warning);
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
      events: events.map(withShortId).sort((one, other) => one.start - other.start),
      days: days.slice(-maxDays).map(withShortId),
      warnings: [...this.#warnings],
    };
  }
}

function withShortId<Event extends { id: string }>(event: Event): Event {
  return { ...event, id: createHash("sha256").update(event.id).digest("base64url").slice(0, 22) };
}

/** The day of a local time. */
function dayText(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}
