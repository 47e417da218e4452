import { type Actor, reachesOthers, type Role, seesAllProjects } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import type { TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { type FilterQuery, readFilter } from "#tracking/entries/time-entries/read-filter.ts";
import { formerMembers, joined, toTeamChange, withFormerTeams } from "./former-teams.ts";
import {
  type FormerProject,
  listProjectChanges,
  listProjectIdsOfClients,
  listReachChanges,
  listRuleChanges,
  type Shifts,
} from "./queries.ts";

/** A follower's filtered view of the entries, and how the view has changed. */
export interface View extends Shifts {
  now: TimeEntryFilter;
  /** A superset of the entries that the follower saw at any time since `since`. */
  before: TimeEntryFilter;
}

/** The caller's view and its changes since an instant. A first run has no `since`, so it has no earlier view either. */
export async function readView(
  db: Database,
  actor: Actor,
  query: FilterQuery,
  since: string | undefined,
): Promise<View> {
  const now = await readFilter(db, actor, query);
  if (since === undefined) return { now, before: now, shifts: [], joinings: [] };
  // Changes to teams matter only for members and for a filter by team, because the other roles see all entries.
  const withTeams = actor.role === "member" || query.teamId !== undefined;
  const changes = await listReachChanges(db, actor.orgId, actor.userId, since, withTeams);
  const roleChanges = changes.flatMap(({ at, role }) => (role === null ? [] : { at, role }));
  const teams = changes.flatMap(toTeamChange);
  const role = widest([actor.role, ...roleChanges.map((change) => change.role)]);
  const isSame = role === actor.role && teams.length === 0;
  const wideActor = { ...actor, role, ...withFormerTeams(actor, teams) };
  const wide = isSame ? now : await readFilter(db, wideActor, query, "time-entries:read", formerMembers(teams));
  const projects = await listProjectChanges(db, actor.orgId, since, [
    ...(wide.hidden === undefined && !hidesProjects(actor) ? [] : visibilityColumns),
    ...(query.clientId === undefined ? [] : (["client_id"] as const)),
  ]);
  const ruleChanges = query.breaks === undefined ? [] : await listRuleChanges(db, actor.orgId, since);
  const ofRules = ruleChanges.map((at) => ({ at, projectId: null }));
  const ofRole = roleChanges.map(({ at }) => ({ at, projectId: null }));
  const ofProjects = projects.map(({ at, project_id: projectId }) => ({ at, projectId }));
  const before = await withFormerClients(db, actor.orgId, seenOnce(wide, actor.userId, projects), projects);
  // Drops the `breaks` filter after a change to the rules, because entries may have matched under the former rules.
  const ever = ruleChanges.length === 0 ? before : { ...before, breaks: undefined };
  const joinings = teams
    .map((change) => ({ at: change.at, userIds: joined(change, actor, query.teamId) }))
    .filter(({ userIds }) => userIds.length > 0);
  return { now, before: ever, shifts: [...ofRole, ...ofRules, ...ofProjects], joinings };
}

const visibilityColumns = ["visibility", "member_ids"] as const;

/** Whether hidden projects can affect the actor's view. Actors always see their own entries. */
function hidesProjects(actor: Actor): boolean {
  return !seesAllProjects(actor) && reachesOthers(actor, "time-entries:read");
}

function widest(roles: Role[]): Role {
  const reach = (role: Role) => (seesAllProjects({ role }) ? 2 : role === "viewer" ? 1 : 0);
  return roles.toSorted((a, b) => reach(b) - reach(a))[0] ?? "member";
}

/** Unhides the projects that the viewer could see before one of the changes, and the viewer's own entries. */
function seenOnce(filter: TimeEntryFilter, viewerId: string, projects: FormerProject[]): TimeEntryFilter {
  if (filter.hidden === undefined) return filter;
  const seen = new Set(
    projects
      .filter((project) => project.visibility === "organization" || project.member_ids.includes(viewerId))
      .map((project) => project.project_id),
  );
  const projectIds = filter.hidden.projectIds.filter((id) => !seen.has(id));
  return { ...filter, hidden: { projectIds, exceptOf: viewerId } };
}

/** Replaces clients with their projects, including those that belonged to the clients before one of the changes. */
async function withFormerClients(
  db: Database,
  orgId: string,
  filter: TimeEntryFilter,
  projects: FormerProject[],
): Promise<TimeEntryFilter> {
  const { clientIds, projectIds } = filter;
  if (clientIds === undefined) return filter;
  const former = projects.filter(({ client_id: id }) => id !== null && clientIds.includes(id));
  if (former.length === 0) return filter;
  const ids = new Set(await listProjectIdsOfClients(db, orgId, clientIds));
  for (const project of former) ids.add(project.project_id);
  const asked = projectIds === undefined ? [...ids] : projectIds.filter((id) => ids.has(id));
  return { ...filter, clientIds: undefined, projectIds: asked };
}
