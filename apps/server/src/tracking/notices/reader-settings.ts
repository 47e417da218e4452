import type { UserRow } from "#identity/members/queries.ts";
import { preferencesOf } from "#identity/me/me-verbs.ts";
import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { chooseLanguage, type Reading } from "./word-notice.ts";

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
