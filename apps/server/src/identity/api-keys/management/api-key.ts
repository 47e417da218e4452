import type { ApiKeyRow } from "#identity/api-keys/queries.ts";
import { shownColumns } from "#identity/api-keys/shown-columns.ts";
import type { Resource } from "#identity/history/resource.ts";
import { storeOf } from "#identity/history/store.ts";

// `toShown` is not possible: the API also shows values that depend on the clock and the member's role, which change
// rows do not contain.
export const apiKey = {
  kind: "api_key",
  prefix: "key",
  tables: ["idempotent_replies", "api_keys"],
  actions: [
    { name: "api_key.created" },
    { name: "api_key.updated" },
    { name: "api_key.rotated" },
    { name: "api_key.revoked" },
    { name: "api_key.refused", isHappening: true },
  ],
  proof: {
    table: "api_keys",
    unrecorded: {
      last_used_at: "each use sets it",
      last_used_address: "each use sets it",
      replaced_at: "only determines which keys count towards the limits",
    },
    digests: { key_hash: "key_digest" },
  },
  files: [
    {
      table: "api_keys",
      about: "keys and sessions, without the secrets",
      columns:
        "id kind userId userName name scopes lastFour expiresAt revokedAt lastUsedAt lastUsedAddress createdAt updatedAt",
    },
  ],
} as const satisfies Resource;

export const apiKeys = storeOf<ApiKeyRow, { replaced_at: string | null }>(apiKey, {
  table: "api_keys",
  columns: shownColumns,
  what: "API key",
});
