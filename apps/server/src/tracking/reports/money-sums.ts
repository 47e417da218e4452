import { safeInteger } from "#platform/database/column-types.ts";
import type { Sums } from "#tracking/budgets/budget-state.ts";

/** The sums from which a group's money is shown; totals are made of them first. */
export type MoneySums = Pick<Sums, "seconds" | "amount_minor" | "cost_minor" | "costed_seconds" | "amount_rest">;

/**
 * The money of a group of entries. Without the costs of some of them the margin is not known. `exactAmountMinor` is
 * rate × time rounded once for the whole group, half up; `amountMinor` the sum of what was rounded for each entry.
 */
export function toMoney(sums: MoneySums) {
  const uncostedSeconds = sums.seconds - sums.costed_seconds;
  return {
    amountMinor: sums.amount_minor,
    exactAmountMinor: safeInteger(sums.amount_minor + Math.floor((sums.amount_rest * 2 + 3600) / 7200)),
    costMinor: sums.cost_minor,
    marginMinor: uncostedSeconds > 0 ? null : sums.amount_minor - sums.cost_minor,
    uncostedSeconds,
  };
}
