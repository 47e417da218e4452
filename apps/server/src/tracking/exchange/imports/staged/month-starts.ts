import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { dateAt } from "#platform/days.ts";
import { stagedRows } from "./staged-rows.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";

export interface Month {
  /** YYYY-MM. */
  month: string;
  /** The month's first instant in the organization's time zone. */
  start: string;
}

/** The months of an import's rows, from the first to the last, without gaps. */
export async function monthStarts(
  db: Database,
  { id: orgId, time_zone: timeZone }: Pick<OrganizationRow, "id" | "time_zone">,
  importId: string,
): Promise<Month[]> {
  const [extent] = await db.query<{ first: string | null; last: string | null }>(sql`
    select min(r.started_at) as first, max(r.started_at) as last
      from (${stagedRows({ org_id: orgId, id: importId }, ["started_at"])}) r`);
  if (extent === undefined || extent.first === null || extent.last === null) return [];
  const last = dateAt(Date.parse(extent.last), timeZone).slice(0, 7);
  const months: Month[] = [];
  let next = Temporal.PlainYearMonth.from(dateAt(Date.parse(extent.first), timeZone).slice(0, 7));
  for (; next.toString() <= last; next = next.add({ months: 1 }))
    months.push({ month: next.toString(), start: formatInstant(startOfDayMs(`${next.toString()}-01`, timeZone)) });
  return months;
}
