import { cleanLine } from "#platform/text.ts";
import type { NoticeRow } from "./queries.ts";
import type { SheetFacts } from "./occasions.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { fr } from "./words/fr.ts";
import type { Words } from "./words/words.ts";

const languages = { en, de, fr };

export type Language = keyof typeof languages;

/** The settings that determine how text for a person is worded and formatted. */
export interface Reading {
  language: Language;
  timeZone: string;
  clock: "12" | "24" | null;
  durations: "clock" | "decimal";
}

/** A notice in a person's language. `path` is the page of the dashboard that `action` opens. */
export interface WordedNotice {
  title: string;
  text: string;
  action: string;
  path: string;
}

export function wordsOf(language: Language): Words {
  return languages[language];
}

/** The person's choice, or the browser's first supported language (RFC 9110 §12.5.4), or English. */
export function chooseLanguage(chosen: string | null, acceptLanguage = ""): Language {
  const asked = acceptLanguage
    .split(",")
    .map((range) => range.trim().split(";"))
    .map(([tag = "", ...options]) => ({ tag, q: Number(/q=([\d.]+)/.exec(options.join())?.[1] ?? 1) }))
    .toSorted((one, other) => other.q - one.q)
    .map(({ tag }) => tag.slice(0, 2).toLowerCase());
  const known = [chosen, ...asked].find((tag) => tag !== null && Object.hasOwn(languages, tag));
  return (known ?? "en") as Language;
}

export function wordNotice(row: NoticeRow, reading: Reading, now: Date): WordedNotice {
  const words = wordsOf(reading.language);
  switch (row.kind) {
    case "time_missing": {
      const { date } = row.facts;
      const { title, ...missing } = words.timeMissing;
      return { ...missing, title: title(dayName(date, reading)), path: `/time?from=${date}&to=${date}` };
    }
    case "timer_running_long": {
      const startedMs = Date.parse(row.facts.startedAt);
      const { title, text, action } = words.timerRunning;
      const hours = hoursText((Date.parse(row.created_at) - startedMs) / 3_600_000, reading);
      return { title: title(hours), text: text(instantText(startedMs, reading)), action, path: "/notices" };
    }
    case "timesheet_due":
      return {
        ...words.due,
        title: words.due.title(periodName(row.facts, reading)),
        path: `/timesheets/${row.facts.timesheetId}`,
      };
    case "timesheet_submitted":
      return {
        ...words.submitted,
        title: words.submitted.title(nameIn(row.about_name), periodName(row.facts, reading)),
        path: `/timesheets/${row.facts.timesheetId}`,
      };
    case "timesheet_decided": {
      const { status, note, timesheetId } = row.facts;
      const { by, noted, action } = words.decided;
      const name = nameIn(row.by_name);
      const text = note === null ? by(name) : noted(name, note.split("\n").map(cleanLine).join("\n"));
      const title = words.decided[status](periodName(row.facts, reading));
      return { title, text, action, path: `/timesheets/${timesheetId}` };
    }
    case "budget": {
      const { percent, periodStart } = row.facts;
      const { reached, exceeded, text, action } = words.budget;
      const project = nameIn(row.project_name);
      const share = new Intl.NumberFormat(reading.language, { style: "percent" }).format((percent ?? 0) / 100);
      return {
        title: percent === null ? exceeded(project) : reached(project, share),
        text: text(periodStart === null ? null : dayName(periodStart, reading, now)),
        action,
        path: `/projects/${row.project_id}`,
      };
    }
    case "digest": {
      const { from, to } = row.facts;
      const { title, text, action } = words.digest;
      return {
        title: title(words.week(dayName(from, reading, now))),
        text,
        action,
        path: `/reports?from=${from}&to=${to}&groupBy=user`,
      };
    }
  }
}

/** Older names may contain line breaks, which would begin paragraphs of their own. */
const nameIn = (name: string | null) => cleanLine(name ?? "");

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
function dayName(date: string, { language }: Reading, now?: Date): string {
  const weekday = now === undefined ? ({ weekday: "long" } as const) : {};
  const year = now === undefined || date.startsWith(String(now.getUTCFullYear())) ? {} : ({ year: "numeric" } as const);
  const format = formatOf(language, { ...weekday, ...year, day: "numeric", month: "long", timeZone: "UTC" });
  return withFrenchFirst(format.format(new Date(date)), language);
}

function periodName({ period, start, end }: SheetFacts, { language }: Reading): string {
  if (period === "month")
    return formatOf(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(start));
  const week = formatOf(language, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return withFrenchFirst(week.formatRange(new Date(start), new Date(end)), language);
}

function instantText(ms: number, { language, timeZone, clock }: Reading): string {
  const hour12 = clock === null ? {} : { hour12: clock === "12" };
  const options = { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" } as const;
  return withFrenchFirst(formatOf(language, { ...options, ...hour12, timeZone }).format(ms), language);
}

/** French writes the first day of a month as an ordinal: `1er novembre`. */
function withFrenchFirst(date: string, language: Language): string {
  return language === "fr" ? date.replaceAll(/(?<!\d)1(?=\s\p{L}|\s?–)/gu, "1er") : date;
}

function hoursText(hours: number, { language }: Reading): string {
  const format = new Intl.NumberFormat(language, { style: "unit", unit: "hour", unitDisplay: "long" });
  return format.format(Math.floor(hours));
}
