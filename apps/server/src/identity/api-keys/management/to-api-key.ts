import { effectiveScopes } from "#identity/access.ts";
import { shownAs } from "#platform/fields/shown.ts";
import type { KeyStatus, ShownKeyRow } from "./queries.ts";
import { ApiKey } from "./schemas.ts";

export function keyStatus(
  row: Pick<ShownKeyRow, "revoked_at" | "deactivated_at" | "expires_at">,
  now: Date,
): KeyStatus {
  if (row.revoked_at !== null || row.deactivated_at !== null) return "revoked";
  return row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime() ? "expired" : "active";
}

/**
 * Returns the strong ETag of a key. The tag covers the version and all values that depend on the clock or on the
 * member's role and teams, but not the last use.
 */
export function keyTag(row: ShownKeyRow, now: Date): string {
  const leads = row.leads === null ? "" : `-${row.leads.replaceAll(" ", "-")}`;
  return `"${row.version}-${row.role}-${keyStatus(row, now)}${leads}"`;
}

const toStored = shownAs(ApiKey, "effectiveScopes", "status");

export function toApiKey(row: ShownKeyRow, now: Date): ApiKey {
  return {
    ...toStored(row),
    effectiveScopes: effectiveScopes(row.role, row.scopes, row.leads),
    status: keyStatus(row, now),
    revokedAt: row.revoked_at ?? row.deactivated_at,
  };
}
