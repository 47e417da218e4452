import type { Resource } from "#identity/history/resource.ts";

/** Bulk changes to an organization's entries. Each entry has its own change row too. */
export const repricing = {
  kind: "rates",
  target: "organization",
  actions: [{ name: "rates.repriced", isHappening: true }],
} as const satisfies Resource;

export const rerounding = {
  kind: "time_entries",
  target: "organization",
  actions: [{ name: "time_entries.rerounded", isHappening: true }],
} as const satisfies Resource;
