import type { Rate } from "@stint/sdk";
import { addDays } from "#time/zoned.ts";

export interface RatePeriod {
  rate: Rate;
  /** The last day on which the rate applies; null if no later rate replaces it. */
  until: string | null;
  state: "past" | "now" | "later";
}

/** The first day of a rate that has always applied. */
export const sinceEver = "1970-01-01";

/** Most specific first, because the first scope with a rate wins. */
export const scopes = ["projectMember", "task", "project", "member", "organization"] as const;

/** Adds the period in which each rate applies. A period ends on the day before the next rate with the same target. */
export function ratePeriods(rates: readonly Rate[], today: string): RatePeriod[] {
  return [...Map.groupBy(rates, targetOf).values()].flatMap((same) => {
    const sorted = same.toSorted((left, right) => left.effectiveFrom.localeCompare(right.effectiveFrom));
    return sorted.map((rate, at) => {
      const next = sorted[at + 1];
      const until = next === undefined ? null : addDays(next.effectiveFrom, -1);
      const isPast = until !== null && until < today;
      return { rate, until, state: isPast ? "past" : rate.effectiveFrom > today ? "later" : "now" };
    });
  });
}

/** Identifies a rate's target. Rates with the same target replace one another. */
export function targetOf({ kind, scope, userId, projectId, taskId }: Rate): string {
  return [kind, scope, userId, projectId, taskId].join(" ");
}

/**
 * Sorts by kind (billable before cost), then from specific to general, then by the target's name, then newest first.
 */
export function sortPeriods(periods: readonly RatePeriod[], nameOf: (rate: Rate) => string): RatePeriod[] {
  return periods.toSorted(
    ({ rate: left }, { rate: right }) =>
      left.kind.localeCompare(right.kind) ||
      scopes.indexOf(left.scope) - scopes.indexOf(right.scope) ||
      nameOf(left).localeCompare(nameOf(right)) ||
      right.effectiveFrom.localeCompare(left.effectiveFrom),
  );
}
