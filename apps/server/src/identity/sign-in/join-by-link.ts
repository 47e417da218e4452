import { acceptInvitation, readInvitation } from "#identity/invitations/accept-invitation.ts";
import { insertUser } from "#identity/members/queries.ts";
import { invalidLink } from "#identity/one-time-links/one-time-link.ts";
import { hashNewPassword, setPassword, verifyPassword } from "#identity/passwords/password-verbs.ts";
import { type AccountRow, findAccount, findAccountByEmail } from "#identity/passwords/queries.ts";
import type { Proof } from "#identity/second-factor/second-factor-verbs.ts";
import type { ProvedBy } from "#identity/sessions/create-session.ts";
import type { FoundSession } from "#identity/sessions/find-session.ts";
import { listMemberships } from "#identity/sessions/queries.ts";
import { endSessions, startSession, type Visitor } from "#identity/sessions/session-verbs.ts";
import { accountCounters, addressCounter, attempt } from "#identity/throttle/throttle.ts";
import type { Transaction } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { SignInDeps } from "./deps.ts";
import { attempted, proved, type SignedIn, wrongCredentials } from "./sign-in.ts";

export interface JoinInput extends Proof {
  token: string;
  name?: string | undefined;
  password?: string | undefined;
}

/** The pending invitation of a link, and the account of who is invited, if there is one. Guessing links is throttled. */
export function readLink(deps: SignInDeps, token: string, visitor: Visitor) {
  const { db } = deps;
  const now = deps.now();
  return attempt(db, [addressCounter(visitor.address)], now, ["invalid_link"], async () => {
    const invitation = await readInvitation(db, { token, now });
    return { invitation, account: await findAccountByEmail(db, invitation.email) };
  });
}

/**
 * Accepts an invitation and signs in. The link alone never opens an account that exists: whoever invites an address is shown
 * the link too. So the account is proved, by a session of it or by its password; one without a password needs a password link
 * first.
 */
export async function joinByLink(
  deps: SignInDeps,
  input: JoinInput,
  session: FoundSession | undefined,
  visitor: Visitor,
): Promise<SignedIn> {
  const { invitation, account } = await readLink(deps, input.token, visitor);
  if (account === undefined) return joinAsNewPerson(deps, input, invitation, visitor);
  if (session?.owner.user_id === account.user_id) {
    return deps.db.transaction(async (tx) => {
      const { org_id: orgId, key_id: keyId } = session.owner;
      const joined = await join(tx, deps, input.token, account, "session", visitor);
      await endSessions(tx, account.user_id, { only: keyId }, { ...visitor, orgId, keyId }, deps.now());
      return joined;
    });
  }
  const password =
    input.password ?? required("/password", "The password of the account is needed, or a session of it.");
  return attempted(deps, account, accountCounters(account.email, visitor.address), visitor, async () => {
    if (!(await verifyPassword(deps, account, password))) throw wrongCredentials();
    return proved(deps, account, input, (tx, provedBy) => join(tx, deps, input.token, account, provedBy, visitor));
  });
}

async function joinAsNewPerson(
  deps: SignInDeps,
  input: JoinInput,
  { email, organization_name: organizationName }: { email: string; organization_name: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const name = input.name ?? required("/name", "A new person gives a name.");
  const password = input.password ?? required("/password", "A new person chooses a password.");
  const passwordHash = await hashNewPassword(deps, password, { email, names: [name, organizationName] }, "/password");
  return deps.db.transaction(async (tx) => {
    const id = newId("user");
    const user = await insertUser(tx, { id, email, name });
    const account = await findAccount(tx, user.id);
    // Somebody made the account meanwhile: it is theirs.
    if (user.id !== id || account === undefined) throw invalidLink();
    return join(tx, deps, input.token, account, "invitation", visitor, (at) =>
      setPassword(tx, account, passwordHash, visitor, at),
    );
  });
}

async function join(
  tx: Transaction,
  deps: SignInDeps,
  token: string,
  account: AccountRow,
  provedBy: ProvedBy,
  visitor: Visitor,
  beforeSession: (now: Date) => Promise<unknown> = async () => undefined,
): Promise<SignedIn> {
  const now = deps.now();
  const { user_id: userId } = account;
  const { member } = await acceptInvitation(tx, { ...visitor, token, now }, { id: userId });
  // It ends all sessions, so it comes before the one that is started.
  await beforeSession(now);
  const started = await startSession(tx, { orgId: member.org_id, userId }, provedBy, visitor, now);
  const organizations = await listMemberships(tx, userId);
  const organization = organizations.find(({ org_id: id }) => id === member.org_id);
  if (organization === undefined) throw new Error("who accepted is a member");
  return { ...started, account, organization, organizations };
}

function required(pointer: string, message: string): never {
  throw invalid(pointer, "required", message);
}
