import { type Actor, reachesOthers } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { readRange } from "#identity/organizations/read-range.ts";
import { hiddenEntriesFrom } from "#tracking/projects/visibility.ts";
import type { TimeEntryFilter } from "#tracking/entry-filters/time-entry-filter.ts";
import type { ListTimeEntries } from "./schemas.ts";

export type FilterQuery = Pick<
  ListTimeEntries,
  | "projectId"
  | "taskId"
  | "clientId"
  | "userId"
  | "tag"
  | "billable"
  | "from"
  | "to"
  | "tz"
  | "q"
  | "externalRef"
  | "breaks"
>;

/**
 * The filter of a query, restricted to the entries that the actor may see: only the actor's, without the right to
 * others' entries.
 */
export async function readFilter(
  db: Database,
  actor: Actor,
  query: FilterQuery,
  scope: "time-entries:read" | "reports:read" = "time-entries:read",
): Promise<TimeEntryFilter> {
  const asked = query.userId?.map((id) => (id === "me" ? actor.userId : id));
  const seesOthers = reachesOthers(actor, scope);
  const userIds = seesOthers ? asked : (asked ?? [actor.userId]).filter((id) => id === actor.userId);
  return {
    projectIds: query.projectId,
    taskIds: query.taskId,
    clientIds: query.clientId,
    userIds,
    tags: query.tag,
    billable: query.billable,
    ...(await readRange(db, actor.orgId, query)),
    q: query.q,
    externalRefs: query.externalRef,
    breaks: query.breaks,
    hidden: seesOthers ? await hiddenEntriesFrom(db, actor) : undefined,
  };
}
