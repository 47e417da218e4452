import type { Resource } from "#identity/history/resource.ts";

/** Private to the member: not shown in the organization's audit log or export. */
export const subscribedCalendar = {
  kind: "subscribed_calendar",
  prefix: "cal",
  tables: ["subscribed_calendars"],
  actions: [],
} as const satisfies Resource;
