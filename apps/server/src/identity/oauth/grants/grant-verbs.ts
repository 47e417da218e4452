import { type Actor, effectiveScopes, leadsOf, mayMakeKeys, type Scope } from "#identity/access.ts";
import { apiKeys } from "#identity/api-keys/management/api-key.ts";
import { grantableScopes } from "#identity/oauth/grantable-scopes.ts";
import { demandRecentAuthentication } from "#identity/demand-recent-authentication.ts";
import { futureInstant } from "#identity/api-keys/future-instant.ts";
import { demandRoomForKey, type KeyShares, lockKeyShares } from "#identity/api-keys/key-shares.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { minuteMs } from "#platform/days.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { documentAddress } from "#identity/oauth/client-document.ts";
import { demandOpenSession } from "#identity/sessions/demand-open-session.ts";
import { insertGrant, storeGrant } from "#identity/oauth/queries.ts";
import {
  redirectUrlOf,
  type AuthorizationRequest,
  type FaultyRequest,
  type Issuer,
} from "#identity/oauth/read-request.ts";
import { describeRedirectUri } from "#identity/oauth/redirect-uri.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import type { CreateGrant, GrantRequest, UpdateGrant } from "./schemas.ts";
import { newCode } from "#identity/oauth/tokens.ts";

/** Short, because programs exchange the code immediately. */
const codeMs = 2 * minuteMs;

/** Describes a request for the consent screen. */
export function describeRequest(
  actor: Actor,
  request: AuthorizationRequest | FaultyRequest,
  issuer: Issuer,
): GrantRequest {
  const { client, redirectUri } = request;
  const isFaulty = "fault" in request;
  const { code, message } = isFaulty ? request.fault : { code: "access_denied", message: "The person declined." };
  return {
    organizationId: actor.orgId,
    ...describeClient(client, redirectUri),
    scopes: isFaulty ? [] : scopesFor(actor, request.scopes),
    availableScopes: availableScopes(actor),
    mayConnect: mayMakeKeys(actor),
    fault: isFaulty ? message : null,
    declineUrl: redirectUrlOf(request, { error: code, error_description: message }, issuer),
  };
}

/** Describes a program: its name, the host of its metadata document, and the host that receives the code. */
export function describeClient({ id, name }: { id: string; name: string }, redirectUri: string) {
  const { host: redirectHost, isOwnMachine } = describeRedirectUri(redirectUri);
  const clientHost = documentAddress(id)?.host ?? null;
  return { clientId: id, clientName: name, clientHost, redirectHost, isOwnMachine };
}

/** Grants a request; returns the redirect URL with the code for the program. */
export async function createGrant(
  tx: Transaction,
  actor: Actor,
  request: AuthorizationRequest | FaultyRequest,
  input: CreateGrant,
  { now, keyShares, publicUrl }: Issuer & { now: Date; keyShares: KeyShares },
): Promise<string> {
  if ("fault" in request) throw invalid("/request", request.fault.code, `is invalid: ${request.fault.message}`);
  if (input.organizationId !== actor.orgId) {
    const message = "must be the organization of your session.";
    throw new AppError("not_found", `/organizationId ${message}`, {
      errors: [{ pointer: "/organizationId", code: "not_found", message }],
    });
  }
  const { scopes } = input;
  demandGivable(actor, scopes);
  const endsAt = futureInstant(input.expiresAt, now);
  await lockKeyShares(tx, actor.orgId);
  // Reading the program's document can take a while, and the session may have ended since.
  await demandOpenSession(tx, actor);
  await demandRoomForKey(tx, actor, { now, keyShares });
  const code = newCode();
  await insertGrant(tx, {
    org_id: actor.orgId,
    id: newId("key"),
    user_id: actor.userId,
    session_id: actor.keyId,
    client_id: request.client.id,
    client_name: request.client.name,
    redirect_uri: request.redirectUri,
    scopes,
    ends_at: endsAt,
    code_hash: hashSecret(code),
    code_challenge: request.codeChallenge,
    code_expires_at: new Date(now.getTime() + codeMs).toISOString(),
    created_at: now.toISOString(),
  });
  return redirectUrlOf(request, { code }, { publicUrl });
}

/**
 * Changes the scopes of a connected program, whose tokens stay valid. Removing scopes requires only a session; adding
 * scopes requires the same rights as a new connection. A grant with added scopes then belongs to the session that added
 * them, so it ends if that session is ended from elsewhere. Returns false if the member has no such grant.
 */
export async function updateGrant(
  tx: Transaction,
  actor: Actor,
  { id, input }: { id: string; input: UpdateGrant },
  now: Date,
): Promise<boolean> {
  // Locks the session first, because ending a session locks it before its grants.
  await demandOpenSession(tx, actor);
  const isLive = sql`and kind = 'grant' and user_id = ${actor.userId} and revoked_at is null for no key update`;
  const before = await apiKeys.find(tx, actor.orgId, id, isLive);
  if (before === undefined) return false;
  const { scopes = before.scopes } = input;
  const added = scopes.filter((scope) => !before.scopes.includes(scope));
  if (added.length > 0) {
    demandGivable(actor, added);
    demandRecentAuthentication(actor, now.getTime());
    await storeGrant(tx, before, { session_id: actor.keyId });
  } else if (scopes.length === before.scopes.length) return true;
  await apiKeys.update(tx, actor, before, { scopes }, "grant.updated");
  return true;
}

/** Returns the scopes that the actor can give to a program. */
export function availableScopes(actor: Actor): Scope[] {
  return mayMakeKeys(actor) ? scopesFor(actor, grantableScopes) : [];
}

function demandGivable(actor: Actor, scopes: readonly Scope[]): void {
  if (!mayMakeKeys(actor))
    throw new AppError(
      "forbidden",
      `In this organization, the role ${actor.role} may not connect programs, because it may not create API keys. Ask an owner or admin.`,
    );
  const available = availableScopes(actor);
  const extra = scopes.find((scope) => !available.includes(scope));
  if (extra !== undefined)
    throw invalid(
      "/scopes",
      "not_available",
      `contains ${extra}, which programs cannot have or you do not have; remove it`,
    );
}

function scopesFor(actor: Actor, asked: readonly Scope[]): Scope[] {
  return effectiveScopes(actor.role, asked, leadsOf(actor));
}
