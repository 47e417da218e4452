import type { Actor } from "#identity/access.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { availableScopes, describeClient } from "./grant-verbs.ts";
import { computed, type ShownGrant } from "./queries.ts";
import { Grant } from "./schemas.ts";

const toStored = shownAs(Grant, ...computed);

export function toGrant(actor: Actor, row: ShownGrant): Grant {
  return {
    ...toStored(row),
    ...describeClient({ id: row.client_id, name: row.client_name }, row.redirect_uri),
    availableScopes: row.user_id === actor.userId ? availableScopes(actor) : [],
  };
}
