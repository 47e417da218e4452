import type { Actor } from "#identity/access.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import type { ApiKeyCache } from "./api-key-cache.ts";
import { isWellFormedApiKey } from "./api-key-format.ts";
import type { ApiKeyOwner } from "./queries.ts";

function refused(code: ErrorCode, message: string): AppError {
  return new AppError(code, message, { headers: { "www-authenticate": "Bearer" } });
}

/** The key of an Authorization header (RFC 6750 §2.1); throws 401 when there is none or it cannot be one of ours. */
export function bearerKey(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === "") {
    throw refused("missing_api_key", "Send an API key in the header Authorization: Bearer <key>.");
  }
  const key = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined || !isWellFormedApiKey(key)) {
    throw refused("invalid_api_key", "The Authorization header holds no valid API key: Bearer stint_… is expected.");
  }
  return key;
}

/** Who calls with this key; throws 401 for a key that is unknown, revoked or expired. */
export function toActor(cache: ApiKeyCache, owner: ApiKeyOwner | undefined, requestId: string, nowMs: number): Actor {
  if (owner === undefined) throw refused("invalid_api_key", "This API key is not known.");
  if (owner.revoked_at !== null) throw refused("revoked_api_key", "This API key was revoked.");
  if (owner.expires_at !== null && Date.parse(owner.expires_at) <= nowMs) {
    throw refused("expired_api_key", `This API key expired at ${owner.expires_at}.`);
  }
  cache.used(owner, nowMs);
  return {
    orgId: owner.org_id,
    userId: owner.user_id,
    keyId: owner.key_id,
    role: owner.role,
    scopes: owner.scopes,
    requestId,
  };
}
