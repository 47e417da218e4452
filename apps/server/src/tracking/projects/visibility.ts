import { type Actor, seesAllProjects } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { findHiddenEntries, type HiddenEntries } from "./queries.ts";

/** The member in whose eyes projects are looked for; undefined for those who see every one. */
export function viewerOf(actor: Pick<Actor, "role" | "userId">): string | undefined {
  return seesAllProjects(actor) ? undefined : actor.userId;
}

/** What of others' entries the actor does not see, for the projects they are on; undefined where that is nothing. */
export async function hiddenEntriesFrom(
  db: Database,
  actor: Pick<Actor, "orgId" | "role" | "userId">,
): Promise<HiddenEntries | undefined> {
  const viewerId = viewerOf(actor);
  return viewerId === undefined ? undefined : findHiddenEntries(db, actor.orgId, viewerId);
}
