import { raw, type Sql } from "#platform/database/database.ts";

/** The highest hourly rate, in minor units. Up to this rate, even the amount of the longest entry is a safe integer. */
export const highestRateMinor = 10_000_000_000;

/**
 * `rateMinor` (per hour) × `seconds` / 3600 in minor units, rounded half up. Multiplies whole hours separately, so
 * every step is an exact integer. A test compares the results with `amountSql`.
 */
export function amountMinor(rateMinor: number, seconds: number): number {
  const rest = seconds % 3600;
  return ((seconds - rest) / 3600) * rateMinor + Math.floor((rest * rateMinor * 2 + 3600) / 7200);
}

/** `amountMinor` in SQL. The arguments are not escaped, so they must be our own column names. */
export function amountSql(rate: string, seconds: string): Sql {
  const whole = `${seconds}::bigint`;
  return raw(`(${whole} / 3600 * ${rate} + (${whole} % 3600 * ${rate} * 2 + 3600) / 7200)`);
}
