// The grammar's days, in zones that this browser knows.
import { addDays, dayMs } from "@stint/grammar/days.ts";
import { clockOf, dayOf as dayInZone, startOfDay as startInZone } from "@stint/grammar/zone.ts";
import { knownZone } from "./known-zone.ts";

export { addDays, startOfWeek, weekDays as weekdays, type WeekDay as Weekday } from "@stint/grammar/days.ts";

/** The calendar day (`YYYY-MM-DD`) of an instant in `zone`. Where clocks repeat an hour across midnight, it is of the new day. */
export function dayOf(instant: string | number, zone: string): string {
  return dayInZone(toMs(instant), knownZone(zone));
}

export function toZoned(instant: string | number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(toMs(instant)).toZonedDateTimeISO(knownZone(zone));
}

/** The start of a day in `zone`, in milliseconds. If the zone skips midnight, the first instant after it. */
export function startOfDay(day: string, zone: string): number {
  return startInZone(day, knownZone(zone));
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** The half-open range of `days` days starting with `day`, in milliseconds. */
export function rangeOfDays(day: string, days: number, zone: string): { from: number; to: number } {
  return { from: startOfDay(day, zone), to: startOfDay(addDays(day, days), zone) };
}

export function listDays(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(day, at));
}

/** The clock time of an instant in `zone`, in minutes after midnight. */
export function clockMinutesOf(instant: string | number, zone: string): number {
  return clockOf(toMs(instant), knownZone(zone));
}

const toMs = (instant: string | number): number => (typeof instant === "number" ? instant : Date.parse(instant));
