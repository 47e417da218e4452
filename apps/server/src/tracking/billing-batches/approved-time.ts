import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { type Sql, sql } from "#platform/database/database.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import type { Status } from "#tracking/timesheets/queries.ts";

/** The timesheet of an entry; what is in no stored one is open. */
function isIn(orgId: string, status: Sql): Sql {
  return sql`exists (
    select from timesheets s
     where s.org_id = ${orgId} and s.user_id = time_entries.user_id and ${status}
       and s.starts_at <= time_entries.started_at and s.ends_at > time_entries.started_at)`;
}

/**
 * The condition on the entries to be billed, which begins with `and`: the time that approvals apply to must be approved,
 * unless the filter says in which states of their timesheets entries are billed.
 */
export function mustBeApproved(organization: OrganizationRow, asked: readonly Status[] | undefined): Sql {
  const { id: orgId, approvals, time_zone: timeZone } = organization;
  if (asked === undefined) {
    if (approvals === null) return sql``;
    const from = formatInstant(startOfDayMs(approvals.from, timeZone));
    return sql`and (started_at < ${from} or ${isIn(orgId, sql`s.status = 'approved'`)})`;
  }
  // A closed timesheet keeps its time, whatever others were stored for it.
  const closed = sql`s.status in ('submitted', 'approved')`;
  const rejected = sql`s.status = 'rejected'`;
  return sql`
    and case when ${isIn(orgId, sql`s.status = 'approved'`)} then 'approved' when ${isIn(orgId, closed)} then 'submitted'
             when ${isIn(orgId, rejected)} then 'rejected' else 'open' end = any(${asked})`;
}
