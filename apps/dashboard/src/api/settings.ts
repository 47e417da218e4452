import { createContext, useContext } from "react";
import type { Catalogue, Language } from "#text/catalogue.ts";
import { type DurationStyle, formatDuration } from "#time/format-duration.ts";
import { minorDigits, toDecimal } from "#figures/decimal.ts";
import type { Weekday } from "#time/zoned.ts";

/** How the person wants to read: language, zone, clock, durations. */
export interface Settings {
  language: Language;
  /** For `Intl`: the language with the device's region, such as `en-GB`. */
  locale: string;
  zone: string;
  weekStart: Weekday;
  hour12: boolean;
  durations: DurationStyle;
  shortcuts: boolean;
  text: Catalogue;
}

/** Formats for the person. Instants are shown in the person's zone. */
export interface Format {
  duration: (seconds: number) => string;
  /** `9:40` or `9:40 AM`. */
  clock: (instant: string | number) => string;
  /** `Friday 20 Nov`, with the year where it is not this one. */
  day: (day: string) => string;
  /** `14 March`, with the year where it is not this one. */
  date: (day: string) => string;
  /** `Monday 2 March`, as screen readers say it. */
  longDay: (day: string) => string;
  /** `Fri 20`. */
  shortDay: (day: string) => string;
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  percent: (share: number) => string;
  money: (minor: number, currency: string) => string;
  list: (items: readonly string[]) => string;
}

export function createFormat({ locale, zone, hour12, durations }: Settings): Format {
  const clock = new Intl.DateTimeFormat(locale, {
    hour: "numeric",
    minute: "2-digit",
    timeZone: zone,
    hourCycle: hour12 ? "h12" : "h23",
  });
  const day = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "short", timeZone: "UTC" });
  const dayOfYear = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });
  const longDay = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const shortDay = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", timeZone: "UTC" });
  const dateOfYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
  const fullDate = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const plain = new Intl.NumberFormat(locale);
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const thisYear = String(new Date().getFullYear());
  return {
    duration: (seconds) => formatDuration(seconds, durations, locale),
    clock: (instant) => clock.format(new Date(instant)),
    day: (date) => (date.startsWith(thisYear) ? day : dayOfYear).format(new Date(`${date}T00:00:00Z`)),
    date: (date) => (date.startsWith(thisYear) ? dateOfYear : fullDate).format(new Date(`${date}T00:00:00Z`)),
    longDay: (date) => longDay.format(new Date(`${date}T00:00:00Z`)),
    shortDay: (date) => shortDay.format(new Date(`${date}T00:00:00Z`)),
    number: (value, options) => (options === undefined ? plain : new Intl.NumberFormat(locale, options)).format(value),
    percent: (share) => percent.format(share),
    money: (minor, currency) =>
      new Intl.NumberFormat(locale, { style: "currency", currency }).format(toDecimal(minor, minorDigits(currency))),
    list: (items) => list.format(items),
  };
}

export const SettingsContext = createContext<(Settings & { format: Format }) | undefined>(undefined);

/** The person's settings, texts and formats. */
export function useSettings(): Settings & { format: Format } {
  const settings = useContext(SettingsContext);
  if (settings === undefined) throw new Error("useSettings needs a SettingsProvider above it.");
  return settings;
}

export function useText(): Catalogue {
  return useSettings().text;
}
