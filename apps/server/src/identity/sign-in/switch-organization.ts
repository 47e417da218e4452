import { findAccount } from "#identity/passwords/queries.ts";
import { type FoundSession, notSignedIn } from "#identity/sessions/find-session.ts";
import { listMemberships } from "#identity/sessions/queries.ts";
import { endSessions, startSession, type Visitor } from "#identity/sessions/session-verbs.ts";
import type { SignInDeps } from "./deps.ts";
import { noMembership, type SignedIn } from "./sign-in.ts";

/**
 * Goes on in another organization of the person: with another session, which ends when the former would have and was
 * proved when the former was.
 */
export async function switchOrganization(
  { db, now }: SignInDeps,
  { owner }: FoundSession,
  organizationId: string,
  visitor: Visitor,
): Promise<SignedIn> {
  const {
    user_id: userId,
    key_id: keyId,
    org_id: orgId,
    authenticated_at: authenticatedAt,
    expires_at: expiresAt,
  } = owner;
  const organizations = await listMemberships(db, userId);
  const organization = organizations.find(({ org_id: id }) => id === organizationId);
  if (organization === undefined) throw noMembership();
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, userId);
    const origin = { ...visitor, orgId, keyId };
    const ended = await endSessions(tx, userId, { only: keyId }, origin, now());
    if (account === undefined || ended === 0 || authenticatedAt === null || expiresAt === null) throw notSignedIn();
    const times = { authenticatedAt, expiresAt };
    const member = { orgId: organization.org_id, userId };
    const started = await startSession(tx, member, "session", visitor, now(), times);
    return { ...started, account, organization, organizations };
  });
}
