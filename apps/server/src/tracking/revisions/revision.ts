import type { Resource } from "#identity/history/resource.ts";

/** What changes the entries of a whole organization; each of them has a change of its own besides. */
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
