import { hash, timingSafeEqual } from "node:crypto";
import type { Scope } from "#identity/access.ts";
import { demandRoomForKey, type KeyShares, lockKeyShares } from "#identity/api-keys/key-shares.ts";
import { insertApiKey } from "#identity/api-keys/queries.ts";
import { recordChange } from "#identity/history/record-change.ts";
import type { Visitor } from "#identity/visitor.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dayMs, hourMs, minuteMs } from "#platform/days.ts";
import { hashSecret, randomSecret } from "#platform/secrets/random-secret.ts";
import { endGrant } from "./end-grant.ts";
import { OAuthError, refuseUnless } from "./oauth-error.ts";
import * as queries from "./queries.ts";
import { familyHash, firstTokens, isCode, isRefreshToken, nextTokens, type Tokens } from "./tokens.ts";

export interface ExchangeDeps {
  db: DatabasePool;
  now: () => Date;
  keyShares: KeyShares;
  onChange: (orgId: string) => void;
}

/** Returned instead of thrown: reusing a code or token ends the grant, and a throw would roll that back. */
interface Refusal {
  refusal: OAuthError;
  /** The organization of the grant, if the refusal ended one. */
  orgId?: string;
}

export interface Issued extends Tokens {
  orgId: string;
  scopes: readonly Scope[];
  expiresIn: number;
}

const accessMs = hourMs;
/** Grants unused for this long are ended. */
export const idleGrantMs = 30 * dayMs;
/** How long the previous refresh token still works, in case of a retry. It then yields the current tokens. */
const overlapMs = minuteMs;

/** Exchanges a code for the first tokens of a grant. A code works only once (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export async function exchangeCode(
  visitor: Visitor,
  asked: { code: string; clientId: string; redirectUri: string | undefined; verifier: string },
  deps: ExchangeDeps,
): Promise<Issued> {
  const refusal = new OAuthError(
    "invalid_grant",
    "The code is unknown, used or expired, or belongs to another program. Request a new authorization.",
  );
  const refused = { refusal };
  if (!isCode(asked.code)) throw refusal;
  const codeHash = hashSecret(asked.code);
  const orgId = await queries.findOrganizationOfCode(deps.db, codeHash);
  if (orgId === undefined) throw refusal;
  const now = deps.now();
  const result = await deps.db.transaction(async (tx): Promise<Issued | Refusal> => {
    await lockKeyShares(tx, orgId);
    const grant = await queries.lockGrantOfCode(tx, orgId, codeHash);
    if (grant === undefined || grant.client_id !== asked.clientId) return refused;
    if (asked.redirectUri !== undefined && asked.redirectUri !== grant.redirect_uri) return refused;
    if (!matches(asked.verifier, grant.code_challenge)) return refused;
    if (grant.exchanged_at !== null) {
      // Two parties have the code, so it was stolen: end the grant (RFC 6749 §10.5).
      await endGrant(tx, grant, visitor, now);
      return { refusal, orgId };
    }
    if (Date.parse(grant.code_expires_at) <= now.getTime() || !grant.isMember) return refused;
    return openGrant(tx, grant, visitor, { now, keyShares: deps.keyShares });
  });
  return settle(result, deps);
}

function settle(result: Issued | Refusal, { onChange }: ExchangeDeps): Issued {
  if (result.orgId !== undefined) onChange(result.orgId);
  if ("refusal" in result) throw result.refusal;
  return result;
}

async function openGrant(
  tx: Transaction,
  grant: queries.GrantRow,
  { requestId, address }: Visitor,
  { now, keyShares }: { now: Date; keyShares: KeyShares },
): Promise<Issued | Refusal> {
  const { org_id: orgId, user_id: userId, id, scopes } = grant;
  try {
    await demandRoomForKey(tx, { orgId, userId }, { now, keyShares });
  } catch (error) {
    if (error instanceof AppError) return { refusal: new OAuthError("invalid_grant", error.message) };
    throw error;
  }
  const row = await insertApiKey(tx, orgId, {
    id,
    kind: "grant",
    user_id: userId,
    name: grant.client_name,
    scopes,
    // A grant is used only through its tokens, so no key may match this hash.
    key_hash: hashSecret(randomSecret()),
    last_four: "",
    expires_at: grant.ends_at,
    last_used_address: address,
  });
  await recordChange(
    tx,
    { orgId, userId, keyId: null, requestId, address },
    { action: "grant.created", targetId: id, row: { ...row, client_id: grant.client_id } },
  );
  const seed = Buffer.from(randomSecret(), "base64url");
  const tokens = firstTokens(seed);
  await queries.storeGrant(tx, grant, {
    ...toStored(tokens, now),
    exchanged_at: now.toISOString(),
    seed,
    family_hash: familyHash(tokens.refreshToken),
  });
  await queries.touchClient(tx, grant.client_id, now);
  return { ...tokens, orgId, scopes, expiresIn: accessMs / 1000 };
}

/**
 * Replaces the tokens of a grant. The reply names the scopes that the person has given, whatever `scope` the program
 * sends (RFC 6749 §6): only the person can widen a grant, and all its tokens have the same rights. The previous refresh
 * token may come from a retry, so for a minute it yields the current tokens again. An older one must come from a copy,
 * so it ends the grant (RFC 9700 §4.14.2).
 */
