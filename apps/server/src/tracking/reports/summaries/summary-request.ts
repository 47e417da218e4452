import { type Actor, demandScope, idsWithin, type Money, reachOf } from "#identity/access.ts";
import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { gone, invalid } from "#platform/errors.ts";
import { queryInstant } from "#platform/time.ts";
import type { TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { readFilter } from "#tracking/entries/time-entries/read-filter.ts";
import type { Interval, WeekDay } from "./buckets.ts";
import type { Grouping } from "./groupings.ts";
import type { SummaryQuery } from "./schemas.ts";

/** The parsed query of a summary. `filter` selects only entries that the actor may see. */
export interface SummaryRequest {
  organization: OrganizationRow;
  groupBy: Grouping[];
  interval: Interval;
  timeZone: string;
  weekStart: WeekDay;
  filter: TimeEntryFilter;
  money: Money;
  /** The teams to group by; undefined for all teams. */
  teamIds: string[] | undefined;
}

export async function readSummaryRequest(db: Database, actor: Actor, query: SummaryQuery): Promise<SummaryRequest> {
  const organization = await findOrganization(db, actor.orgId);
  if (organization === undefined) throw gone("organization");
  const groupBy = query.groupBy ?? ["project"];
  if (query.interval !== undefined && !groupBy.includes("date")) {
    throw invalid("/interval", "not_allowed", "needs the grouping date; add date to groupBy, or omit interval");
  }
  if (groupBy.includes("team")) demandScope(actor, "teams:read");
  const timeZone = query.tz ?? organization.time_zone;
  const filter = await readFilter(db, actor, { ...query, tz: timeZone }, "reports:read");
  return {
    organization,
    groupBy,
    interval: query.interval ?? "day",
    timeZone,
    weekStart: query.weekStart ?? organization.week_start,
    filter,
    money: moneyOfAll(actor, filter.userIds),
    teamIds: idsWithin(reachOf(actor, "teams:read")),
  };
}

/** The amounts to show for a sum over these members' entries: only those that the actor may see for every member. */
function moneyOfAll(actor: Actor, userIds: string[] | undefined): Money {
  const reach = reachOf(actor, "costs:read");
  if (reach === "everyone") return "all";
  return userIds !== undefined && userIds.length > 0 && userIds.every((id) => reach.has(id)) ? "amounts" : "none";
}

/**
 * One end of the range as requested, with `+` restored: if the client does not encode `+`, URL decoding turns it into a
 * space.
 */
export function shownPoint(point: string | undefined): string | null {
  return point === undefined ? null : queryInstant(point);
}
