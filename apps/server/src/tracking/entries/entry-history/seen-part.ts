import { type Actor, includes, idsWithin, reachesOthers, reachOf, seesAllProjects } from "#identity/access.ts";
import type { AuditRow } from "#identity/audit-log/queries.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { listSeenProjects } from "./queries.ts";

export interface SeenPart {
  /** An SQL condition: the reader could see the entry after the change `c`. */
  only?: Sql;
  /** Whether the reader could already see the entry before the change. */
  former?: (row: AuditRow) => boolean;
}

/**
 * Limits an entry's history to the changes that the reader may see. Leaves out changes made while the entry had a
 * project or member that is hidden from the reader.
 */
export async function seenPart(db: Database, actor: Actor, entryId: string): Promise<SeenPart> {
  const { orgId, userId } = actor;
  const reach = reachOf(actor, "time-entries:read");
  if (reach === "everyone" && seesAllProjects(actor)) return {};
  const userIds = idsWithin(reach);
  const projectIds = reachesOthers(actor, "time-entries:read")
    ? await listSeenProjects(db, orgId, entryId, userId)
    : [];
  const isSeen = (row: Record<string, unknown>) =>
    row["user_id"] === userId ||
    (includes(reach, String(row["user_id"])) && projectIds.includes(String(row["project_id"])));
  const reached = userIds === undefined ? sql`` : sql`and c.object ->> 'user_id' = any(${userIds})`;
  return {
    only: sql`(c.object ->> 'user_id' = ${userId} or c.object ->> 'project_id' = any(${projectIds}) ${reached})`,
    former: ({ object, previous }) => isSeen({ ...object, ...previous }),
  };
}
