import { Type } from "#platform/http/contract/type/type.ts";
import type { Money } from "#identity/access.ts";
import type { Resource } from "#identity/history/resource.ts";
import { exampleId, Nullable, OneOf } from "#platform/http/contract/schemas.ts";
import { isMoneyBudget } from "./read-budget.ts";
import { type Budget, budgetPeriods } from "./schemas.ts";

const BudgetState = Type.Object(
  {
    projectId: Type.String({ description: "The project that the budget belongs to." }),
    projectName: Type.String({ description: "Name of the project." }),
    kind: OneOf(["time", "amount", "cost"], { description: "Whether seconds, amounts or costs are limited." }),
    period: OneOf(budgetPeriods, { description: "How often the budget resets." }),
    periodStart: Nullable(Type.String({ format: "date", description: "Its first day; null if it has no beginning." })),
    periodEnd: Nullable(Type.String({ format: "date", description: "Its last day; null if it has no end." })),
    limit: Type.Integer({ description: "Seconds for a time budget, otherwise minor units." }),
    used: Type.Integer({ description: "The sum over the period, in the unit of `limit`." }),
    remaining: Type.Integer({ description: "Negative when exceeded." }),
    usedPercent: Type.Number({ description: "`used` as a percentage of `limit`, with two decimals." }),
    status: OneOf(["ok", "warning", "exceeded"], {
      description: "`warning` once the lowest of `alertPercents` is reached, `exceeded` above `limit`.",
    }),
    thresholdPercent: Nullable(
      Type.Integer({ description: "The element of `alertPercents` that was reached; null in `budget.exceeded`." }),
    ),
  },
  {
    $id: "BudgetState",
    description: "The usage of a budget in one of its periods.",
    examples: [
      {
        projectId: exampleId("proj"),
        projectName: "Website",
        kind: "time",
        period: "monthly",
        periodStart: "2026-03-01",
        periodEnd: "2026-03-31",
        limit: 144_000,
        used: 117_000,
        remaining: 27_000,
        usedPercent: 81.25,
        status: "warning",
        thresholdPercent: 80,
      },
    ],
  },
);

/** Stored only in change rows; no table has these columns. */
interface StoredState {
  project_id: string;
  project_name: string;
  kind: Budget["kind"];
  period: string;
  period_start: string | null;
  period_end: string | null;
  limit: number;
  used: number;
  remaining: number;
  used_percent: number;
  status: string;
  threshold_percent: number | null;
}

export const budget = {
  kind: "budget",
  target: "project",
  tables: ["budget_periods"],
  readScope: "projects:read",
  holdsMoney: true,
  schema: BudgetState,
  toShown: (row: StoredState) => ({
    projectId: row.project_id,
    projectName: row.project_name,
    kind: row.kind,
    period: row.period,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    limit: row.limit,
    used: row.used,
    remaining: row.remaining,
    usedPercent: row.used_percent,
    status: row.status,
    thresholdPercent: row.threshold_percent,
  }),
  toLogged: (row: StoredState, money: Money) => (money === "all" || !isMoneyBudget(row) ? row : { kind: row.kind }),
  nameColumn: "project_name",
  actions: [
    {
      name: "budget.threshold_reached",
      event:
        "A budget reached one of its `alertPercents`: sent once for each percentage in each period. Events of money budgets go only to endpoints that show money.",
      isHappening: true,
    },
    {
      name: "budget.exceeded",
      event:
        "A budget was exceeded: sent once in each period. Events of money budgets go only to endpoints that show money.",
      example: {
        used: 144_900,
        remaining: -900,
        usedPercent: 100.63,
        status: "exceeded",
        thresholdPercent: null,
      },
      isHappening: true,
    },
  ],
} as const satisfies Resource;
