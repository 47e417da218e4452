import { askedUsers, type Actor, demandScope, idsWithin, reachOf } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { readRange } from "#identity/organizations/read-range.ts";
import { listTeamMembers } from "#identity/teams/queries.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import type { TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import type { timeEntryFilters } from "./filter-schemas.ts";
import type { ListTimeEntries } from "./schemas.ts";

export type FilterQuery = Pick<ListTimeEntries, keyof typeof timeEntryFilters | "approval" | "breaks">;

/** Former members of teams, by team, for queries that also concern the past. */
export type FormerMembers = ReadonlyMap<string, readonly string[]>;

/** Converts a query to a filter that selects only entries that the actor may see. */
export async function readFilter(
  db: Database,
  actor: Actor,
  query: FilterQuery,
  scope: "time-entries:read" | "reports:read" | "billing:write" = "time-entries:read",
  former?: FormerMembers,
): Promise<TimeEntryFilter> {
  const asked = askedUsers(actor, query.userId);
  const ofTeams = query.teamId && (await membersOfTeams(db, actor, query.teamId, former));
  const named = ofTeams === undefined ? asked : [...ofTeams].filter((id) => asked?.includes(id) ?? true);
  const userIds = idsWithin(reachOf(actor, scope), named);
  return {
    projectIds: query.projectId,
    taskIds: query.taskId,
    clientIds: query.clientId,
    userIds,
    tags: query.tag,
    billable: query.billable,
    billed: query.billed,
    approval: query.approval,
    ...(await readRange(db, actor.orgId, query)),
    q: query.q,
    externalRefs: query.externalRef,
    sources: query.source,
    breaks: query.breaks,
    hidden: await hiddenEntriesFrom(db, actor, scope),
  };
}

/** The members of these teams, ignoring teams that the actor may not see. */
export async function membersOfTeams(
  db: Database,
  actor: Actor,
  teamIds: readonly string[],
  former: FormerMembers = new Map(),
): Promise<Set<string>> {
  demandScope(actor, "teams:read");
  const seen = idsWithin(reachOf(actor, "teams:read"), teamIds) ?? [];
  const present = seen.length === 0 ? [] : await listTeamMembers(db, actor.orgId, seen);
  return new Set([...present, ...seen.flatMap((id) => former.get(id) ?? [])]);
}
