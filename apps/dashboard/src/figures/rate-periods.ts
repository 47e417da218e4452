import type { Rate } from "@stint/sdk";
import { addDays } from "#time/zoned.ts";

export interface RatePeriod {
  rate: Rate;
  /** The last day on which it applies; null: as long as no other one follows. */
  until: string | null;
  state: "past" | "now" | "later";
}

/** From the most special on: the first that applies counts. */
export const scopes = ["projectMember", "task", "project", "member", "organization"] as const;

/** From when until when each rate applies to what it names: until the day before the next one for the same. */
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

/** The same text for rates that follow each other. */
export function targetOf({ kind, scope, userId, projectId, taskId }: Rate): string {
  return [kind, scope, userId, projectId, taskId].join(" ");
}

/** Billable ones first, the most special first, then by what they apply to and the newest first. */
export function sortPeriods(periods: readonly RatePeriod[], nameOf: (rate: Rate) => string): RatePeriod[] {
  return periods.toSorted(
    ({ rate: left }, { rate: right }) =>
      left.kind.localeCompare(right.kind) ||
      scopes.indexOf(left.scope) - scopes.indexOf(right.scope) ||
      nameOf(left).localeCompare(nameOf(right)) ||
      right.effectiveFrom.localeCompare(left.effectiveFrom),
  );
}
