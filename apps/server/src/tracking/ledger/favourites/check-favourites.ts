import type { Actor } from "#identity/access.ts";
import type { Favourite } from "#identity/me/schemas.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { isSeenBy, viewerOf } from "#tracking/ledger/projects/visibility.ts";

/** Throws 422 if a favourite is listed twice, or if the member may not see its project or task. */
export async function checkFavourites(db: Database, actor: Actor, favourites: readonly Favourite[]): Promise<void> {
  const viewer = viewerOf(actor);
  const isSeen = viewer === undefined ? sql`true` : isSeenBy(sql`${viewer}`, "projects");
  const rows = await db.query<{ at: number; has_project: boolean; has_task: boolean }>(sql`
    select f.at::integer - 1 as at,
           exists (select 1 from projects where org_id = ${actor.orgId} and id = f.project_id and ${isSeen}) as has_project,
           f.task_id is null or exists (
             select 1 from tasks t where t.org_id = ${actor.orgId} and t.project_id = f.project_id and t.id = f.task_id) as has_task
      from unnest(${favourites.map(({ projectId }) => projectId)}::text[], ${favourites.map(({ taskId }) => taskId)}::text[])
             with ordinality as f (project_id, task_id, at)`);
  for (const { at, has_project: hasProject, has_task: hasTask } of rows) {
    if (!hasProject)
      throw invalid(`/favourites/${at}/projectId`, "unknown", "is not a project that you can see; remove it");
    if (!hasTask) throw invalid(`/favourites/${at}/taskId`, "unknown", "is not a task of that project; remove it");
  }
  const keys = favourites.map(({ projectId, taskId, description }) => JSON.stringify([projectId, taskId, description]));
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at);
  if (twice >= 0) throw invalid(`/favourites/${twice}`, "duplicate", "is listed twice; list each favourite once");
}
