import { type Actor, seesAllProjects } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { listProjectChanges, listReachChanges, type Shift } from "#tracking/entries/entry-changes/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";

/** The projects that the caller sees now, and those that they saw since their last run. */
export interface ProjectView {
  /** Undefined if the caller sees every project. */
  viewerId: string | undefined;
  /** Whether the caller saw every project at some time since the last run. */
  sawAll: boolean;
  /** The projects that were visible to the caller before a change since the last run. */
  seenOnce: string[];
  /** Changes to the caller's role, and to the visibility or members of projects. */
  shifts: Shift[];
}

/** The caller's view, and how it has changed since an instant. Without `since`, there is no earlier view to compare. */
export async function readProjectView(db: Database, actor: Actor, since: string | undefined): Promise<ProjectView> {
  const viewerId = viewerOf(actor);
  if (since === undefined) return { viewerId, sawAll: viewerId === undefined, seenOnce: [], shifts: [] };
  // The role determines which projects and amounts the caller sees, so after a change of role every object is returned
  // again.
  const roles = await listReachChanges(db, actor.orgId, actor.userId, since, false);
  const ofRole = roles.map(({ at }) => ({ at, projectId: null }));
  if (viewerId === undefined) return { viewerId, sawAll: true, seenOnce: [], shifts: ofRole };
  const changes = await listProjectChanges(db, actor.orgId, since, ["visibility", "member_ids"]);
  const seen = changes.filter((former) => former.visibility === "organization" || former.member_ids.includes(viewerId));
  return {
    viewerId,
    sawAll: roles.some(({ role }) => role !== null && seesAllProjects({ role })),
    seenOnce: [...new Set(seen.map((former) => former.project_id))],
    shifts: [...ofRole, ...changes.map(({ at, project_id: projectId }) => ({ at, projectId }))],
  };
}
