import { join, raw, sql } from "#platform/database/database.ts";
import { amountMinor, amountSql } from "./amount.ts";

export const rateScopes = ["projectMember", "task", "project", "member", "organization"] as const;
export type RateScope = (typeof rateScopes)[number];

/** The scope of the rate that applied to an entry; `none` if no rate did. */
export type RateSource = RateScope | "none";

/**
 * An entry has two prices: the charge for its billed seconds, and the cost of its duration to the organization. Each
 * amount is an hourly rate times the seconds.
 */
export const prices = [
  { kind: "billable", rate: "rate_minor", source: "rate_source", amount: "amount_minor", seconds: "billable_seconds" },
  {
    kind: "cost",
    rate: "cost_rate_minor",
    source: "cost_rate_source",
    amount: "cost_minor",
    seconds: "duration_seconds",
  },
] as const;
export type Price = (typeof prices)[number];

/** Rates are per hour, in minor units. */
export interface EntryRates {
  rate_minor: number;
  rate_source: RateSource;
  cost_rate_minor: number;
  cost_rate_source: RateSource;
}

export interface EntryPrices extends EntryRates {
  amount_minor: number;
  cost_minor: number;
}

export const priceTypes = {
  rate_minor: "bigint",
  rate_source: "text",
  amount_minor: "bigint",
  cost_rate_minor: "bigint",
  cost_rate_source: "text",
  cost_minor: "bigint",
} satisfies Record<keyof EntryPrices, string>;

export const priceNames = Object.keys(priceTypes) as (keyof EntryPrices)[];

export const noPrices: EntryPrices = {
  rate_minor: 0,
  rate_source: "none",
  amount_minor: 0,
  cost_rate_minor: 0,
  cost_rate_source: "none",
  cost_minor: 0,
};

export const rateColumns = (alias: string) =>
  raw(prices.map(({ rate, source }) => `${alias}.${rate}, ${alias}.${source}`).join(", "));

/** SQL for the amounts that follow from an entry's rates and seconds. */
export const countedAmounts = join(
  prices.map(({ rate, amount, seconds }) => sql`${amountSql(rate, seconds)} as ${raw(amount)}`),
);

/** Lists the columns in the order of `rateColumns` and `countedAmounts`. */
export const priceColumns = raw(
  [...prices.flatMap(({ rate, source }) => [rate, source]), ...prices.map(({ amount }) => amount)].join(", "),
);

/** Computes an entry's prices in the same way as `countedAmounts` does in SQL. */
export function pricesOf(rates: EntryRates, billableSeconds: number, durationSeconds: number): EntryPrices {
  return {
    rate_minor: rates.rate_minor,
    rate_source: rates.rate_source,
    amount_minor: amountMinor(rates.rate_minor, billableSeconds),
    cost_rate_minor: rates.cost_rate_minor,
    cost_rate_source: rates.cost_rate_source,
    cost_minor: amountMinor(rates.cost_rate_minor, durationSeconds),
  };
}
