import type { Database } from "#platform/database/database.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { idleGrantMs } from "#identity/oauth/exchange.ts";
import { type GrantFilter, listGrants, type ShownGrant } from "#identity/oauth/queries.ts";

const wholeList = { limit: 200, after: undefined };

/** Lists the grants whose tokens still work or can be refreshed, by default the newest 200. */
export function listUsable(
  db: Database,
  orgId: string,
  filter: GrantFilter,
  now: Date,
  page: PageRequest = wholeList,
): Promise<ShownGrant[]> {
  const refreshedAfter = new Date(now.getTime() - idleGrantMs).toISOString();
  return listGrants(db, orgId, filter, { now: now.toISOString(), refreshedAfter }, page);
}
