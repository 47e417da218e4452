import { join, raw, sql } from "#platform/database/database.ts";
import { amountMinor, amountSql } from "./amount.ts";

export const rateScopes = ["projectMember", "task", "project", "member", "organization"] as const;
export type RateScope = (typeof rateScopes)[number];

/** The source of an entry's rate; `none` if no rate applied. */
export type RateSource = RateScope | "none";

/**
 * The two prices of a time entry: what its billed seconds are charged at, and what its duration costs the organization.
 * The amount is the hourly rate times the seconds.
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

/** An entry's hourly rates in minor units, and their sources. */
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

/** The database types of the columns. */
export const priceTypes = {
  rate_minor: "bigint",
  rate_source: "text",
  amount_minor: "bigint",
  cost_rate_minor: "bigint",
  cost_rate_source: "text",
  cost_minor: "bigint",
} satisfies Record<keyof EntryPrices, string>;

/** The prices of an entry to which no rate applies. */
export const noPrices: EntryPrices = {
  rate_minor: 0,
  rate_source: "none",
  amount_minor: 0,
  cost_rate_minor: 0,
  cost_rate_source: "none",
  cost_minor: 0,
};

/** `rate_minor, rate_source, …` of the entry in `alias`. */
export const rateColumns = (alias: string) =>
  raw(prices.map(({ rate, source }) => `${alias}.${rate}, ${alias}.${source}`).join(", "));

/** SQL expressions for the amounts that result from an entry's rates and seconds. */
export const countedAmounts = join(
  prices.map(({ rate, amount, seconds }) => sql`${amountSql(rate, seconds)} as ${raw(amount)}`),
);

/** The columns in the order of `rateColumns` and `countedAmounts`. */
export const priceColumns = raw(
  [...prices.flatMap(({ rate, source }) => [rate, source]), ...prices.map(({ amount }) => amount)].join(", "),
);

/** An entry's prices at these rates, computed in JavaScript as `countedAmounts` does in SQL. */
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
