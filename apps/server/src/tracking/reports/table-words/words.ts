/** The words of tables for people, instead of the field names and ids of the API. */
export interface TableWords {
  total: string;
  groupings: Record<"project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source", string>;
  /** Names the group of entries that have no project, no tag, and so on. */
  none: Record<keyof TableWords["groupings"], string>;
  billableKeys: Record<"true" | "false", string>;
  sources: Record<"timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp", string>;
  day: string;
  start: string;
  end: string;
  hours: string;
  description: string;
  tags: string;
  billable: string;
  yes: string;
  no: string;
  entries: string;
  billableHours: string;
  amount: string;
  cost: string;
  margin: string;
  unitPrice: string;
  budget: string;
  budgetKinds: Record<"time" | "amount" | "cost", string>;
  budgetLimit: string;
  budgetUsed: string;
  budgetRemaining: string;
  budgetUsedPercent: string;
  budgetStatus: string;
  budgetStatuses: Record<"ok" | "warning" | "exceeded", string>;
}
