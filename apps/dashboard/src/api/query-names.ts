/** The names with which query keys begin. Refreshing a name refetches all queries whose keys begin with it. */
export type QueryName =
  | "api-keys"
  | "audit-events"
  | "backups"
  | "billing"
  | "billing-batch"
  | "billing-preview"
  | "blog"
  | "calendar-events"
  | "calendar-feed"
  | "clients"
  | "device-login"
  | "event-types"
  | "found-entries"
  | "grant-request"
  | "grants"
  | "history"
  | "import"
  | "imports"
  | "invitation"
  | "invitations"
  | "me"
  | "members"
  | "notices"
  | "organization"
  | "projects"
  | "rates"
  | "report-links"
  | "reports"
  | "sample-data"
  | "saved-reports"
  | "sessions"
  | "shared-report"
  | "sign-in-methods"
  | "subscribed-calendars"
  | "tag-rename"
  | "tags"
  | "tasks"
  | "teams"
  | "timers"
  | "timesheets"
  | "webhook"
  | "webhooks";

export type QueryKey = readonly [QueryName, ...unknown[]];

// Makes a misspelt name a type error wherever TanStack Query takes a key.
declare module "@tanstack/react-query" {
  interface Register {
    queryKey: QueryKey;
  }
}
