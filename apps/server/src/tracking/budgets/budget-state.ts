import type { Measure } from "#tracking/time-sums/cubes.ts";
import type { Budget } from "./schemas.ts";

export type Sums = Record<Measure, number>;

export type BudgetStatus = "ok" | "warning" | "exceeded";

/** What one budget has come to in one period. */
export interface BudgetState {
  /** Seconds of a time budget, else minor units. */
  limit: number;
  /** At most the largest exact number; `exactUsed` goes on. */
  used: number;
  exactUsed: bigint;
  /** Negative when exceeded. */
  remaining: number;
  /** With two decimals, rounded half up. */
  usedPercent: number;
  status: BudgetStatus;
  /** The alert percentages that are reached, ascending. */
  reachedPercents: number[];
}

type BudgetMeasure = "seconds" | "billable_seconds" | "amount_minor" | "cost_minor" | "billable_cost_minor";

/** The measure of entries that the budget adds up. */
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

/** What counts for the budget of these sums. */
export function usedOf(budget: Budget, sums: Pick<Sums, BudgetMeasure>): number {
  return sums[measureOf(budget)];
}

/** Whether entries that are not billable count for it too. */
export function countsUnbillable(budget: Budget): boolean {
  return budget.kind !== "amount" && !budget.billableOnly;
}

// A write is never refused for a sum that JSON cannot carry: it is measured exactly, and told as the largest number.
const mostShown = BigInt(Number.MAX_SAFE_INTEGER);

export function limitOf(budget: Budget): number {
  return (budget.kind === "time" ? budget.seconds : budget.amountMinor) ?? 0;
}

export function budgetState(budget: Budget, exactUsed: bigint): BudgetState {
  const limit = limitOf(budget);
  // Products of money go beyond 2^53.
  const hundredfold = exactUsed * 100n;
  const reachedPercents = budget.alertPercents.filter((percent) => hundredfold >= BigInt(percent) * BigInt(limit));
  const used = exactUsed > mostShown ? Number(mostShown) : Number(exactUsed);
  const status = exactUsed > BigInt(limit) ? "exceeded" : reachedPercents.length > 0 ? "warning" : "ok";
  const usedPercent = Number((hundredfold * 200n + BigInt(limit)) / (2n * BigInt(limit))) / 100;
  return { limit, used, exactUsed, remaining: limit - used, usedPercent, status, reachedPercents };
}

/** The least that is more than the limit or reaches an alert percentage. */
export function leastReached(budget: Budget): bigint {
  const limit = BigInt(limitOf(budget));
  const [percent] = budget.alertPercents;
  const alerts = percent === undefined ? limit + 1n : (BigInt(percent) * limit + 99n) / 100n;
  return alerts <= limit ? alerts : limit + 1n;
}
