import type { Costs, GetCostsQuery, GetSummaryQuery } from "@stint/sdk";
import { stint } from "./connection/client.ts";
import { defineQuery } from "./queries.ts";

export type SummaryQuery = Omit<GetSummaryQuery, "format">;

export function summaryQuery(asked: SummaryQuery) {
  return defineQuery(["reports", "summary", asked], () => stint.reports.summary(asked));
}

/** The costs and budgets of projects. Needs `costs:read`. */
export function costsQuery(asked: Omit<GetCostsQuery, "format"> = {}) {
  return defineQuery(["reports", "costs", asked], () => stint.reports.costs(asked));
}

export type ProjectCosts = Costs["projects"][number];
export type BudgetNow = NonNullable<ProjectCosts["budget"]>;
