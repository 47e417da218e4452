import type { Scope } from "#identity/access.ts";
import { type Origin, recordChange } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import { newApiKey } from "./api-key-format.ts";
import { type ApiKeyRow, insertApiKey } from "./queries.ts";

export interface NewKey {
  userId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAt: string | null;
  /** Defaults to a random key. */
  apiKey?: string;
}

/** Creates a key. Only its hash is stored, so the key itself can be shown only once. */
export async function createApiKey(
  tx: Transaction,
  origin: Origin,
  { apiKey = newApiKey(), userId, name, scopes, expiresAt }: NewKey,
): Promise<{ row: ApiKeyRow; apiKey: string }> {
  const row = await insertApiKey(tx, origin.orgId, {
    id: newId("key"),
    kind: "api",
    user_id: userId,
    name,
    scopes,
    expires_at: expiresAt,
    key_hash: hashSecret(apiKey),
    last_four: apiKey.slice(-4),
  });
  await recordChange(tx, origin, { action: "api_key.created", targetId: row.id, row });
  return { row, apiKey };
}
