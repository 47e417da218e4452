import { raw, type Sql } from "#platform/database/database.ts";

export type RoundingMode = "up" | "nearest" | "down";

export interface Rounding {
  mode: RoundingMode;
  minutes: number;
}

/**
 * The billed seconds of a duration: 0 if not billable, otherwise the duration rounded to a multiple of the project's
 * minutes (`nearest` rounds half up). A test compares this with `roundedSeconds`, the SQL for billable entries.
 */
export function billableSeconds(durationSeconds: number, billable: boolean, rounding: Rounding | null): number {
  if (!billable) return 0;
  if (rounding === null) return durationSeconds;
  const step = rounding.minutes * 60;
  switch (rounding.mode) {
    case "up":
      return Math.ceil(durationSeconds / step) * step;
    case "down":
      return Math.floor(durationSeconds / step) * step;
    case "nearest":
      return Math.floor((durationSeconds * 2 + step) / (2 * step)) * step;
  }
}

/**
 * `billableSeconds` in SQL, for a billable entry. The arguments are not escaped, so they must be our own column
 * names.
 */
export function roundedSeconds(seconds: string, mode: string, minutes: string): Sql {
  const step = `(${minutes} * 60)`;
  return raw(`
    case when ${mode} is null then ${seconds}
         when ${mode} = 'up' then (${seconds} + ${step} - 1) / ${step} * ${step}
         when ${mode} = 'down' then ${seconds} / ${step} * ${step}
         else ((${seconds}::bigint * 2 + ${step}) / (2 * ${step}) * ${step})::integer end`);
}
