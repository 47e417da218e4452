import { findAccountByEmail } from "#identity/passwords/queries.ts";
import { notLately } from "#identity/sessions/demand-recent-proof.ts";
import { listMemberships } from "#identity/sessions/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import { endOfSession, startSession, type StartedSession, type Visitor } from "#identity/sessions/session-verbs.ts";
import { proveAddress } from "#identity/sign-in/prove-address.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import type { OpenIdClaims } from "./openid-provider.ts";
import { findIdentity, insertIdentity, lockSubject } from "./queries.ts";

/**
 * Signs in the person of a provider's identity. A new identity is linked to the person with the same address, if the
 * provider has verified it and that person has no identity there yet; no person is created. Undefined if there is no
 * such person or they belong to no organization.
 */
export async function signInByIdentity(
  visitor: Visitor,
  { claims }: { claims: OpenIdClaims },
  { db, now }: { db: DatabasePool; now: Date },
): Promise<StartedSession | undefined> {
  return db.transaction(async (tx) => {
    const known = await findIdentity(tx, claims.issuer, claims.subject);
    const userId = known?.user_id ?? (await linkByEmail(tx, visitor, { claims }, { now }));
    const [organization] = userId === undefined ? [] : await listMemberships(tx, userId);
    if (userId === undefined || organization === undefined) return undefined;
    const earlier = { authenticatedAt: provedAt(claims, now), expiresAt: endOfSession(now) };
    return startSession(tx, visitor, { orgId: organization.org_id, userId, provedBy: "openid", earlier }, { now });
  });
}

/**
 * The provider may have authenticated the person long ago; if it does not say when, the sign-in does not count as
 * recent.
 */
function provedAt({ authenticatedAtMs }: OpenIdClaims, now: Date): string {
  if (authenticatedAtMs === undefined) return notLately(now);
  return new Date(Math.min(authenticatedAtMs, now.getTime())).toISOString();
}

async function linkByEmail(
  tx: Transaction,
  visitor: Visitor,
  { claims }: { claims: OpenIdClaims },
  { now }: { now: Date },
): Promise<string | undefined> {
  if (claims.verifiedEmail === undefined) return undefined;
  const account = await findAccountByEmail(tx, claims.verifiedEmail);
  if (account === undefined) return undefined;
  const { user_id: userId } = account;
  const linked = await lockSubject(tx, claims.issuer, userId);
  // The provider may have reassigned the address, so an existing link stays.
  if (linked !== undefined) return linked === claims.subject ? userId : undefined;
  await proveAddress(tx, visitor, { userId, setsPassword: false }, { now });
  await insertIdentity(tx, claims.issuer, claims.subject, userId);
  await recordForPerson(tx, "identity.linked", userId, visitor);
  return userId;
}