export async function refreshTokens(
  visitor: Visitor,
  asked: { refreshToken: string; clientId: string },
  deps: ExchangeDeps,
): Promise<Issued> {
  const refusal = new OAuthError(
    "invalid_grant",
    "The refresh token is unknown, already used, expired or revoked. Request a new authorization.",
  );
  const refused = { refusal };
  if (!isRefreshToken(asked.refreshToken)) throw refusal;
  const now = deps.now();
  const result = await deps.db.transaction(async (tx): Promise<Issued | Refusal> => {
    const grant = await queries.lockGrantOfFamily(tx, familyHash(asked.refreshToken));
    if (grant === undefined || grant.client_id !== asked.clientId || !isUsable(grant, now)) return refused;
    const { org_id: orgId, current_scopes: scopes } = grant;
    const presented = hashSecret(asked.refreshToken);
    const tokens = nextTokens(grant.seed, asked.refreshToken);
    if (presented.equals(grant.refresh_hash)) {
      await queries.storeNextTokens(tx, grant, toStored(tokens, now));
      await queries.touchClient(tx, grant.client_id, now);
      return { ...tokens, orgId, scopes, expiresIn: accessMs / 1000 };
    }
    const isRepeated =
      grant.former_refresh_hash?.equals(presented) === true &&
      now.getTime() - Date.parse(grant.refreshed_at) < overlapMs;
    if (isRepeated) {
      const leftMs = Date.parse(grant.access_expires_at) - now.getTime();
      return { ...tokens, orgId, scopes, expiresIn: Math.floor(leftMs / 1000) };
    }
    await endGrant(tx, grant, visitor, now);
    return { refusal, orgId };
  });
  return settle(result, deps);
}

/** Ends the grant of an access or refresh token. An unknown or expired token is not an error (RFC 7009). */
export async function revokeToken(
  visitor: Visitor,
  { token, clientId }: { token: string; clientId: string },
  { db, now: clock, onChange }: ExchangeDeps,
): Promise<void> {
  const now = clock();
  const orgId = await db.transaction(async (tx) => {
    const grant = isRefreshToken(token)
      ? await queries.lockGrantOfFamily(tx, familyHash(token))
      : await queries.findGrantOfAccess(tx, hashSecret(token), now.toISOString());
    if (grant === undefined || grant.client_id !== clientId) return undefined;
    await endGrant(tx, grant, visitor, now);
    return grant.org_id;
  });
  if (orgId !== undefined) onChange(orgId);
}

function isUsable(grant: queries.RefreshableGrant, now: Date): boolean {
  const nowMs = now.getTime();
  const isOver = grant.ends_at !== null && Date.parse(grant.ends_at) <= nowMs;
  return grant.isActive && !isOver && nowMs - Date.parse(grant.refreshed_at) < idleGrantMs;
}

function toStored({ accessToken, refreshToken }: Tokens, now: Date): queries.StoredTokens {
  return {
    refreshed_at: now.toISOString(),
    refresh_hash: hashSecret(refreshToken),
    access_hash: hashSecret(accessToken),
    access_expires_at: new Date(now.getTime() + accessMs).toISOString(),
  };
}

function matches(verifier: string, challenge: string): boolean {
  refuseUnless(/^[\w.~-]{43,128}$/.test(verifier), "invalid_request", "code_verifier must have 43 to 128 characters");
  return timingSafeEqual(Buffer.from(hash("sha256", verifier, "base64url")), Buffer.from(challenge));
}
