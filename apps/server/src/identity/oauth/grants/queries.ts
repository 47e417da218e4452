import { idleGrantMs } from "#identity/oauth/exchange.ts";
import { largestPage } from "#platform/http/contract/schemas.ts";
import { having } from "#platform/database/columns.ts";
import { type Database, sql } from "#platform/database/database.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import type { Grant } from "./schemas.ts";

export const computed = ["clientHost", "redirectHost", "isOwnMachine", "availableScopes"] as const;

export type ShownGrant = RowOf<Omit<Grant, (typeof computed)[number]>> & { redirect_uri: string };

/**
 * Lists the grants whose tokens still work or can be refreshed, of all members or of `userIds`; by default the
 * newest, up to the largest page.
 */
export function listUsable(
  db: Database,
  orgId: string,
  { userIds, id }: { userIds?: string[] | undefined; id?: string },
  now: Date,
  page: PageRequest = { limit: largestPage, after: undefined },
): Promise<ShownGrant[]> {
  const refreshedAfter = new Date(now.getTime() - idleGrantMs).toISOString();
  return db.query<ShownGrant>(sql`
    select * from (
      select g.org_id, g.id, g.user_id, g.client_id, g.client_name, g.redirect_uri, k.scopes, k.created_at, k.expires_at,
             k.last_used_at, k.last_used_address
        from oauth_grants g
        join api_keys k on k.org_id = g.org_id and k.id = g.id
       where g.org_id = ${orgId} and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > ${now.toISOString()}) and g.refreshed_at > ${refreshedAfter}) usable
     where org_id = ${orgId} ${having({ user_id: userIds, id })} ${pageOf(page)}`);
}
