import { claimImportedMember } from "#identity/members/imported-members.ts";
import { acceptInvitation, readInvitation } from "#identity/members/invitations/accept-invitation.ts";
import type { FollowedInvitation } from "#identity/members/invitations/queries.ts";
import { insertUser } from "#identity/members/queries.ts";
import { organizationEnding } from "#identity/organizations/organization-ending.ts";
import { invalidLink } from "#identity/one-time-links/one-time-link.ts";
import { hashNewPassword, setPassword, verifyPassword } from "#identity/passwords/password-verbs.ts";
import { type AccountRow, findAccount, findAccountByEmail } from "#identity/passwords/queries.ts";
import type { Proof } from "#identity/second-factor/second-factor-verbs.ts";
import type { ProvedBy } from "#identity/sessions/create-session.ts";
import type { FoundSession } from "#identity/sessions/find-session.ts";
import { listMemberships, lockPerson } from "#identity/sessions/queries.ts";
import { passOn, type EarlierSession, startSession } from "#identity/sessions/session-verbs.ts";
import type { Visitor } from "#identity/visitor.ts";
import { setMembership } from "#identity/teams/set-membership.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { SignInDeps } from "./deps.ts";
import { demandVerifiedAddress, verifyAddress } from "./verify-address.ts";
import { proved, type SignedIn } from "./sign-in.ts";
import { tryPassword } from "./try-password.ts";

export interface JoinInput extends Proof {
  token: string;
  name?: string | undefined;
  password?: string | undefined;
}

/** Finds the pending invitation that a link belongs to, and the invited person's account, if any. */
export async function readLink({ token }: { token: string }, { db, now }: Pick<SignInDeps, "db" | "now">) {
  const invitation = await readInvitation(db, { token, now: now() });
  return { invitation, account: await findAccountByEmail(db, invitation.email) };
}

/**
 * Accepts an invitation and signs in. The inviter sees the link in the reply, so that link alone must not open an
 * existing account: the person needs a session or the password. The emailed link verifies the address, so it takes over
 * an account whose address is still unverified.
 */
export async function joinByLink(
  visitor: Visitor,
  { input, session, cookies }: { input: JoinInput; session: FoundSession | undefined; cookies: string | undefined },
  deps: SignInDeps,
): Promise<SignedIn> {
  const { invitation, account } = await readLink(input, deps);
  // Must precede any check that depends on the account, so the reply does not reveal whether an account exists.
  if (invitation.deletes_at !== null) throw organizationEnding(invitation.deletes_at);
  if (invitation.is_mailed && !isVerifiedAccount(account)) {
    const name = account?.name ?? input.name ?? required("/name", "A new person needs a name; send one.");
    const password = input.password ?? required("/password", "A new account needs a password; send one.");
    return joinWithNewPassword(deps, { token: input.token, name, password }, invitation, account, visitor);
  }
  if (account !== undefined && session?.owner.user_id === account.user_id) {
    demandVerifiedAddress(account, deps.mail !== undefined);
    return deps.db.transaction(async (tx) => {
      const earlier = await passOn(tx, visitor, { session: session.owner }, { now: deps.now() });
      return join(tx, deps, input.token, account, "session", visitor, { earlier });
    });
  }
  const password =
    input.password ??
    required("/password", "Send the password of the account or, for a new account, a password of your choice.");
  return joinUntold(deps, { ...input, password, cookies }, invitation, account, visitor);
}

/** Whether the address has a verified account. Only the emailed link reveals this. */
export function isVerifiedAccount(account: AccountRow | undefined): boolean {
  return account !== undefined && account.email_verified_at !== null;
}

/**
 * Joins by password without revealing whether the address has an account. Without a matching password, the input is
 * checked as for a new person, and refusals count as failed attempts whether or not the account exists.
 */
