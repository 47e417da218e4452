import { safeInteger } from "#platform/database/column-types.ts";
import type { Sums } from "#tracking/ledger/budgets/budget-state.ts";

/** To compute a total, add up these sums before converting them to amounts. */
export type MoneySums = Pick<
  Sums,
  "seconds" | "amount_minor" | "unrated_seconds" | "cost_minor" | "costed_seconds" | "amount_rest"
>;

/**
 * The amounts of a group. The margin is null if any entry has no cost rate. `amountMinor` adds up the entries' rounded
 * amounts; `exactAmountMinor` adds up their exact amounts and rounds the sum half up once.
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
