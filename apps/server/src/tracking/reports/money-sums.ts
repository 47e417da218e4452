import { safeInteger } from "#platform/database/column-types.ts";
import type { Sums } from "#tracking/budgets/budget-state.ts";

/** The sums behind a group's amounts. Totals add these sums up first and convert them afterwards. */
export type MoneySums = Pick<
  Sums,
  "seconds" | "amount_minor" | "unrated_seconds" | "cost_minor" | "costed_seconds" | "amount_rest"
>;

/**
 * The amounts of a group. The margin is unknown if any entry has no cost. `exactAmountMinor` is rate × time, rounded
 * half up once for the whole group; `amountMinor` is the sum of the entries' rounded amounts.
 */
export function toMoney(sums: MoneySums) {
  const uncostedSeconds = sums.seconds - sums.costed_seconds;
  return {
    ...toAmounts(sums),
    costMinor: sums.cost_minor,
    marginMinor: uncostedSeconds > 0 ? null : sums.amount_minor - sums.cost_minor,
    uncostedSeconds,
  };
}

/** The amounts of a group that depend only on billable rates. */
export function toAmounts(sums: MoneySums) {
  return {
    amountMinor: sums.amount_minor,
    exactAmountMinor: safeInteger(sums.amount_minor + Math.floor((sums.amount_rest * 2 + 3600) / 7200)),
    unratedSeconds: sums.unrated_seconds,
  };
}
