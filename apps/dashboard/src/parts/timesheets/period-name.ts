import { formatDays } from "#i18n/formats/format-days.ts";
import { dayFormat } from "#time/day-format.ts";

export interface SheetPeriod {
  periodStart: string;
  periodEnd: string;
}

/**
 * Names a period: `March 2026` or `23 – 29 Mar 2026`; in the `short` form for column heads, `Mar 2026` or `23 – 29
 * Mar`.
 */
export function periodName({ periodStart, periodEnd }: SheetPeriod, locale: string, length: "long" | "short"): string {
  // A week that begins on the 1st ends before the 28th, so this period must be a month.
  if (periodStart.endsWith("-01") && Number(periodEnd.slice(8)) >= 28)
    return dayFormat(locale, { month: length, year: "numeric" }).format(Date.parse(periodStart));
  const year = length === "long" ? ({ year: "numeric" } as const) : {};
  return formatDays(periodStart, periodEnd, locale, { day: "numeric", month: "short", ...year });
}
