import { findAccount } from "#identity/passwords/queries.ts";
import { type FoundSession, notSignedIn } from "#identity/sessions/find-session.ts";
import { listMemberships } from "#identity/sessions/queries.ts";
import { passOn, startSession } from "#identity/sessions/session-verbs.ts";
import type { Visitor } from "#identity/visitor.ts";
import type { SignInDeps } from "./deps.ts";
import { noMembership, type SignedIn } from "./sign-in.ts";

/**
 * Switches to another of the person's organizations. The new session keeps the expiry and the time of authentication
 * of the previous one.
 */
export async function switchOrganization(
  visitor: Visitor,
  { session, organizationId }: { session: FoundSession; organizationId: string },
  { db, now, openIdGroups }: SignInDeps,
): Promise<SignedIn> {
  const { user_id: userId } = session.owner;
  const organizations = await listMemberships(db, userId);
  const organization = organizations.find(({ org_id: id }) => id === organizationId);
  if (organization === undefined) throw noMembership();
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, userId);
    if (account === undefined) throw notSignedIn();
    const earlier = await passOn(tx, visitor, { session: session.owner }, { now: now() });
    const wanted = { orgId: organization.org_id, userId, provedBy: "session", earlier } as const;
    const started = await startSession(tx, visitor, wanted, { now: now(), openIdGroups });
    return { ...started, account, organization, organizations };
  });
}
