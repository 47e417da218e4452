import type { Resource } from "#identity/history/resource.ts";

/** Private to their members: the audit log and the export of the organization say nothing of them. */
export const subscribedCalendar = {
  kind: "subscribed_calendar",
  prefix: "cal",
  tables: ["subscribed_calendars"],
  actions: [],
} as const satisfies Resource;
