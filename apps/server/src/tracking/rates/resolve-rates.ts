import { type Database, join, raw, type Sql, sql } from "#platform/database/database.ts";

export const rateScopes = ["projectMember", "task", "project", "member", "organization"] as const;
export type RateScope = (typeof rateScopes)[number];

/** The source of an entry's rate; `none` if no rate applied. */
export type RateSource = RateScope | "none";

/** An entry's hourly rates, in minor units. */
export interface EntryRates {
  rate_minor: number;
  rate_source: RateSource;
  cost_rate_minor: number;
  cost_rate_source: RateSource;
}

/** The value of `rates.subject` for the entry in `alias`, for each scope. */
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

// Looks up rates_subject_key once per scope; `coalesce` stops at the first scope with a rate. With all subjects in one
// condition, the planner read every rate of the organization.
function rateOf(alias: string, kind: "billable" | "cost"): Sql {
  const lookUps = rateScopes.map(
    (scope) => sql`(
      select r from rates r
       where r.org_id = ${raw(alias)}.org_id and r.kind = ${raw(`'${kind}'`)} and r.subject = ${subjectOf(scope, alias)}
         and r.effective_at <= ${raw(alias)}.started_at
       order by r.effective_from desc limit 1)`,
  );
  // Without `offset 0`, the planner would evaluate it once per column.
  return sql`
    select (found.rate).rate_minor, (found.rate).scope
      from (select coalesce(${join(lookUps)}) as rate offset 0) found`;
}

/**
 * Joins that find the rates of the entry in `alias`: the latest rate in effect at the entry's start, from the most
 * specific scope. `resolvedRates` are the resulting columns.
 */
export function joinRates(alias: string): Sql {
  return sql`
    left join lateral (${rateOf(alias, "billable")}) billable_rate on true
    left join lateral (${rateOf(alias, "cost")}) cost_rate on true`;
}

export const resolvedRates = raw(`
  coalesce(billable_rate.rate_minor, 0) as rate_minor, coalesce(billable_rate.scope, 'none') as rate_source,
  coalesce(cost_rate.rate_minor, 0) as cost_rate_minor, coalesce(cost_rate.scope, 'none') as cost_rate_source`);

/** The rates of each of these entries, in the same order. */
export async function listRatesOf(
  db: Database,
  orgId: string,
  entries: { user_id: string; project_id: string; task_id: string; started_at: string }[],
): Promise<EntryRates[]> {
  if (entries.length === 0) return [];
  const places = entries.map(({ user_id, project_id, task_id, started_at }, at) => ({
    at,
    user_id,
    project_id,
    task_id,
    started_at,
  }));
  return db.query<EntryRates>(sql`
    select ${resolvedRates}
      from (select ${orgId}::text as org_id, r.*
              from json_to_recordset(${JSON.stringify(places)}::json) as r (
                at integer, user_id text, project_id text, task_id text, started_at timestamptz)) e
      ${joinRates("e")}
     order by e.at`);
}
