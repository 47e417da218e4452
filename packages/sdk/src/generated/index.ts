// Generated from apps/server/openapi.json by `npm run generate`; never edited.
export * from "./api-keys.ts";
export * from "./audit-events.ts";
export * from "./auth.ts";
export * from "./clients.ts";
export * from "./invitations.ts";
export * from "./me.ts";
export * from "./members.ts";
export * from "./organization.ts";
export * from "./projects.ts";
export * from "./rates.ts";
export * from "./reports.ts";
export * from "./tags.ts";
export * from "./tasks.ts";
export * from "./time-entries.ts";
export * from "./timer.ts";
export * from "./webhooks.ts";
export * from "./stint.ts";
