import { type Actor, reachesOthers, seesAllProjects } from "#identity/access.ts";
import type { AuditRow } from "#identity/audit-log/queries.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { listSeenProjects } from "./queries.ts";

/** The part of an entry's history that its reader may see. */
export interface SeenPart {
  /** Matches the change rows `c` that left the entry visible to the reader. */
  only?: Sql;
  /** Whether the reader could already see the entry before the change. */
  former?: (row: AuditRow) => boolean;
}

/**
 * Limits an entry's history to the changes that the reader may see. While the entry was on another project or belonged
 * to another member, the reader may not have seen it; changes from that time stay hidden.
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
