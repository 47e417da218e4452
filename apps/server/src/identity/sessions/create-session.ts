import { scopes } from "#identity/access.ts";
import { type Origin, recordChange } from "#identity/history/record-change.ts";
import { newApiKey } from "#identity/api-keys/api-key-format.ts";
import { type ApiKeyRow, insertApiKey } from "#identity/api-keys/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";

/**
 * How the person authenticated. `session`: through an existing session, whose `authenticatedAt` the new session
 * inherits.
 */
export type ProvedBy =
  | "password"
  | "password_and_code"
  | "password_and_recovery_code"
  | "openid"
  | "invitation"
  | "set_up"
  | "session";

export interface NewSession {
  userId: string;
  /** The browser and operating system, so that the member recognizes the session. */
  name: string;
  authenticatedAt: string;
  provedBy: ProvedBy;
  expiresAt: string;
  address?: string;
}

/** Creates a session: a key with every scope, limited only by the member's role. Only the hash of the key is stored. */
export async function createSession(
  tx: Transaction,
  origin: Origin,
  session: NewSession,
): Promise<{ row: ApiKeyRow; sessionKey: string }> {
  const sessionKey = newApiKey();
  const { address, provedBy } = session;
  const row = await insertApiKey(tx, origin.orgId, {
    id: newId("key"),
    kind: "session",
    user_id: session.userId,
    name: session.name,
    scopes,
    authenticated_at: session.authenticatedAt,
    expires_at: session.expiresAt,
    key_hash: hashSecret(sessionKey),
    last_four: sessionKey.slice(-4),
    last_used_address: address ?? null,
  });
  await recordChange(tx, origin, {
    action: "session.created",
    targetId: row.id,
    row: { ...row, proved_by: provedBy, ...(address === undefined ? {} : { last_used_address: address }) },
  });
  return { row, sessionKey };
}
