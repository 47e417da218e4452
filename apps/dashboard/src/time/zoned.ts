import { knownZone } from "./known-zone.ts";

/** The calendar day (`YYYY-MM-DD`) of an instant in `zone`. */
export function dayOf(instant: string | number, zone: string): string {
  return toZoned(instant, zone).toPlainDate().toString();
}

export function toZoned(instant: string | number, zone: string): Temporal.ZonedDateTime {
  const ms = typeof instant === "number" ? instant : Date.parse(instant);
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(knownZone(zone));
}

/** The start of a day in `zone`, in milliseconds. If the zone skips midnight, the first instant after it. */
export function startOfDay(day: string, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(knownZone(zone)).epochMilliseconds;
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
}

/** The half-open range of `days` days starting with `day`, in milliseconds. */
export function rangeOfDays(day: string, days: number, zone: string): { from: number; to: number } {
  return { from: startOfDay(day, zone), to: startOfDay(addDays(day, days), zone) };
}

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof weekdays)[number];

export function startOfWeek(day: string, weekStart: Weekday): string {
  const date = Temporal.PlainDate.from(day);
  const back = (date.dayOfWeek - 1 - weekdays.indexOf(weekStart) + 7) % 7;
  return date.subtract({ days: back }).toString();
}

export function listDays(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(day, at));
}

/** The clock time of an instant in `zone`, in minutes after midnight. */
export function clockMinutesOf(instant: string | number, zone: string): number {
  const { hour, minute } = toZoned(instant, zone);
  return hour * 60 + minute;
}
