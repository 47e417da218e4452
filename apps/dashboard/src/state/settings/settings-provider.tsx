import type { Me } from "@stint/sdk";
import { type ReactNode, startTransition, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { clock } from "#api/connection/client.ts";
import { explainError, fieldErrors } from "#api/explain-error.ts";
import { rateLimitedUntil, onRateLimit } from "#api/connection/rate-limit.ts";
import { readDevice, writeDevice } from "#device/notes.ts";
import type { Catalogue, Language } from "#i18n/catalogue.ts";
import { catalogue as en } from "#i18n/en/catalogue.ts";
import { deviceLocales } from "#i18n/device-locales.ts";
import { faults } from "#i18n/fault.ts";
import { createFormat, FormatContext } from "#i18n/format.ts";
import { languages, loadCatalogue } from "#i18n/languages.ts";
import { TextContext } from "#i18n/text.ts";
import { knownZone } from "#time/known-zone.ts";
import { useMedia } from "#ui/theme/use-media.ts";
import { type Control, UiWordsContext } from "#ui/words.ts";
import { type Settings, SettingsContext, useSettings } from "./settings.ts";

/** Provides the settings, texts and formats: before sign-in those of the device, then the person's. */
export function SettingsProvider({ me, children }: { me: Me | undefined; children: ReactNode }) {
  const preferences = me?.preferences;
  const language = preferences?.language ?? deviceLanguage();
  const text = useCatalogue(language);
  const settings = useMemo(() => {
    const locale = deviceLocales().find((each) => languageOf(each) === language) ?? language;
    return {
      language,
      locale,
      zone: knownZone(preferences?.timeZone ?? me?.organization.timeZone ?? ""),
      weekStart: preferences?.weekStart ?? me?.organization.weekStart ?? "monday",
      hour12:
        (preferences?.clock ??
          (new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true ? "12" : "24")) ===
        "12",
      durations: preferences?.durations ?? "clock",
      // A copy that an earlier version stored on the device lacks it.
      density: preferences?.density ?? "compact",
      shortcuts: preferences?.shortcuts ?? true,
    } satisfies Settings;
  }, [language, preferences, me]);
  useTheme(preferences === undefined ? undefined : preferences.theme);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset["density"] = settings.density;
    // public/theme.js renders the outline of the next visit in this language.
    writeDevice("stint-language", language);
  }, [language, settings.density]);
  if (text === undefined) return null;
  return (
    <Texts language={language} text={text}>
      <Formats settings={settings}>{children}</Formats>
    </Texts>
  );
}

/** Renders its children in another time zone, such as that of a shared report. */
export function ZoneProvider({ zone, children }: { zone: string; children: ReactNode }) {
  const settings = useSettings();
  return (
    <Formats settings={useMemo(() => ({ ...settings, zone: knownZone(zone) }), [settings, zone])}>{children}</Formats>
  );
}

function Formats({ settings, children }: { settings: Settings; children: ReactNode }) {
  const format = useMemo(() => createFormat(settings, clock.now()), [settings]);
  return (
    <SettingsContext value={settings}>
      <FormatContext value={format}>{children}</FormatContext>
    </SettingsContext>
  );
}

function Texts({ language, text, children }: { language: Language; text: Catalogue; children: ReactNode }) {
  const isRateLimited = useSyncExternalStore(onRateLimit, rateLimitedUntil) > 0;
  const texts = useMemo(() => ({ language, text }), [language, text]);
  const words = useMemo(() => {
    const { shell } = text;
    return {
      fault: faults[language],
      close: shell.close,
      cancel: shell.cancel,
      kept: shell.kept,
      discard: shell.discard,
      explainInvalid: (control: Control) =>
        import("./explain-invalid.ts").then(
          (m) => m.explainInvalid(control, language),
          () => control.validationMessage,
        ),
      retry: shell.retry,
      loadMore: shell.loadMore,
      loading: shell.loading,
      delayed: isRateLimited ? shell.notSeenYet : undefined,
      explain: (error: unknown) => explainError(error, text),
      explainFields: (error: unknown) => fieldErrors(error, text),
    };
  }, [language, text, isRateLimited]);
  return (
    <TextContext value={texts}>
      <UiWordsContext value={words}>{children}</UiWordsContext>
    </TextContext>
  );
}

const languageOf = (locale: string) => locale.split("-", 1)[0];

function deviceLanguage(): Language {
  const codes = deviceLocales().map(languageOf);
  return codes.flatMap((code) => languages.find((each) => each === code) ?? [])[0] ?? "en";
}

function useCatalogue(language: Language): Catalogue | undefined {
  const [catalogue, setCatalogue] = useState<Catalogue | undefined>(language === "en" ? en : undefined);
  const [failure, setFailure] = useState<unknown>();
  // Thrown during rendering, so that the `Region` above shows the fault.
  if (failure !== undefined) throw failure;
  useEffect(() => {
    if (language === "en") return setCatalogue(en);
    let isWanted = true;
    void loadCatalogue(language).then((loaded) => {
      // Everything re-renders, so a transition splits the work into short tasks.
      if (isWanted) startTransition(() => setCatalogue(loaded));
    }, setFailure);
    return () => void (isWanted = false);
  }, [language]);
  return catalogue;
}

/**
 * Applies the person's theme, or that of the last visit before they have signed in; null follows the device.
 * public/theme.js does the same before the first paint.
 */
function useTheme(theme: "light" | "dark" | null | undefined): void {
  const isDeviceDark = useMedia("(prefers-color-scheme: dark)");
  const chosen = theme === undefined ? readDevice("stint-theme") : theme;
  const shown = chosen ?? (isDeviceDark ? "dark" : "light");
  useEffect(() => {
    if (theme !== undefined) writeDevice("stint-theme", theme ?? undefined);
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset["theme"] = shown;
  }, [shown]);
}
