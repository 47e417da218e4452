import type { Resource } from "#identity/history/resource.ts";
import { selectExportedApiKeys } from "./management/queries.ts";

// Without `toShown`: the API shows values derived from the clock and the member's role, which no change row holds.
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
  files: [
    {
      table: "api_keys",
      about: "keys and sessions, without what they could be used by",
      columns:
        "id kind userId userName name scopes lastFour expiresAt revokedAt lastUsedAt lastUsedAddress createdAt updatedAt",
      select: selectExportedApiKeys,
    },
  ],
} as const satisfies Resource;
