import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { type Sql, sql } from "#platform/database/database.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import { approvalOf, type Status } from "#tracking/ledger/entry-locks/entry-locks.ts";

/**
 * An SQL condition, starting with `and`: entries must be approved or have started before approvals were introduced. If
 * the filter asks for timesheet states, entries must be in one of those states instead.
 */
export function mustBeApproved(organization: OrganizationRow, asked: readonly Status[] | undefined): Sql {
  const { id: orgId, approvals, time_zone: timeZone } = organization;
  const approval = approvalOf(orgId, "time_entries");
  if (asked !== undefined) return sql`and ${approval} = any(${asked})`;
  if (approvals === null) return sql``;
  const from = formatInstant(startOfDayMs(approvals.from, timeZone));
  return sql`and (started_at < ${from} or ${approval} = 'approved')`;
}
