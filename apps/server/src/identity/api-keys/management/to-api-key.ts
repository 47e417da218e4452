import { effectiveScopes } from "#identity/access.ts";
import type { KeyStatus, ShownKeyRow } from "./queries.ts";
import type { ApiKey } from "./schemas.ts";

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

export function toApiKey(row: ShownKeyRow, now: Date): ApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    scopes: row.scopes,
    effectiveScopes: effectiveScopes(row.role, row.scopes, row.leads),
    lastFour: row.last_four,
    status: keyStatus(row, now),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at ?? row.deactivated_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
