import { type DatabasePool, sql } from "#platform/database/database.ts";

/** The recorded budget events in order, such as `80% at 2880 of 3600 from 2026-03-01`. */
export async function listBudgetEvents(
  db: DatabasePool,
  { orgId }: { orgId: string },
  projectId?: string,
): Promise<string[]> {
  const rows = await db.query<{ what: string }>(sql`
    select coalesce(object ->> 'threshold_percent' || '%', 'exceeded') || ' at ' || (object ->> 'used') || ' of ' || (object ->> 'limit')
           || coalesce(' from ' || (object ->> 'period_start'), '') as what
      from changes
     where org_id = ${orgId} and action like 'budget.%' and target_id = coalesce(${projectId ?? null}, target_id)
     order by at, (object ->> 'used')::bigint, cmin::text::bigint, id`);
  return rows.map(({ what }) => what);
}

/** A project's budget: 1,000 seconds unless overridden. */
export function withBudget(budget: object = {}): object {
  return { budget: { kind: "time", seconds: 1000, ...budget } };
}

/** An hour costs and earns 3,600 minor units, so one second is one minor unit. */
export const ratesOfSeconds = ["billable", "cost"].map((kind) => ({ kind, scope: "organization", rateMinor: 3600 }));
