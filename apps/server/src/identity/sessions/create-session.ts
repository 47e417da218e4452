import { scopes } from "#identity/access.ts";
import { type Origin, recordChange } from "#identity/changes/record-change.ts";
import { hashApiKey, newApiKey } from "#identity/api-keys/api-key-format.ts";
import { type ApiKeyRow, insertApiKey } from "#identity/api-keys/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";

export interface NewSession {
  userId: string;
  /** What the member will know it by: browser and system. */
  name: string;
  /** When the member proved who they are. */
  authenticatedAt: string;
  expiresAt: string;
  /** Where the browser called from. */
  address?: string;
}

/** Makes a session: a key with every scope that the member's role allows. The key itself is in the result only. */
export async function createSession(
  tx: Transaction,
  origin: Origin,
  session: NewSession,
): Promise<{ row: ApiKeyRow; sessionKey: string }> {
  const sessionKey = newApiKey();
  const { address, ...columns } = session;
  const row = await insertApiKey(tx, origin.orgId, {
    ...columns,
    id: newId("key"),
    kind: "session",
    scopes,
    hash: hashApiKey(sessionKey),
    lastFour: sessionKey.slice(-4),
    lastUsedAddress: address ?? null,
  });
  await recordChange(tx, origin, {
    action: "session.created",
    targetId: row.id,
    row: { ...row, ...(address === undefined ? {} : { last_used_address: address }) },
  });
  return { row, sessionKey };
}
