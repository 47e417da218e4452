export const groupings = ["project", "user", "date", "task", "client", "tag", "billable", "team", "source"] as const;
export type Grouping = (typeof groupings)[number];
