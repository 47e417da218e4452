import { dayMs } from "#platform/days.ts";
import { type CalendarZones, toInstant, toLocal, utc, type Zone } from "./calendar-zones.ts";
import { type Length, lengthBetween, parseDuration, parseTime } from "./parse-time.ts";
import { type Component, findProperty, listProperties, parameterOf, type Property } from "./read-components.ts";
import { oneLine, quote, TornError } from "./torn-error.ts";

/** A time or a day from the file. A day is stored as its midnight, whatever the zone. */
export interface Moment {
  local: number;
  isDay: boolean;
  zone: Zone;
}

export interface EventTimes {
  start: Moment;
  length: Length;
  /** Whether the calendar program calls the event an all-day event, although it has times. */
  isAllDay: boolean;
}

/** One VEVENT: a single event, a series, or an event that replaces an occurrence of a series. */
export interface EventVersion {
  uid: string;
  title: string;
  /** The title, as shown in warnings. */
  named: string;
  component: Component;
  zones: CalendarZones;
  /** Undefined if the times cannot be read. */
  times: EventTimes | undefined;
  /** The RECURRENCE-ID: the occurrence that this event replaces. */
  replaced: Property | undefined;
  isCancelled: boolean;
  isDeclined: boolean;
  /** The version with the largest of these strings is valid. */
  version: string;
}

const longestTitle = 500;

export function readEvent(
  component: Component,
  calendar: { zones: CalendarZones; isCancelled: boolean },
  { email, warn }: { email: string; warn: (warning: string) => void },
): EventVersion {
  const valueOf = (name: string) => findProperty(component, name)?.value.trim() ?? "";
  const title = oneLine(unescape(valueOf("SUMMARY")), longestTitle);
  const named = title === "" ? "An event without a title" : quote(title);
  const times = attempt(() => readTimes(component, calendar.zones), `${named} was left out`, warn);
  if (component.tornLine !== undefined)
    warn(`${named} has a line that could not be read: ${quote(component.tornLine)}`);
  if (!component.hasEnd) warn(`${named} has no END line; part of it may be missing.`);
  const isCancelled = calendar.isCancelled || valueOf("STATUS").toUpperCase() === "CANCELLED";
  const stamps = ["SEQUENCE", "DTSTAMP", "LAST-MODIFIED"].map((name) => valueOf(name).replaceAll(/\D/g, ""));
  return {
    // Identifies an event without a UID by its title and start, so it can be no version of another event.
    uid: valueOf("UID") || `${title}\n${valueOf("DTSTART")}`,
    title,
    named,
    component,
    zones: calendar.zones,
    times,
    replaced: findProperty(component, "RECURRENCE-ID"),
    isCancelled,
    isDeclined: hasDeclined(component, email),
    version: stamps.map((digits) => digits.padStart(16, "0")).join(),
  };
}

/** Runs `read`. If it throws a TornError, adds a warning that begins with `outcome` and returns undefined. */
export function attempt<Read>(read: () => Read, outcome: string, warn: (warning: string) => void): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TornError)) throw error;
    warn(`${outcome}: ${error.message}`);
    return undefined;
  }
}

function readTimes(component: Component, zones: CalendarZones): EventTimes {
  const begins = findProperty(component, "DTSTART");
  if (begins === undefined) throw new TornError("it has no start");
  const start = readMoment(begins, zones);
  const length = readLength(component, start, zones);
  const flag = findProperty(component, "X-MICROSOFT-CDO-ALLDAYEVENT")?.value.trim().toUpperCase();
  const isMidnight = start.local % dayMs === 0 && length.ms === 0 && length.days > 0;
  return { start, length, isAllDay: isMidnight && flag === "TRUE" };
}

function readLength(component: Component, start: Moment, zones: CalendarZones): Length {
  const ends = findProperty(component, "DTEND");
  const lasts = findProperty(component, "DURATION");
  if (ends !== undefined) return lengthUntil(start, readMoment(ends, zones, start.zone));
  if (lasts !== undefined) return parseDuration(lasts.value);
  return { days: start.isDay ? 1 : 0, ms: 0 };
}

/**
 * Returns the length in days if both ends are in one zone, so that a clock change does not move the end; otherwise in
 * exact time.
 */
export function lengthUntil(start: Moment, end: Moment): Length {
  if (start.isDay || end.isDay || start.zone === end.zone) {
    const length = lengthBetween(start.local, end.local);
    if (length.ms === 0 || start.isDay) return length;
  }
  return { days: 0, ms: instantOf(end, start.zone) - instantOf(start) };
}

/** Reads a property's value; `floating` is the zone of times without a zone. */
export function readMoment(property: Property, zones: CalendarZones, floating = zones.floating): Moment {
  const { local, isDay, isUtc } = parseTime(property.value);
  if (isDay || parameterOf(property, "VALUE")?.toUpperCase() === "DATE")
    return { local: Math.floor(local / dayMs) * dayMs, isDay: true, zone: floating };
  const name = parameterOf(property, "TZID") ?? "";
  if (isUtc) return { local, isDay, zone: utc };
  return { local, isDay, zone: name === "" ? floating : zones.find(name) };
}

/** The instant of a moment, or of the midnight of a day in the given zone. */
export function instantOf({ local, isDay, zone }: Moment, zoneOfDays = zone): number {
  return toInstant(local, isDay ? zoneOfDays : zone);
}

/** The day of a moment. A UTC time other than midnight stands for the day that it belongs to in the given zone. */
export function dayOf({ local, zone }: Moment, floating: Zone): number {
  return Math.floor((zone === utc && local % dayMs !== 0 ? toLocal(local, floating) : local) / dayMs);
}

function hasDeclined(component: Component, email: string): boolean {
  return listProperties(component, "ATTENDEE").some((attendee) => {
    // The value of an attendee from iCloud is a path, with the address in a parameter (RFC 7986).
    const addresses = [attendee.value.replace(/^\s*mailto:/i, ""), parameterOf(attendee, "EMAIL") ?? ""];
    const isMember = addresses.some((address) => address.trim().toLowerCase() === email.toLowerCase());
    return isMember && parameterOf(attendee, "PARTSTAT")?.toUpperCase() === "DECLINED";
  });
}

function unescape(value: string): string {
  return value.replaceAll(/\\(.)/gs, (_, escaped: string) => (/n/i.test(escaped) ? "\n" : escaped));
}
