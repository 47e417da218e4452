import type { Resource } from "#identity/history/resource.ts";

/** Changes that affect the entries of a whole organization; each entry also has a change row of its own. */
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
