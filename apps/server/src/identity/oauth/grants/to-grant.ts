import type { Actor } from "#identity/access.ts";
import type { ShownGrant } from "#identity/oauth/queries.ts";
import { availableScopes, describeClient } from "./grant-verbs.ts";
import type { Grant } from "./schemas.ts";

export function toGrant(actor: Actor, row: ShownGrant): Grant {
  return {
    id: row.id,
    userId: row.user_id,
    ...describeClient({ id: row.client_id, name: row.client_name }, row.redirect_uri),
    scopes: row.scopes,
    availableScopes: row.user_id === actor.userId ? availableScopes(actor) : [],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
    expiresAt: row.expires_at,
  };
}
