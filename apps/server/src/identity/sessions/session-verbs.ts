import { type Origin, recordChange } from "#identity/history/record-change.ts";
import { newApiKey } from "#identity/api-keys/api-key-format.ts";
import { type ApiKeyOwner, type ApiKeyRow, findApiKey } from "#identity/api-keys/queries.ts";
import { endKeys } from "#identity/api-keys/end-keys.ts";
import type { OpenIdGroups } from "#platform/config/openid-groups.ts";
import type { Transaction } from "#platform/database/database.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import { browserName } from "./browser-name.ts";
import { createSession, type ProvedBy } from "./create-session.ts";
import { notSignedIn } from "./find-session.ts";
import { endFeedsOfSessions, passFeedsOn } from "./feeds-of-sessions.ts";
import { organizationsOf } from "./chosen-sessions.ts";
import { endGrantsOfSessions, passGrantsOn } from "./grants-of-sessions.ts";
import {
  countSessions,
  findProvedBy,
  listMemberships,
  lockPerson,
  mostSessions,
  renewSession,
  whichSessions,
} from "./queries.ts";
import type { Visitor } from "#identity/visitor.ts";
import { endOfSession } from "./session-life.ts";

/** The session that a new session replaces. */
export interface EarlierSession {
  id: string;
  authenticatedAt: string;
  expiresAt: string;
}

export interface StartedSession {
  row: ApiKeyRow;
  sessionKey: string;
  provedBy: ProvedBy;
  expiresAt: string;
}

interface NewSession {
  orgId: string;
  userId: string;
  provedBy: ProvedBy;
  /** When the person authenticated; defaults to now. */
  authenticatedAt?: string | undefined;
  earlier?: EarlierSession | undefined;
}

interface SessionDeps {
  now: Date;
  openIdGroups: OpenIdGroups | undefined;
}

interface Ending {
  userId: string;
  only?: string;
  except?: string;
}

/**
 * Starts a session for a member. A session that replaces an earlier one does not expire later than that one. If the
 * person has too many sessions, ends the least recently used ones.
 */
export async function startSession(
  tx: Transaction,
  visitor: Visitor,
  { orgId, userId, provedBy, authenticatedAt, earlier }: NewSession,
  { now, openIdGroups }: SessionDeps,
): Promise<StartedSession> {
  const latest = endOfSession(now, await findMostHours(tx, userId, openIdGroups));
  const times = {
    authenticatedAt: earlier?.authenticatedAt ?? authenticatedAt ?? now.toISOString(),
    expiresAt: earlier === undefined || earlier.expiresAt > latest ? latest : earlier.expiresAt,
  };
  const { requestId, address } = visitor;
  const origin = { orgId, userId, keyId: null, requestId, address };
  // Locks the person only if necessary, because concurrent first sign-ins through a provider could deadlock otherwise.
  if ((await countSessions(tx, userId, now.toISOString())) >= mostSessions)
    await closeSessions(tx, origin, { userId, beyond: mostSessions - 1 }, { now });
  const started = await createSession(tx, origin, {
    userId,
    name: browserName(visitor.userAgent),
    address: visitor.address,
    provedBy,
    ...times,
  });
  if (earlier !== undefined) {
    await passGrantsOn(tx, userId, earlier.id, started.row.id);
    await passFeedsOn(tx, userId, earlier.id, started.row.id);
  }
  return { ...started, provedBy, expiresAt: times.expiresAt };
}

/**
 * Finds the maximum session lifetime, in hours, for members of the organization whose roles depend on groups, so that
 * changes to groups take effect. The limit also applies to their sessions in other organizations, because a session can
 * be switched from one organization to another.
 */
async function findMostHours(
  tx: Transaction,
  userId: string,
  groups: OpenIdGroups | undefined,
): Promise<number | undefined> {
  if (groups?.sessionHours === undefined) return undefined;
  const memberships = await listMemberships(tx, userId);
  return memberships.some(({ org_id: orgId }) => orgId === groups.orgId) ? groups.sessionHours : undefined;
}

/**
 * The person or program that ends a session. `orgId` is the organization of the key, because only that organization's
 * change rows name the key.
 */
type Author = Pick<Origin, "keyId" | "requestId" | "address"> & { orgId: string | null };

/**
 * Ends one, all but one, or all of a person's sessions, in all organizations. Also ends the grants permitted, the
 * device logins approved and the calendar feeds created in these sessions, because a thief may have created them.
 * Returns the number of sessions.
 */
export async function endSessions(
  tx: Transaction,
  author: Author,
  ending: Ending,
  { now }: { now: Date },
): Promise<number> {
  const ended = await closeSessions(tx, author, ending, { now });
  await endGrantsOfSessions(tx, author, ending, now);
  const { requestId, address } = author;
  await endFeedsOfSessions(tx, { userId: ending.userId, keyId: null, requestId, address: address ?? null }, ending);
  return ended;
}

/**
 * Ends sessions that the person has left or continues elsewhere. Programs connected in them stay connected. With
 * `beyond`, ends all but the `beyond` most recently used ones.
 */
export async function closeSessions(
  tx: Transaction,
  origin: Author,
  { userId, ...which }: Ending & { beyond?: number },
  { now }: { now: Date },
): Promise<number> {
  await lockPerson(tx, userId);
  const at = now.toISOString();
  const originIn = (orgId: string) => ({
    ...origin,
    orgId,
    userId,
    keyId: orgId === origin.orgId ? origin.keyId : null,
  });
  return endKeys(tx, organizationsOf(userId), whichSessions(userId, which, at), originIn, at);
}

/** Ends a session. Returns the values that its replacement inherits. */
export async function passOn(
  tx: Transaction,
  visitor: Visitor,
  { session }: { session: ApiKeyOwner },
  deps: { now: Date },
): Promise<EarlierSession> {
  const { user_id: userId, org_id: orgId, key_id: keyId, authenticated_at, expires_at } = session;
  const ended = await closeSessions(tx, { ...visitor, orgId, keyId }, { userId, only: keyId }, deps);
  if (ended === 0 || authenticated_at === null || expires_at === null) throw notSignedIn();
  return { id: keyId, authenticatedAt: authenticated_at, expiresAt: expires_at };
}

/** Replaces the session's key after a re-authentication. Returns undefined if the session has ended. */
export async function reauthenticateSession(
  tx: Transaction,
  { requestId, address }: Visitor,
  { session, former, provedBy }: { session: ApiKeyOwner; former: string; provedBy: ProvedBy },
  { now }: { now: Date },
): Promise<string | undefined> {
  const sessionKey = newApiKey();
  const before = await findApiKey(tx, session.org_id, session.key_id);
  const row = await renewSession(tx, session.org_id, session.key_id, hashSecret(former), {
    key_hash: hashSecret(sessionKey),
    last_four: sessionKey.slice(-4),
    authenticated_at: now.toISOString(),
  });
  if (row === undefined || before === undefined) return undefined;
  const origin = { orgId: session.org_id, userId: session.user_id, keyId: session.key_id, requestId, address };
  await recordChange(tx, origin, {
    action: "session.reauthenticated",
    targetId: row.id,
    row: { ...row, proved_by: provedBy },
    before: { ...before, proved_by: await findProvedBy(tx, session.org_id, session.key_id) },
  });
  return sessionKey;
}
