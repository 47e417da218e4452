import { useMantineColorScheme } from "@mantine/core";
import type { Me } from "@stint/sdk";
import { type ReactNode, startTransition, useEffect, useMemo, useState } from "react";
import type { Catalogue, Language } from "#text/catalogue.ts";
import { en } from "#text/en.ts";
import { createFormat, type Settings, SettingsContext } from "./settings.ts";

/** Gives everything below the person's settings; before anybody is signed in, the device's. */
export function SettingsProvider({ me, children }: { me: Me | undefined; children: ReactNode }) {
  const preferences = me?.preferences;
  const language = preferences?.language ?? deviceLanguage();
  const text = useCatalogue(language);
  const settings = useMemo(() => {
    if (text === undefined) return undefined;
    const locale = navigator.languages.find((each) => each.startsWith(language)) ?? language;
    const device = () => new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
    const chosen: Settings = {
      language,
      locale,
      text,
      zone: preferences?.timeZone ?? me?.organization.timeZone ?? device().timeZone,
      weekStart: preferences?.weekStart ?? me?.organization.weekStart ?? "monday",
      hour12: (preferences?.clock ?? (device().hour12 === true ? "12" : "24")) === "12",
      durations: preferences?.durations ?? "clock",
      shortcuts: preferences?.shortcuts ?? true,
    };
    return { ...chosen, format: createFormat(chosen) };
  }, [language, text, preferences, me]);
  useTheme(preferences === undefined ? undefined : preferences.theme);
  useEffect(() => {
    document.documentElement.lang = language;
    try {
      localStorage.setItem("stint-language", language);
    } catch {
      // Storage may be forbidden: the outline of the next visit has the device's language.
    }
  }, [language]);
  return settings === undefined ? null : <SettingsContext value={settings}>{children}</SettingsContext>;
}

function deviceLanguage(): Language {
  const known = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each === "en" || each === "de");
  return known === "de" ? "de" : "en";
}

function useCatalogue(language: Language): Catalogue | undefined {
  const [catalogue, setCatalogue] = useState<Catalogue | undefined>(language === "en" ? en : undefined);
  useEffect(() => {
    if (language === "en") return setCatalogue(en);
    let isWanted = true;
    void import("#text/de.ts").then(({ de }) => {
      // Everything is drawn with it: in short tasks.
      if (isWanted) startTransition(() => setCatalogue(de));
    });
    return () => void (isWanted = false);
  }, [language]);
  return catalogue;
}

/** Mantine keeps the choice for the script that runs before the first paint (public/theme.js), and follows the device. */
function useTheme(theme: "light" | "dark" | null | undefined): void {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme ?? "auto");
  }, [theme, setColorScheme]);
}
