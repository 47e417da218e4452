import { type Actor, reachesOthers, seesAllProjects } from "#identity/access.ts";
import type { AuditRow } from "#identity/audit-log/queries.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { listSeenProjects } from "./queries.ts";

/** The part of an entry's history that its reader may see. */
export interface SeenPart {
  /** Matches the change rows `c` that left the entry visible to the reader. */
  only?: Sql;
  /** Whether the entry was visible to the reader before the change, too. */
  former?: (row: AuditRow) => boolean;
}

/**
 * The reader may have had no access while the entry was on another project or belonged to another member. Changes from
 * that time stay hidden, as the entry was.
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
