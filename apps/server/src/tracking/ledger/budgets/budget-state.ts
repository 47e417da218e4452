import type { Measure } from "#tracking/ledger/time-sums/cubes.ts";
import type { Budget } from "./schemas.ts";

export type Sums = Record<Measure, number>;

export type BudgetStatus = "ok" | "warning" | "exceeded";

export interface BudgetState {
  /** In seconds for a time budget, otherwise in minor units. */
  limit: number;
  /** Capped at `Number.MAX_SAFE_INTEGER`, unlike `exactUsed`. */
  used: number;
  exactUsed: bigint;
  /** Negative when exceeded. */
  remaining: number;
  /** With two decimals, rounded half up. */
  usedPercent: number;
  status: BudgetStatus;
  /** The alert percentages reached so far, ascending. */
  reachedPercents: number[];
}

type BudgetMeasure = "seconds" | "billable_seconds" | "amount_minor" | "cost_minor" | "billable_cost_minor";

/** The sum that the budget measures: seconds, billable amounts or costs. */
export function measureOf(budget: Budget): BudgetMeasure & Measure {
  switch (budget.kind) {
    case "time":
      return budget.billableOnly ? "billable_seconds" : "seconds";
    case "amount":
      return "amount_minor";
    case "cost":
      return budget.billableOnly ? "billable_cost_minor" : "cost_minor";
  }
}

export function usedOf(budget: Budget, sums: Pick<Sums, BudgetMeasure>): number {
  return sums[measureOf(budget)];
}

export function countsUnbillable(budget: Budget): boolean {
  return budget.kind !== "amount" && !budget.billableOnly;
}

// JSON numbers above this are inexact, so responses cap sums here. Comparisons use the exact sum.
const maxShown = BigInt(Number.MAX_SAFE_INTEGER);

export function limitOf(budget: Budget): number {
  return (budget.kind === "time" ? budget.seconds : budget.amountMinor) ?? 0;
}

export function budgetState(budget: Budget, exactUsed: bigint): BudgetState {
  const limit = limitOf(budget);
  // BigInt, because amounts multiplied by percentages can exceed 2^53.
  const hundredfold = exactUsed * 100n;
  const reachedPercents = budget.alertPercents.filter((percent) => hundredfold >= BigInt(percent) * BigInt(limit));
  const used = exactUsed > maxShown ? Number(maxShown) : Number(exactUsed);
  const status = exactUsed > BigInt(limit) ? "exceeded" : reachedPercents.length > 0 ? "warning" : "ok";
  const usedPercent = Number((hundredfold * 200n + BigInt(limit)) / (2n * BigInt(limit))) / 100;
  return { limit, used, exactUsed, remaining: limit - used, usedPercent, status, reachedPercents };
}

/** The smallest usage that exceeds the limit or reaches an alert percentage. */
export function leastReached(budget: Budget): bigint {
  const limit = BigInt(limitOf(budget));
  const [percent] = budget.alertPercents;
  const alerts = percent === undefined ? limit + 1n : (BigInt(percent) * limit + 99n) / 100n;
  return alerts <= limit ? alerts : limit + 1n;
}
