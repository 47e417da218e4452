import { having } from "#platform/database/columns.ts";
import { type Database, raw, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { prices } from "./prices.ts";
import { type RateRow, rates } from "./rate.ts";

export const findRate = rates.find;

/** Matches rates in which each given column has one of its given values. */
export type RateFilter = Partial<Record<"kind" | "scope" | "user_id" | "project_id" | "task_id", string[] | undefined>>;

export function listRates(db: Database, orgId: string, filter: RateFilter, page: PageRequest): Promise<RateRow[]> {
  return rates.list(db, orgId, having(filter), page);
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
