import type { Resource } from "#identity/history/resource.ts";

/** Changes to many entries of an organization; each entry also has its own change row. */
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
