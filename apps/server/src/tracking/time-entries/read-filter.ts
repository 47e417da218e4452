import { type Actor, may } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { asId } from "#platform/ids.ts";
import { formatInstant, isDate, parseInstant, queryInstant, startOfDayMs } from "#platform/time.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { hiddenEntriesFrom } from "#tracking/projects/visibility.ts";
import type { TimeEntryFilter } from "./queries.ts";
import type { ListTimeEntries } from "./schemas.ts";

type FilterQuery = Pick<
  ListTimeEntries,
  "projectId" | "taskId" | "clientId" | "userId" | "tag" | "billable" | "from" | "to" | "tz" | "q" | "externalRef"
>;

/** The filter that a query asks for, cut to what the actor may see: without the right to others' entries, its own. */
export async function readFilter(
  db: Database,
  actor: Actor,
  query: FilterQuery,
  scope: "time-entries:read" | "reports:read" = "time-entries:read",
): Promise<TimeEntryFilter> {
  const asked = query.userId?.map((id) => (id === "me" ? actor.userId : asId(id)));
  const seesOthers = may(actor, scope, "others");
  const userIds = seesOthers ? asked : (asked ?? [actor.userId]).filter((id) => id === actor.userId);
  return {
    projectIds: query.projectId?.map(asId),
    taskIds: query.taskId?.map(asId),
    clientIds: query.clientId?.map(asId),
    userIds,
    tags: query.tag,
    billable: query.billable,
    ...(await readRange(db, actor, query)),
    q: query.q,
    externalRefs: query.externalRef,
    hidden: seesOthers ? await hiddenEntriesFrom(db, actor) : undefined,
  };
}

async function readRange(
  db: Database,
  actor: Actor,
  { from, to, tz }: FilterQuery,
): Promise<{ from: string | undefined; to: string | undefined }> {
  const needsZone = [from, to].some((point) => point !== undefined && isDate(point));
  const timeZone = tz ?? (needsZone ? (await findOrganization(db, actor.orgId))?.time_zone : undefined) ?? "UTC";
  const fromMs = from === undefined ? undefined : toMs(from, timeZone, 0);
  const toEndMs = to === undefined ? undefined : toMs(to, timeZone, 1);
  if (fromMs !== undefined && toEndMs !== undefined && (fromMs > toEndMs || areDatesSwapped(from, to))) {
    throw invalid("/from", "out_of_range", "from lies after to; swap them");
  }
  return {
    from: fromMs === undefined ? undefined : formatInstant(fromMs),
    to: toEndMs === undefined ? undefined : formatInstant(toEndMs),
  };
}

// Told from the dates themselves: the end of `to` may be the very instant at which `from` begins.
function areDatesSwapped(from = "", to = ""): boolean {
  return isDate(from) && isDate(to) && from > to;
}

/** A date is its first instant in the zone, plus whole days: a `to` date is included, so it ends where the next begins. */
function toMs(point: string, timeZone: string, plusDays: number): number {
  return isDate(point) ? startOfDayMs(point, timeZone, plusDays) : (parseInstant(queryInstant(point)) ?? 0);
}
