import type { Resource } from "#identity/history/resource.ts";

/** Private to the member, so the organization's audit log and full export omit it. */
export const subscribedCalendar = {
  kind: "subscribed_calendar",
  noun: { en: "Subscribed calendar", de: "Abonnierter Kalender", fr: "Agenda abonné" },
  prefix: "cal",
  tables: ["subscribed_calendars"],
  actions: [],
} as const satisfies Resource;
