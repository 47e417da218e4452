import type { IncomingHttpHeaders } from "node:http";
import { type Actor, scopes } from "#identity/access.ts";
import { isIdle } from "#identity/sessions/session-life.ts";
import { sessionKey } from "#identity/sessions/session-cookie.ts";
import { plainAddress } from "#identity/visitor.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import { isAccessToken, isWellFormedApiKey } from "#identity/api-keys/api-key-format.ts";
import type { ApiKeyOwner } from "#identity/api-keys/queries.ts";

const everyScope = new Set(scopes);

function refused(code: ErrorCode, message: string): AppError {
  return new AppError(code, message, { headers: { "www-authenticate": "Bearer" } });
}

export function missingKey(): AppError {
  return refused("missing_api_key", "Send an API key in the header Authorization: Bearer <key>.");
}

/** Returns the key of an Authorization header (RFC 6750 §2.1); throws 401 if it is missing or malformed. */
export function bearerKey(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === "") {
    throw missingKey();
  }
  const key = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined || !(isWellFormedApiKey(key) || isAccessToken(key))) {
    throw refused("invalid_api_key", "The Authorization header contains no valid API key; it must be Bearer stint_….");
  }
  return key;
}

/** A key and where it was sent: session keys are accepted only in the cookie, API keys only in the header. */
export interface SentKey {
  key: string;
  carrier: "header" | "cookie";
}

/** Authorization schemes that a reverse proxy uses for its own password. Browsers then send them with every request. */
const ofProxy = /^(?:basic|digest|negotiate|ntlm)\b/i;

/**
 * Returns the request's key, and throws 401 if there is none. An Authorization header takes precedence over a cookie,
 * unless it is for a proxy.
 */
export function sentKey({ authorization, cookie }: IncomingHttpHeaders): SentKey {
  const key = authorization === undefined || ofProxy.test(authorization) ? sessionKey(cookie) : undefined;
  if (key !== undefined && isWellFormedApiKey(key)) return { key, carrier: "cookie" };
  return { key: bearerKey(authorization), carrier: "header" };
}

/** Returns the actor for a key's owner; throws 401 if the key is unknown, revoked or expired. */
export function toActor(
  cache: ApiKeyCache,
  owner: ApiKeyOwner | undefined,
  carrier: SentKey["carrier"],
  { id: requestId, ip }: { id: string; ip: string },
  nowMs: number,
): Actor {
  if (owner === undefined || (owner.kind === "session") !== (carrier === "cookie"))
    throw refused("invalid_api_key", "This API key is unknown. Check that it is complete, or use another key.");
  const isSession = carrier === "cookie";
  const isGrant = owner.kind === "grant";
  const name = isGrant ? "access token" : "API key";
  if (owner.revoked_at !== null)
    throw refused(
      "revoked_api_key",
      isSession
        ? "This session has ended. Sign in again."
        : `This ${name} was revoked. ${isGrant ? "Connect the program again" : "Use another key"}.`,
    );
  if (owner.expires_at !== null && Date.parse(owner.expires_at) <= nowMs) {
    const what = isSession ? "This session ended" : `This ${name} expired`;
    const advice = isSession ? "Sign in again" : isGrant ? "Refresh it" : "Use another key";
    throw refused("expired_api_key", `${what} at ${owner.expires_at}. ${advice}.`);
  }
  if (isIdle(owner, nowMs))
    throw refused("expired_api_key", "This session has not been used for 14 days. Sign in again.");
  const address = plainAddress(ip);
  cache.used(owner, nowMs, address);
  return {
    orgId: owner.org_id,
    userId: owner.user_id,
    keyId: owner.key_id,
    kind: owner.kind,
    authenticatedAt: owner.authenticated_at,
    role: owner.role,
    // A session may do everything that the role permits, including scopes introduced after the session began.
    scopes: isSession ? everyScope : owner.scopes,
    ...(owner.leadership === undefined ? {} : { leadership: owner.leadership }),
    organization: { membersMayMakeKeys: owner.members_may_make_keys, deletesAt: owner.deletes_at },
    requestId,
    address,
  };
}
