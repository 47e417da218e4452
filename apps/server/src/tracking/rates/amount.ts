import { raw, type Sql } from "#platform/database/database.ts";

/**
 * The highest hourly rate in minor units: up to this rate, the amount of an entry cannot overflow, however long it is.
 */
export const highestRateMinor = 10_000_000_000;

/**
 * `rateMinor` (per hour) × `seconds` / 3600, rounded half up to integer minor units. Whole hours are multiplied first,
 * so that every step is an exact integer. `amountSql` computes the same; a test compares them.
 */
export function amountMinor(rateMinor: number, seconds: number): number {
  const rest = seconds % 3600;
  return ((seconds - rest) / 3600) * rateMinor + Math.floor((rest * rateMinor * 2 + 3600) / 7200);
}

/** `amountMinor` in SQL. The arguments must be our own column names, never a caller's text. */
export function amountSql(rate: string, seconds: string): Sql {
  const whole = `${seconds}::bigint`;
  return raw(`(${whole} / 3600 * ${rate} + (${whole} % 3600 * ${rate} * 2 + 3600) / 7200)`);
}
