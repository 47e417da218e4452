import { useFormat } from "#i18n/format.ts";
import { withFrenchFirst } from "#i18n/formats/french-first.ts";
import { useFieldWords } from "#i18n/words/use-field-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayFormat } from "#time/day-format.ts";
import { bucketOfKey, type DayRange, type Interval } from "#time/report-period.ts";
import type { Weekday } from "#time/zoned.ts";
import type { Grouping } from "#pages/reports/address/report-address.ts";
import { useReportWords } from "./use-report-words.ts";

/** The display names of groups, dates and ranges. */
export function useReportNames(interval: Interval = "day", weekStart: Weekday = "monday") {
  const format = useFormat();
  const { locale } = useSettings();
  const words = useReportWords();
  const { sources } = useFieldWords();
  const write = (day: string, options: Intl.DateTimeFormatOptions) =>
    withFrenchFirst(dayFormat(locale, options).format(new Date(`${day}T00:00:00Z`)), locale);
  const ofRange = (range: Partial<DayRange> | undefined, nameOf = format.date): string => {
    if (range?.from !== undefined && range.to !== undefined)
      return range.from === range.to ? format.day(range.from) : `${nameOf(range.from)} – ${nameOf(range.to)}`;
    if (range?.from !== undefined) return words.since(nameOf(range.from));
    return range?.to === undefined ? words.periods.all : words.until(nameOf(range.to));
  };
  const ofDate = (key: string): string => {
    const { from, to } = bucketOfKey(key, interval, weekStart);
    if (interval === "day") return format.day(from);
    if (interval === "week") return ofRange({ from, to });
    if (interval === "month") return write(from, { month: "long", year: "numeric" });
    return interval === "quarter" ? words.quarter(key.slice(-1), key.slice(0, 4)) : key;
  };
  return {
    ofRange,
    ofDate,
    /** A short name that fits under a bar. */
    ofBar: (key: string): string => {
      const { from } = bucketOfKey(key, interval, weekStart);
      if (interval === "day") return format.shortDay(from);
      if (interval === "week") return write(from, { day: "numeric", month: "short" });
      return interval === "month" ? write(from, { month: "short", year: "2-digit" }) : ofDate(key);
    },
    ofGroup: (by: Grouping, key: string | null, name: string | null): string => {
      if (key === null) return name ?? words.none[by];
      if (by === "date") return ofDate(key);
      if (by === "source") return sources[key] ?? key;
      return by === "billable" ? words.billableKeys[key === "true" ? "true" : "false"] : (name ?? key);
    },
  };
}
