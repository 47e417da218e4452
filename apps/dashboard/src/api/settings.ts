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
    once(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
  const day = ofDay({ weekday: "long", day: "numeric", month: "short" });
  const dayOfYear = ofDay({ dateStyle: "full" });
  const longDay = ofDay({ weekday: "long", day: "numeric", month: "long" });
  const shortDay = ofDay({ weekday: "short", day: "numeric" });
  const dateOfYear = ofDay({ day: "numeric", month: "long" });
  const fullDate = ofDay({ dateStyle: "long" });
  const percent = once(() => new Intl.NumberFormat(locale, { style: "percent" }));
  const plain = once(() => new Intl.NumberFormat(locale));
  const list = once(() => new Intl.ListFormat(locale, { type: "conjunction" }));
  const thisYear = String(new Date().getFullYear());
  const at = (date: string) => new Date(`${date}T00:00:00Z`);
  return {
    duration: (seconds) => formatDuration(seconds, durations, locale),
    clock: (instant) => clock().format(new Date(instant)),
    day: (date) => (date.startsWith(thisYear) ? day() : dayOfYear()).format(at(date)),
    date: (date) => (date.startsWith(thisYear) ? dateOfYear() : fullDate()).format(at(date)),
    longDay: (date) => longDay().format(at(date)),
    shortDay: (date) => shortDay().format(at(date)),
    number: (value, options) =>
      (options === undefined ? plain() : new Intl.NumberFormat(locale, options)).format(value),
    percent: (share) => percent().format(share),
    money: (minor, currency) =>
      new Intl.NumberFormat(locale, { style: "currency", currency }).format(toDecimal(minor, minorDigits(currency))),
    list: (items) => list().format(items),
  };
}

/** Makes a value when it is first asked for: all formats at once would hold up the first screen. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
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
