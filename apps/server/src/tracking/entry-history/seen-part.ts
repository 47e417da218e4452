import { type Actor, reachesOthers, seesAllProjects } from "#identity/access.ts";
import type { AuditRow } from "#identity/history/queries.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { listSeenProjects } from "./queries.ts";

/** The part of an entry's history that its reader may see. */
export interface SeenPart {
  /** Of the change rows `c`, those after which the entry was as the reader may see it. */
  only?: Sql;
  /** Whether it was so before the change too. */
  former?: (row: AuditRow) => boolean;
}

/**
 * The reader of an entry need not have been allowed to read it when it was on another project, or another member's: then
 * what was done to it is not for them, as the entry was not.
 */
export async function seenPart(db: Database, actor: Actor, entryId: string): Promise<SeenPart> {
  const { orgId, userId } = actor;
  const seesOthers = reachesOthers(actor, "time-entries:read");
  if (seesOthers && seesAllProjects(actor)) return {};
  const projectIds = seesOthers ? await listSeenProjects(db, orgId, entryId, userId) : [];
  const isSeen = (row: Record<string, unknown>) =>
    row["user_id"] === userId || projectIds.includes(String(row["project_id"]));
  return {
    only: sql`(c.object ->> 'user_id' = ${userId} or c.object ->> 'project_id' = any(${projectIds}))`,
    former: ({ object, previous }) => isSeen({ ...object, ...previous }),
  };
}
