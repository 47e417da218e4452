import { type Sql, sql } from "#platform/database/database.ts";

/** How often a node looks for due emails, and how many it claims at a time. */
export const mailing = { everyMs: 10_000, atOnce: 20 };

/** The minimum delays between attempts, in minutes. Even the first delay is longer than any attempt takes. */
export const retryMinutes = [5, 15, 60, 180, 720];

/**
 * When to try an email again. Chance extends the delay, up to double: a server that refused many emails because they
 * came at once would otherwise get them all at once again.
 */
export function nextAttempt(now: string, attempts: Sql): Sql {
  const minutes = sql`(${retryMinutes}::int[])[least(${attempts} + 1, ${retryMinutes.length})]`;
  return sql`${now}::timestamptz + ${minutes} * (1 + random()) * interval '1 minute'`;
}
