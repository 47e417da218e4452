import type { IncomingHttpHeaders } from "node:http";
import { isWellFormedApiKey } from "#identity/api-keys/api-key-format.ts";
import { type ApiKeyOwner, findApiKeyByHash } from "#identity/api-keys/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import { sessionKey } from "./session-cookie.ts";
import { isLiveSession } from "./session-life.ts";

export interface FoundSession {
  owner: ApiKeyOwner;
  key: string;
}

/** Finds the session whose key the request's cookie contains, if that session is still usable. */
export async function findSession(
  db: Database,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<FoundSession | undefined> {
  const key = sessionKey(headers.cookie);
  if (key === undefined || !isWellFormedApiKey(key)) return undefined;
  const owner = await findApiKeyByHash(db, hashSecret(key));
  return owner !== undefined && isLiveSession(owner, now.getTime()) ? { owner, key } : undefined;
}

export function notSignedIn(): AppError {
  return new AppError("not_signed_in", "There is no session, or it has ended. Sign in: POST /auth/sign-in.");
}
