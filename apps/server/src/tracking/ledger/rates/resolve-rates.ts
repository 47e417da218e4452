import { join, raw, type Sql, sql } from "#platform/database/database.ts";
import { prices, rateScopes, type RateScope } from "./prices.ts";

/** SQL for the `rates.subject` of the entry `alias` in this scope. */
function subjectOf(scope: RateScope, alias: string): Sql {
  switch (scope) {
    case "projectMember":
      return raw(`${alias}.project_id || '/' || ${alias}.user_id`);
    case "task":
      return raw(`${alias}.task_id`);
    case "project":
      return raw(`${alias}.project_id`);
    case "member":
      return raw(`${alias}.user_id`);
    case "organization":
      return raw("''");
  }
}

// One index lookup per scope; `coalesce` stops at the first scope that has a rate. With all subjects in a single
// condition, the planner read every rate of the organization.
function rateOf(alias: string, kind: "billable" | "cost"): Sql {
  const lookUps = rateScopes.map(
    (scope) => sql`(
      select r from rates r
       where r.org_id = ${raw(alias)}.org_id and r.kind = ${raw(`'${kind}'`)} and r.subject = ${subjectOf(scope, alias)}
         and r.effective_at <= ${raw(alias)}.started_at
       order by r.effective_from desc limit 1)`,
  );
  // Without `offset 0`, the planner would evaluate the lookups once per column.
  return sql`
    select (found.rate).rate_minor, (found.rate).scope
      from (select coalesce(${join(lookUps)}) as rate offset 0) found`;
}

/**
 * Joins the rates of the entry `alias`. The most specific scope with a rate in effect at the entry's start wins, and
 * its latest rate applies. `resolvedRates` lists the resulting columns.
 */
export function joinRates(alias: string): Sql {
  const joins = prices.map(({ kind }) => sql`left join lateral (${rateOf(alias, kind)}) ${raw(kind)}_rate on true`);
  return join(joins, " ");
}

export const resolvedRates = raw(
  prices
    .map(
      ({ kind, rate, source }) =>
        `coalesce(${kind}_rate.rate_minor, 0) as ${rate}, coalesce(${kind}_rate.scope, 'none') as ${source}`,
    )
    .join(", "),
);

/** `resolvedRates` without lookups, for an organization that has no rates. */
export const noRates = raw(prices.map(({ rate, source }) => `0::bigint as ${rate}, 'none' as ${source}`).join(", "));
