import { claimImportedMember } from "#identity/members/imported-members.ts";
import { longestName } from "#platform/http/contract/schemas.ts";
import type { MemberDeps } from "#identity/members/management/member-verbs.ts";
import { insertUser } from "#identity/members/queries.ts";
import { lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { findAccountByEmail } from "#identity/passwords/queries.ts";
import { notLately } from "#identity/demand-recent-authentication.ts";
import { listMemberships } from "#identity/sessions/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import { startSession, type StartedSession } from "#identity/sessions/session-verbs.ts";
import type { Visitor } from "#identity/visitor.ts";
import { verifyAddress } from "#identity/sign-in/verify-address.ts";
import type { OpenIdGroups } from "#platform/config/openid-groups.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/email.ts";
import { newId } from "#platform/ids.ts";
import { cleanLine, isStorableText, isVisibleText } from "#platform/text.ts";
import { applyGroups, type Warn } from "./apply-groups.ts";
import type { SignedInAt } from "./openid-cookie.ts";
import type { OpenIdClaims } from "./read-claims.ts";
import { type Placement, placeByGroups } from "./place-by-groups.ts";
import { findIdentity, insertIdentity, lockSubject, setOpenIdStatus } from "./queries.ts";

interface Deps extends MemberDeps {
  db: DatabasePool;
  openIdGroups: OpenIdGroups | undefined;
  warn: Warn;
}

/** Why nobody is signed in: `code` is for the person, `why` for the log. */
export interface Refusal {
  code: "no_address" | "unverified_address" | "unknown_address" | "other_identity" | "no_membership";
  why: string;
  /** The account, if there is one. */
  userId?: string;
}

interface SignInByIdentity {
  started: StartedSession | Refusal;
  /** Whether the sign-in changed a membership of the organization that the groups control. */
  hasChangedMembers: boolean;
}

/**
 * Signs in the person who has this identity, after applying the groups. A new identity is linked to the person with the
 * same address if the provider has verified the address and that person has no identity at this provider yet. A person
 * is created only if a group or the domain of the address admits them. A person who re-authenticates stays in the
 * organization that they came from (`from`); others get the one that they joined first.
 */
export async function signInByIdentity(
  visitor: Visitor,
  { claims, from }: { claims: OpenIdClaims; from?: SignedInAt | undefined },
  deps: Deps,
): Promise<SignInByIdentity> {
  const { db, now, openIdGroups } = deps;
  const placement = openIdGroups && placeByGroups(openIdGroups, claims);
  return db.transaction(async (tx) => {
    // A transaction that writes entries must begin with this lock. Removing a member may write one, because it stops
    // the member's timer.
    if (openIdGroups !== undefined && placement?.removes === true) await lockEntryRules(tx, openIdGroups.orgId);
    const known = await findIdentity(tx, claims.issuer, claims.subject);
    const opens = openIdGroups && placement?.role !== undefined ? openIdGroups.orgId : undefined;
    const person =
      known === undefined
        ? await linkByEmail(tx, visitor, { claims, opens }, deps)
        : { userId: known.user_id, isLinked: false };
    if ("code" in person) return { started: person, hasChangedMembers: false };
    const { userId } = person;
    const hasChangedMembers = await applyPlacement(tx, visitor, { userId, placement }, deps);
    if (person.isLinked) await recordForPerson(tx, "identity.linked", userId, visitor);
    const organizations = await listMemberships(tx, userId);
    const current = from?.userId === userId ? organizations.find(({ org_id: id }) => id === from.orgId) : undefined;
    const organization = current ?? organizations[0];
    if (organization === undefined) {
      const why = hasChangedMembers
        ? "the groups at the provider no longer admit the person to the organization"
        : "the account is an active member of no organization";
      return { started: { code: "no_membership", why, userId }, hasChangedMembers };
    }
    const wanted = { orgId: organization.org_id, userId, authenticatedAt: provedAt(claims, now) };
    const started = await startSession(tx, visitor, { ...wanted, provedBy: "openid" }, { now, openIdGroups });
    return { started, hasChangedMembers };
  });
}

/**
 * Applies the placement. The author of the changes is the system, because the operator's settings decide, not a member.
 */
async function applyPlacement(
  tx: Transaction,
  { requestId, address }: Visitor,
  { userId, placement }: { userId: string; placement: Placement | undefined },
  deps: Deps,
): Promise<boolean> {
  const { openIdGroups } = deps;
  if (openIdGroups === undefined || placement === undefined) return false;
  const origin = { orgId: openIdGroups.orgId, userId: null, keyId: null, requestId, address };
  return applyGroups(tx, origin, { userId, placement }, deps);
}

/**
 * Returns when the person authenticated at the provider, which may be long ago. If the provider does not report the
 * instant, the sign-in does not count as recent authentication.
 */
function provedAt({ authenticatedAtMs }: OpenIdClaims, now: Date): string {
  if (authenticatedAtMs === undefined) return notLately(now);
  return new Date(Math.min(authenticatedAtMs, now.getTime())).toISOString();
}

/**
 * Links the identity to the person with its verified address. If there is no such person and `opens` is set, creates a
 * person who will join the organization `opens`.
 */
async function linkByEmail(
  tx: Transaction,
  visitor: Visitor,
  { claims, opens }: { claims: OpenIdClaims; opens: string | undefined },
  { now, warn }: Pick<Deps, "now" | "warn">,
): Promise<{ userId: string; isLinked: boolean } | Refusal> {
  // This check precedes the lookup of the address: otherwise, anybody could find out whether it has an account.
  if (claims.verifiedEmail === undefined)
    return claims.hasEmail
      ? {
          code: "unverified_address",
          why: "the provider does not say that it verified the address (email_verified, or xms_edov of Microsoft Entra ID)",
        }
      : { code: "no_address", why: "the provider sent no address (the claim email)" };
  const account = await findAccountByEmail(tx, claims.verifiedEmail);
  const userId = account?.user_id ?? (await openPerson(tx, { claims, orgId: opens }, warn));
  if (typeof userId === "object") return userId;
  const linked = await lockSubject(tx, claims.issuer, userId);
  // If the person has another identity already, the provider may have reassigned the address, so the sign-in fails.
  if (linked !== undefined && linked !== claims.subject)
    return { code: "other_identity", why: "the account is linked to another identity (see openid unlink)", userId };
  if (linked !== undefined) return { userId, isLinked: false };
  await verifyAddress(tx, visitor, { userId, setsPassword: false }, { now });
  await insertIdentity(tx, claims.issuer, claims.subject, userId);
  return { userId, isLinked: true };
}

/** Creates the person who will join, or returns the one that a concurrent sign-in created. */
async function openPerson(
  tx: Transaction,
  { claims, orgId }: { claims: OpenIdClaims; orgId: string | undefined },
  warn: Warn,
): Promise<string | Refusal> {
  const refuse = (why: string): Refusal => ({ code: "unknown_address", why });
  if (orgId === undefined) return refuse("no account has the address, and no group or domain admits the person");
  const email = normalEmail(claims.verifiedEmail ?? "");
  if (email === undefined) return refuse("the provider's address is not a valid one");
  const organization = await findOrganization(tx, orgId);
  if (organization === undefined)
    warn("OIDC_JOIN contains an organization that does not exist", { organizationId: orgId });
  if (organization === undefined || organization.deletes_at !== null)
    return refuse("the organization of OIDC_JOIN does not exist or is scheduled for deletion");
  const name = nameFor(claims.name, email);
  const imported = await claimImportedMember(tx, orgId, email, name);
  // `removed` stands for a removal by the provider, after which a group can readmit the member. After a removal by a
  // person, no group can.
  if (imported !== undefined) await setOpenIdStatus(tx, orgId, imported, "removed");
  return (await insertUser(tx, { id: imported ?? newId("user"), email, name })).id;
}

function nameFor(name: string | undefined, email: string): string {
  const given = cleanLine(name ?? "").trim();
  const isUsable = given.length <= longestName && isStorableText(given) && isVisibleText(given);
  return isUsable ? given : email.slice(0, email.lastIndexOf("@"));
}
