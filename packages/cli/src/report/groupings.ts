export const intervals = ["day", "week", "month"] as const;
export const groupings = ["project", "task", "client", "tag", "person", "source", "billable", ...intervals] as const;
export type Grouping = (typeof groupings)[number];
