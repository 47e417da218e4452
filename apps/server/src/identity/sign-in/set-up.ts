import { invalidLink, makeLink } from "#identity/one-time-links/one-time-link.ts";
import { findLink, redeemLink } from "#identity/one-time-links/queries.ts";
import { foundOrganization } from "#identity/members/found-organization.ts";
import { hasOrganization, lockFirstOrganization } from "#identity/organizations/queries.ts";
import { hashNewPassword, setPassword } from "#identity/passwords/password-verbs.ts";
import { findAccount } from "#identity/passwords/queries.ts";
import { listMemberships } from "#identity/sessions/queries.ts";
import { startSession } from "#identity/sessions/session-verbs.ts";
import type { Visitor } from "#identity/visitor.ts";
import type { Database } from "#platform/database/database.ts";
import { dayMs } from "#platform/days.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import type { SignInDeps } from "./deps.ts";
import type { SignedIn } from "./sign-in.ts";

const linkLifeMs = dayMs;

export interface SetUpInput {
  token: string;
  organizationName: string;
  email: string;
  name: string;
  password: string;
  timeZone?: string | undefined;
  currency?: string | undefined;
}

/** Creates a link for setting up the first organization. Earlier links, such as those of other nodes, stay valid. */
export async function makeSetUpLink(db: Database, publicUrl: string, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + linkLifeMs).toISOString();
  return (await makeLink(db, { purpose: "set_up", userId: null, expiresAt }, `${publicUrl}/set-up`)).link;
}

/** Creates the first organization and signs in its owner. Only one of several concurrent requests succeeds. */
export async function setUp(visitor: Visitor, { input }: { input: SetUpInput }, deps: SignInDeps): Promise<SignedIn> {
  const { db } = deps;
  const now = deps.now();
  const tokenHash = hashSecret(input.token);
  const link = await findLink(db, tokenHash, "set_up", now.toISOString());
  if (link === undefined || (await hasOrganization(db))) throw invalidLink();
  const names = [input.organizationName];
  const passwordHash = await hashNewPassword(deps, input.password, { email: input.email, names }, "/password");
  return db.transaction(async (tx) => {
    await lockFirstOrganization(tx);
    if ((await hasOrganization(tx)) || !(await redeemLink(tx, tokenHash, "set_up", now.toISOString())))
      throw invalidLink();
    const { orgId, userId } = await foundOrganization(
      tx,
      {
        name: input.organizationName,
        timeZone: input.timeZone ?? "UTC",
        currency: input.currency ?? "EUR",
        ownerEmail: input.email,
        ownerName: input.name,
      },
      { requestId: visitor.requestId, address: visitor.address },
    );
    const account = await findAccount(tx, userId);
    if (account === undefined) throw new Error("the account of the new owner was not found");
    await setPassword(tx, visitor, { account, passwordHash }, { now });
    const started = await startSession(tx, visitor, { orgId, userId, provedBy: "set_up" }, { ...deps, now });
    const organizations = await listMemberships(tx, userId);
    const [organization] = organizations;
    if (organization === undefined) throw new Error("the new owner is not a member");
    return { ...started, account, organization, organizations };
  });
}
