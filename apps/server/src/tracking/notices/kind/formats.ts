import { cleanLine } from "#platform/text.ts";
import type { Language } from "#texts/texts.ts";
import type { SheetFacts } from "#tracking/notices/kinds/sheet-facts.ts";
import type { Reading } from "./reading.ts";

/** Older names may contain line breaks, which would begin paragraphs of their own. */
export const nameIn = (name: string | null) => cleanLine(name ?? "");

const maxFormats = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches a limited number of formats: a time zone can be spelled in many ways, because case does not matter. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    if (formats.size >= maxFormats) formats.clear();
    format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, options);
    formats.set(key, format);
  }
  return format;
}

/** Formats a date. Without `now`, includes the weekday; with `now`, includes the year unless it is the current one. */
export function dayName(date: string, { language }: Reading, now?: Date): string {
  const weekday = now === undefined ? ({ weekday: "long" } as const) : {};
  const year = now === undefined || date.startsWith(String(now.getUTCFullYear())) ? {} : ({ year: "numeric" } as const);
  const format = formatOf(language, { ...weekday, ...year, day: "numeric", month: "long", timeZone: "UTC" });
  return withFrenchFirst(format.format(new Date(date)), language);
}

export function periodName({ period, start, end }: SheetFacts, { language }: Reading): string {
  if (period === "month")
    return formatOf(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(start));
  const week = formatOf(language, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return withFrenchFirst(week.formatRange(new Date(start), new Date(end)), language);
}

export function instantText(ms: number, { language, timeZone, clock }: Reading): string {
  const hour12 = clock === null ? {} : { hour12: clock === "12" };
  const options = { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" } as const;
  return withFrenchFirst(formatOf(language, { ...options, ...hour12, timeZone }).format(ms), language);
}

/** French writes the first day of a month as an ordinal: `1er novembre`. */
function withFrenchFirst(date: string, language: Language): string {
  return language === "fr" ? date.replaceAll(/(?<!\d)1(?=\s\p{L}|\s?–)/gu, "1er") : date;
}

export function hoursText(hours: number, { language }: Reading): string {
  const format = new Intl.NumberFormat(language, { style: "unit", unit: "hour", unitDisplay: "long" });
  return format.format(Math.floor(hours));
}
