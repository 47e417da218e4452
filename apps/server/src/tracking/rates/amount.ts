import { raw, type Sql } from "#platform/database/database.ts";

/** The most that an hour may cost, in minor units: with it no entry of any length can overflow. */
export const highestRateMinor = 10_000_000_000;

/**
 * `rateMinor` (an hour) × `seconds` / 3600, rounded half up: integer minor units. Whole hours are taken first, so that
 * every step stays an exact integer. `amountSql` says the same; a test compares them.
 */
export function amountMinor(rateMinor: number, seconds: number): number {
  const rest = seconds % 3600;
  return ((seconds - rest) / 3600) * rateMinor + Math.floor((rest * rateMinor * 2 + 3600) / 7200);
}

/** As `amountMinor`, of two of our own column names. */
export function amountSql(rate: string, seconds: string): Sql {
  const whole = `${seconds}::bigint`;
  return raw(`(${whole} / 3600 * ${rate} + (${whole} % 3600 * ${rate} * 2 + 3600) / 7200)`);
}
