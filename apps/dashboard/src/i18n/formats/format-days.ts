import { dayFormat } from "#time/day-format.ts";
import { withFrenchFirst } from "./french-first.ts";

/** Formats a range of calendar days: `16 – 22 Nov 2026`, or a single day if both are the same. */
export function formatDays(first: string, last: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return withFrenchFirst(dayFormat(locale, options).formatRange(Date.parse(first), Date.parse(last)), locale);
}