function joinUntold(
  deps: SignInDeps,
  input: JoinInput & { password: string; cookies: string | undefined },
  invitation: FollowedInvitation,
  account: AccountRow | undefined,
  visitor: Visitor,
): Promise<SignedIn> {
  const { token, name, password, cookies } = input;
  const failures = ["invalid_credentials", "invalid_code", "validation_failed"] as const;
  const tried = { email: invitation.email, find: async () => account, cookies, failures };
  return tryPassword(visitor, tried, deps, async (_, release) => {
    const isRight = await verifyPassword(deps, account, password);
    if (account !== undefined && isRight) {
      release();
      return proved(deps, account, input, (tx, provedBy) => {
        demandVerifiedAddress(account, deps.mail !== undefined);
        return join(tx, deps, token, account, provedBy, visitor);
      });
    }
    if (name === undefined) throw wrongPassword();
    return joinWithNewPassword(deps, { token, name, password }, invitation, account, visitor);
  });
}

/** Joins as a new person. The emailed link also takes over an account whose address is unverified. */
async function joinWithNewPassword(
  deps: SignInDeps,
  { token, name, password }: { token: string; name: string; password: string },
  { org_id: orgId, email, organization_name: organizationName, is_mailed: isMailed }: FollowedInvitation,
  former: AccountRow | undefined,
  visitor: Visitor,
): Promise<SignedIn> {
  const person = { email, names: [name, organizationName], ...(isMailed && former && { userId: former.user_id }) };
  const passwordHash = await hashNewPassword(deps, password, person, "/password");
  if (former !== undefined && !isMailed) throw wrongPassword();
  return deps.db.transaction(async (tx) => {
    const account = former ?? (await openAccount(tx, { orgId, email, name }));
    return join(tx, deps, token, account, "invitation", visitor, {
      async prepare(now) {
        if (!(await setPassword(tx, visitor, { account, passwordHash }, { now }))) throw invalidLink();
        if (isMailed) await verifyAddress(tx, visitor, { userId: account.user_id, setsPassword: true }, { now });
      },
    });
  });
}

async function openAccount(
  tx: Transaction,
  { orgId, email, name }: { orgId: string; email: string; name: string },
): Promise<AccountRow> {
  const id = (await claimImportedMember(tx, orgId, email, name)) ?? newId("user");
  const user = await insertUser(tx, { id, email, name });
  const account = await findAccount(tx, user.id);
  // A concurrent request has created the account, so the account belongs to the sender of that request.
  if (user.id !== id || account === undefined) throw invalidLink();
  return account;
}

async function join(
  tx: Transaction,
  deps: SignInDeps,
  token: string,
  account: AccountRow,
  provedBy: ProvedBy,
  visitor: Visitor,
  { prepare, earlier }: { prepare?: (now: Date) => Promise<void>; earlier?: EarlierSession } = {},
): Promise<SignedIn> {
  const now = deps.now();
  const { user_id: userId } = account;
  // Locks the person before the organization, in the same order as a change of name, to avoid deadlocks.
  await lockPerson(tx, userId);
  const { invitation } = await acceptInvitation(tx, visitor, { userId, token }, { now });
  const { org_id: orgId, team_id: teamId } = invitation;
  const origin = { orgId, userId, keyId: null, requestId: visitor.requestId, address: visitor.address };
  if (teamId !== null) await setMembership(tx, origin, { teamId, userId, isIn: true });
  // `prepare` ends all sessions, so it must run before the new session starts.
  await prepare?.(now);
  const started = await startSession(tx, visitor, { orgId, userId, provedBy, earlier }, { ...deps, now });
  const organizations = await listMemberships(tx, userId);
  const organization = organizations.find(({ org_id: id }) => id === orgId);
  if (organization === undefined) throw new Error("the person who accepted is not a member");
  return { ...started, account, organization, organizations };
}

function required(pointer: string, message: string): never {
  throw invalid(pointer, "required", message);
}

function wrongPassword(): AppError {
  const message = "There is no account with this address and password. To create an account, send a `name` as well.";
  return new AppError("invalid_credentials", message);
}
