import { holds, mayMakeKeys } from "#identity/access.ts";
import { createApiKey } from "#identity/api-keys/create-api-key.ts";
import { demandRoomForKey, type KeyShares, lockKeyShares } from "#identity/api-keys/key-shares.ts";
import { findApiKey } from "#identity/api-keys/queries.ts";
import { findHolder } from "#identity/read-leadership.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { Visitor } from "#identity/visitor.ts";
import { type Database, type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { minuteMs } from "#platform/days.ts";
import { AppError } from "#platform/errors.ts";
import { deriveApiKey, newKeySalt } from "#identity/device-logins/codes.ts";
import {
  type DeviceLoginRow,
  findByDevice,
  keyNameOf,
  notePoll,
  storeDenial,
  storeIssue,
} from "#identity/device-logins/queries.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";

/** How long a program can fetch its key again, in case the reply was lost. */
const repeatMs = minuteMs;

export interface FetchDeps {
  db: DatabasePool;
  now: Date;
  keyShares: KeyShares;
}

export interface FetchedKey {
  apiKey: string;
  orgId: string;
}

/**
 * Creates and returns the API key of an approved login. Creating the key and completing the login are one
 * transaction; if the reply is lost afterwards, the same device code yields the same key again.
 */
export async function fetchDeviceKey(visitor: Visitor, deviceCode: string, deps: FetchDeps): Promise<FetchedKey> {
  const { db, now } = deps;
  const deviceHash = hashSecret(deviceCode);
  const login = await notePoll(db, deviceHash, now.toISOString());
  if (login === undefined) throw expired();
  if (login.status === "denied") throw denied();
  if (login.status === "issued") return repeatKey(login, deviceCode, deps);
  if (login.is_early)
    throw new AppError("slow_down", `Poll at most every ${login.interval_seconds} seconds from now on.`);
  const { org_id: orgId } = login;
  if (login.status === "pending" || orgId === null)
    throw new AppError("authorization_pending", "Nobody has approved or denied the code yet. Poll again.");
  const apiKey = await db.transaction((tx) => issueKey(tx, visitor, { deviceCode, deviceHash, orgId }, deps));
  if (apiKey === undefined) throw denied();
  return { apiKey, orgId };
}

/**
 * Creates the key of an approved login. Returns undefined and denies the login if the approver may no longer create it.
 */
async function issueKey(
  tx: Transaction,
  { requestId }: Visitor,
  { deviceCode, deviceHash, orgId }: { deviceCode: string; deviceHash: Buffer; orgId: string },
  { now, keyShares }: FetchDeps,
): Promise<string | undefined> {
  // Locks the organization before the login, in the same order as the end of a membership, to avoid deadlocks.
  await lockKeyShares(tx, orgId);
  const login = await findByDevice(tx, deviceHash, now.toISOString(), sql`for update`);
  if (login === undefined) throw expired();
  // A concurrent request has already fetched the key.
  if (login.status === "issued") return (await repeatKey(login, deviceCode, { db: tx, now })).apiKey;
  if (login.status !== "approved" || login.org_id !== orgId || login.user_id === null) return undefined;
  const { user_id: userId, session_id: sessionId } = login;
  const holder = await findHolder(tx, orgId, userId);
  const organization = await findOrganization(tx, orgId);
  const scopes = holder === undefined ? [] : (login.scopes ?? []).filter((scope) => holds(holder, scope));
  const { members_may_make_keys: membersMayMakeKeys, deletes_at: deletesAt } = organization ?? {};
  const mayMake =
    holder !== undefined &&
    membersMayMakeKeys !== undefined &&
    deletesAt === null &&
    mayMakeKeys({ ...holder, organization: { membersMayMakeKeys, deletesAt } });
  if (!mayMake || scopes.length === 0) {
    await storeDenial(tx, deviceHash);
    return undefined;
  }
  await demandRoomForKey(tx, { orgId, userId }, { now, keyShares });
  const salt = newKeySalt();
  // Since the approval, the person may have switched to another organization, whose session the audit log cannot name.
  const session = sessionId === null ? undefined : await findApiKey(tx, orgId, sessionId);
  const origin = { orgId, userId, keyId: session?.id ?? null, requestId, address: login.approved_from };
  const { row, apiKey } = await createApiKey(tx, origin, {
    userId,
    name: keyNameOf(login),
    scopes,
    expiresAt: login.key_expires_at,
    apiKey: deriveApiKey(deviceCode, salt),
  });
  await storeIssue(tx, deviceHash, { keyId: row.id, salt, at: now.toISOString() });
  return apiKey;
}

async function repeatKey(
  { org_id: orgId, key_id: keyId, key_salt: salt, issued_at: issuedAt }: DeviceLoginRow,
  deviceCode: string,
  { db, now }: { db: Database; now: Date },
): Promise<FetchedKey> {
  if (orgId === null || keyId === null || salt === null || issuedAt === null) throw expired();
  if (now.getTime() - Date.parse(issuedAt) > repeatMs) throw expired();
  const key = await findApiKey(db, orgId, keyId);
  if (key === undefined || key.revoked_at !== null) throw expired();
  return { apiKey: deriveApiKey(deviceCode, salt), orgId };
}

function denied(): AppError {
  return new AppError(
    "access_denied",
    "The login was denied, or the person who approved it may no longer create API keys. Start again.",
  );
}

function expired(): AppError {
  return new AppError("expired_token", "The code is unknown, has already been used, or has expired. Start again.");
}
