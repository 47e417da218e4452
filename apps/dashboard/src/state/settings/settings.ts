import { createContext, useContext } from "react";
import type { Language } from "#i18n/catalogue.ts";
import type { DurationStyle } from "@stint/grammar/time-text.ts";
import type { Weekday } from "#time/zoned.ts";

export interface Settings {
  language: Language;
  /** The language with the device's region, such as `en-GB`, as `Intl` expects it. */
  locale: string;
  zone: string;
  weekStart: Weekday;
  hour12: boolean;
  durations: DurationStyle;
  /** How high rows are. */
  density: "compact" | "comfortable";
  shortcuts: boolean;
}

export const SettingsContext = createContext<Settings | undefined>(undefined);

export function useSettings(): Settings {
  const settings = useContext(SettingsContext);
  if (settings === undefined) throw new Error("useSettings needs a SettingsProvider above it.");
  return settings;
}
