import type { Origin } from "#identity/history/record-change.ts";
import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import { stagedRows } from "#tracking/exchange/imports/staged/staged-rows.ts";
import { effectiveAt } from "#tracking/ledger/rates/effective-at.ts";
import { findRateAt, lockRates } from "#tracking/ledger/rates/queries.ts";
import { rates } from "#tracking/ledger/rates/rate.ts";

interface Step {
  user_id: string;
  project_id: string;
  day: string;
  rate_minor: number;
}

const ratedColumns = ["person", "place", "started_at", "rate_minor", "currency", "left_out"] as const;

/**
 * Creates rates for each pair of a person and a project whose rows have hourly rates: one from each day on which the
 * rate in the file changes. If the file has several rates for a day, the last one counts. Keeps existing rates, and
 * skips rates in other currencies.
 */
export async function takeRates(
  tx: Transaction,
  origin: Origin,
  { currency, time_zone: timeZone }: OrganizationRow,
  row: ImportRow,
): Promise<void> {
  const { org_id: orgId, id } = row;
  await lockRates(tx, orgId);
  // Rows that an earlier version staged may lack a currency.
  const steps = await tx.query<Step>(sql`
    with rated as (
      select distinct on (p.user_id, l.project_id, day)
             p.user_id, l.project_id, (r.started_at at time zone ${timeZone})::date as day, r.rate_minor
        from (${stagedRows(row, ratedColumns, sql`b.rate_minor is not null`)}) r
        join import_people p on p.org_id = r.org_id and p.import_id = r.import_id and p.number = r.person
        join import_places l on l.org_id = r.org_id and l.import_id = r.import_id and l.number = r.place
       where r.left_out is null and r.rate_minor is not null
         and coalesce(r.currency, ${currency}) = ${currency} and r.rate_minor between 0 and 10000000000
         and p.user_id is not null and l.project_id is not null
       order by p.user_id, l.project_id, day, r.started_at desc, r.number desc
    ), compared as (
      select *, lag(rate_minor) over (partition by user_id, project_id order by day) as former from rated
    )
    select user_id, project_id, day, rate_minor from compared
     where former is distinct from rate_minor order by day, user_id, project_id`);
  for (const { user_id, project_id, day: effectiveFrom, rate_minor } of steps) {
    const subject = `${project_id}/${user_id}`;
    if (await findRateAt(tx, orgId, { kind: "billable", subject, effectiveFrom })) continue;
    const rate = await rates.insert(tx, origin, {
      kind: "billable",
      scope: "projectMember",
      user_id,
      project_id,
      task_id: null,
      rate_minor,
      effective_from: effectiveFrom,
      effective_at: effectiveAt(effectiveFrom, timeZone),
    });
    await tx.query(sql`
      insert into import_made (org_id, import_id, kind, id) values (${orgId}, ${id}, 'rate', ${rate.id})`);
  }
}
