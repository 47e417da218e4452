import type { Resource } from "#identity/history/resource.ts";

/** Private to the member, so the organization's audit log and full export omit it. */
export const subscribedCalendar = {
  kind: "subscribed_calendar",
  prefix: "cal",
  tables: ["subscribed_calendars"],
  actions: [],
} as const satisfies Resource;
