export const groupings = ["project", "task", "client", "tag", "day", "week", "month", "source", "billable"] as const;
export type Grouping = (typeof groupings)[number];
