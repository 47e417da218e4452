import { type Database, join, raw, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/newest-first.ts";
import { prices, type RateScope } from "./prices.ts";

export interface RateRow {
  org_id: string;
  id: string;
  kind: "billable" | "cost";
  scope: RateScope;
  user_id: string | null;
  project_id: string | null;
  task_id: string | null;
  subject: string;
  rate_minor: number;
  effective_from: string;
  effective_at: string;
  version: number;
  created_at: string;
  updated_at: string;
}

export async function findRate(db: Database, orgId: string, id: string, lock?: Sql): Promise<RateRow | undefined> {
  const [row] = await db.query<RateRow>(
    sql`select * from rates where org_id = ${orgId} and id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

/** Matches rates in which each given column has one of its given values. */
export type RateFilter = Partial<Record<"kind" | "scope" | "user_id" | "project_id" | "task_id", string[] | undefined>>;

export function listRates(db: Database, orgId: string, filter: RateFilter, page: PageRequest): Promise<RateRow[]> {
  const conditions = Object.entries(filter).flatMap(([column, values]) =>
    values === undefined ? [] : [sql`and ${raw(column)} = any(${values})`],
  );
  const matching = conditions.length === 0 ? sql`` : join(conditions, " ");
  return db.query<RateRow>(sql`select * from rates where org_id = ${orgId} ${matching} ${pageOf(page)}`);
}

export async function insertRate(
  db: Database,
  rate: Omit<RateRow, "subject" | "version" | "created_at" | "updated_at">,
): Promise<RateRow> {
  const rows = await db.query<RateRow>(sql`
    insert into rates (org_id, id, kind, scope, user_id, project_id, task_id, rate_minor, effective_from, effective_at)
    values (${rate.org_id}, ${rate.id}, ${rate.kind}, ${rate.scope}, ${rate.user_id}, ${rate.project_id}, ${rate.task_id},
            ${rate.rate_minor}, ${rate.effective_from}, ${rate.effective_at})
    returning *`);
  return one(rows);
}

export async function deleteRate(db: Database, orgId: string, id: string): Promise<void> {
  await db.query(sql`delete from rates where org_id = ${orgId} and id = ${id}`);
}

/**
 * Locks the rates until the transaction ends. Required to create or delete a rate, and to reprice entries in several
 * statements, because all of them must see the same rates.
 */
export async function lockRates(db: Database, orgId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`rates ${orgId}`}, 0))`);
}

/** Whether the organization has a rate, entry amount, money budget or billing batch in its currency. */
export async function hasMoney(db: Database, orgId: string): Promise<boolean> {
  const hasPrice = raw(prices.map(({ rate, amount }) => `${rate} <> 0 or ${amount} <> 0`).join(" or "));
  const rows = await db.query<{ found: boolean }>(sql`
    select exists (select 1 from rates where org_id = ${orgId})
        or exists (select 1 from billing_batches where org_id = ${orgId})
        or exists (select 1 from projects where org_id = ${orgId} and budget ->> 'kind' in ('amount', 'cost'))
        or exists (select 1 from time_entries where org_id = ${orgId} and (${hasPrice}))
        as found`);
  return one(rows).found;
}

export async function listEffectiveDates(db: Database, orgId: string): Promise<string[]> {
  const rows = await db.query<{ date: string }>(
    sql`select distinct effective_from as date from rates where org_id = ${orgId}`,
  );
  return rows.map((row) => row.date);
}

/** Sets the instant from which the rates with this first day apply. Returns the rates that changed. */
export function updateEffectiveAt(
  db: Database,
  orgId: string,
  effectiveFrom: string,
  effectiveAt: string,
): Promise<(RateRow & { was_effective_at: string })[]> {
  return db.query(sql`
    update rates r set effective_at = ${effectiveAt}
      from rates was
     where r.org_id = ${orgId} and r.effective_from = ${effectiveFrom} and r.effective_at <> ${effectiveAt}
       and was.org_id = r.org_id and was.id = r.id
    returning r.*, was.effective_at as was_effective_at`);
}

export function selectExportedRates(orgId: string): Sql {
  return sql`
    select r.id, r.kind, r.scope, r.user_id as "userId", (select name from users where id = r.user_id) as "userName",
           r.project_id as "projectId",
           (select name from projects where org_id = r.org_id and id = r.project_id) as "projectName",
           r.task_id as "taskId", (select name from tasks where org_id = r.org_id and id = r.task_id) as "taskName",
           r.rate_minor as "rateMinor", o.currency, r.effective_from as "effectiveFrom", r.created_at as "createdAt",
           r.updated_at as "updatedAt"
      from rates r join organizations o on o.id = r.org_id
     where r.org_id = ${orgId}
     order by r.id`;
}

/** Whether the subject has a rate with exactly this first day. */
export async function findRateAt(
  db: Database,
  orgId: string,
  { kind, subject, effectiveFrom }: { kind: "billable" | "cost"; subject: string; effectiveFrom: string },
): Promise<boolean> {
  const found = await db.query(sql`
    select 1 from rates
     where org_id = ${orgId} and kind = ${kind} and subject = ${subject} and effective_from = ${effectiveFrom}`);
  return found.length > 0;
}
