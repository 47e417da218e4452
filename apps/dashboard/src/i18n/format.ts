import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import { offsetIfRepeated } from "@stint/grammar/zone.ts";
import { createContext, useContext } from "react";
import { type DurationStyle, formatDuration } from "@stint/grammar/time-text.ts";
import { dayOf, type Weekday, weekdays } from "#time/zoned.ts";
import { toDecimal } from "./formats/decimal.ts";
import { withFrenchFirst } from "./formats/french-first.ts";

/** Formatters with the person's settings. Instants are shown in the person's zone. */
export interface Format {
  duration: (seconds: number) => string;
  /** `9:40` or `9:40 AM`. */
  clock: (instant: string | number) => string;
  /** `9:40`, or `2:40 UTC+1` if clocks show the time twice on that day. */
  exactClock: (instant: number) => string;
  /** `Friday 20 Nov`, with the year unless it is the current one. */
  day: (day: string) => string;
  /** The day of an instant, like `day`. */
  dayOf: (instant: string) => string;
  /** `14 March`, with the year unless it is the current one. */
  date: (day: string) => string;
  /** `Monday 2 March`, for screen readers. */
  longDay: (day: string) => string;
  /** `Fri 20`. */
  shortDay: (day: string) => string;
  /** `20 Nov`, with the year unless it is the current one. */
  briefDate: (day: string) => string;
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  percent: (share: number) => string;
  money: (minor: number, currency: string) => string;
  list: (items: readonly string[]) => string;
  /** `Friday 20 Nov 9:40`. */
  moment: (instant: string) => string;
}

interface Given {
  locale: string;
  zone: string;
  hour12: boolean;
  durations: DurationStyle;
}

export function createFormat({ locale, zone, hour12, durations }: Given, now: number): Format {
  const clock = once(
    () =>
      new Intl.DateTimeFormat(locale, {
        hour: "numeric",
        minute: "2-digit",
        timeZone: zone,
        hourCycle: hour12 ? "h12" : "h23",
      }),
  );
  const ofDay = (options: Intl.DateTimeFormatOptions) =>
    once(() => {
      const written = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
      return { format: (date: Date) => withFrenchFirst(written.format(date), locale) };
    });
  const day = ofDay({ weekday: "long", day: "numeric", month: "short" });
  const dayOfYear = ofDay({ dateStyle: "full" });
  const longDay = ofDay({ weekday: "long", day: "numeric", month: "long" });
  const shortDay = ofDay({ weekday: "short", day: "numeric" });
  const dateOfYear = ofDay({ day: "numeric", month: "long" });
  const fullDate = ofDay({ dateStyle: "long" });
  const briefOfYear = ofDay({ day: "numeric", month: "short" });
  const brief = ofDay({ dateStyle: "medium" });
  const percent = once(() => new Intl.NumberFormat(locale, { style: "percent" }));
  const plain = once(() => new Intl.NumberFormat(locale));
  const list = once(() => new Intl.ListFormat(locale, { type: "conjunction" }));
  const moneyIn = oncePer((currency: string) => {
    const digits = currencyDecimals(currency);
    // Without these options, Intl rounds some currencies to whole units.
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const written = new Intl.NumberFormat(locale, { style: "currency", currency, ...options });
    return (minor: number) => written.format(toDecimal(minor, digits));
  });
  const thisYear = dayOf(now, zone).slice(0, 4);
  const at = (date: string) => new Date(`${date}T00:00:00Z`);
  const format: Format = {
    duration: (seconds) => formatDuration(seconds, durations, locale),
    clock: (instant) => clock().format(new Date(instant)),
    exactClock: (instant) => format.clock(instant) + offsetIfRepeated(instant, zone),
    day: (date) => (date.startsWith(thisYear) ? day() : dayOfYear()).format(at(date)),
    dayOf: (instant) => format.day(dayOf(instant, zone)),
    date: (date) => (date.startsWith(thisYear) ? dateOfYear() : fullDate()).format(at(date)),
    briefDate: (date) => (date.startsWith(thisYear) ? briefOfYear() : brief()).format(at(date)),
    longDay: (date) => longDay().format(at(date)),
    // Intl formats German dates as `Mo., 23.`, but columns show `Mo 23.`. It formats American ones as `23 Mon`, although
    // it puts the weekday first in all others.
    shortDay: (date) =>
      shortDay()
        .format(at(date))
        .replace(/^(\d+) (.+)|\., /, "$2 $1"),
    number: (value, options) =>
      (options === undefined ? plain() : new Intl.NumberFormat(locale, options)).format(value),
    percent: (share) => percent().format(share),
    money: (minor, currency) => moneyIn(currency)(minor),
    list: (items) => list().format(items),
    // German separates day and time with a comma: `Freitag, 20. Nov., 09:40`.
    moment: (instant) => `${format.dayOf(instant)}${locale.startsWith("de") ? "," : ""} ${format.clock(instant)}`,
  };
  return format;
}

/** Creates a value on first use, because creating all formatters at once would delay the first screen. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function oncePer<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

export const FormatContext = createContext<Format | undefined>(undefined);

export function useFormat(): Format {
  const format = useContext(FormatContext);
  if (format === undefined) throw new Error("useFormat needs a SettingsProvider above it.");
  return format;
}

/** Returns a function that names a day of the week: `Monday` for `monday`. */
export function weekdayNames(locale: string): (day: Weekday) => string {
  const names = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // January 1, 2024, was a Monday.
  return (day) => names.format(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));
}
