import { intervals } from "@stint/grammar/groupings.ts";

export const groupings = ["project", "task", "client", "tag", "person", "source", "billable", ...intervals] as const;
export type Grouping = (typeof groupings)[number];
