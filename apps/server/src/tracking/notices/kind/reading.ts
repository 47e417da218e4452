import { preferencesOf } from "#identity/me/me-verbs.ts";
import type { UserRow } from "#identity/members/queries.ts";
import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { type Language, languages } from "#texts/texts.ts";

/** The settings that determine how text for a person is worded and formatted. */
export interface Reading {
  language: Language;
  timeZone: string;
  clock: "12" | "24" | null;
  durations: "clock" | "decimal";
}

/** The language, time zone and formats of a person's notices. `acceptLanguage` is their browser's header, if any. */
export function readingOf(user: UserRow, organization: OrganizationRow, acceptLanguage?: string): Reading {
  const { language, timeZone, clock, durations } = preferencesOf(user);
  return {
    language: chooseLanguage(language, acceptLanguage),
    timeZone: timeZone ?? organization.time_zone,
    clock,
    durations,
  };
}

/** The person's choice, or the browser's first supported language (RFC 9110 §12.5.4), or English. */
export function chooseLanguage(chosen: string | null, acceptLanguage = ""): Language {
  const asked = acceptLanguage
    .split(",")
    .map((range) => range.trim().split(";"))
    .map(([tag = "", ...options]) => ({ tag, q: Number(/q=([\d.]+)/.exec(options.join())?.[1] ?? 1) }))
    .toSorted((one, other) => other.q - one.q)
    .map(({ tag }) => tag.slice(0, 2).toLowerCase());
  return [chosen, ...asked].map((tag) => languages.find((known) => known === tag)).find(Boolean) ?? "en";
}
