import { raw, type Sql } from "#platform/database/database.ts";

export type RoundingMode = "up" | "nearest" | "down";

/**
 * SQL for the billed seconds of a billable duration: the duration rounded to a multiple of the project's minutes
 * (`nearest` rounds half up). The arguments are not escaped, so they must be our own column names.
 */
export function roundedSeconds(seconds: string, mode: string, minutes: string): Sql {
  const step = `(${minutes} * 60)`;
  return raw(`
    case when ${mode} is null then ${seconds}
         when ${mode} = 'up' then (${seconds} + ${step} - 1) / ${step} * ${step}
         when ${mode} = 'down' then ${seconds} / ${step} * ${step}
         else ((${seconds}::bigint * 2 + ${step}) / (2 * ${step}) * ${step})::integer end`);
}
