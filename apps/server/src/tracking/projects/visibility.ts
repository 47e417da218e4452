import { type Actor, seesAllProjects } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { findHiddenEntries, type HiddenEntries } from "./queries.ts";

/** The member for whom queries filter projects; undefined for those who see every project. */
export function viewerOf(actor: Pick<Actor, "role" | "userId">): string | undefined {
  return seesAllProjects(actor) ? undefined : actor.userId;
}

/** Other members' entries that are hidden from the actor, by project; undefined if there are none. */
export async function hiddenEntriesFrom(
  db: Database,
  actor: Pick<Actor, "orgId" | "role" | "userId">,
): Promise<HiddenEntries | undefined> {
  const viewerId = viewerOf(actor);
  return viewerId === undefined ? undefined : findHiddenEntries(db, actor.orgId, viewerId);
}
