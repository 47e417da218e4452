import { invalidLink, makeLink } from "#identity/one-time-links/one-time-link.ts";
import { findLink, redeemLink } from "#identity/one-time-links/queries.ts";
import { hashNewPassword, setPassword } from "#identity/passwords/password-verbs.ts";
import { findAccount, findAccountByEmail } from "#identity/passwords/queries.ts";
import { listMemberships } from "#identity/sessions/queries.ts";
import type { Visitor } from "#identity/visitor.ts";
import { accountKey, askingCounter, countOrRefuse, mailCounter } from "#identity/throttle/throttle.ts";
import { emptyCounters } from "#identity/throttle/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { hourMs } from "#platform/days.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import type { SignInDeps } from "./deps.ts";
import { verifyAddress } from "./verify-address.ts";

const linkLifeMs = hourMs;

/** Creates a link for setting a password, valid for an hour. */
export async function makePasswordLink(
  db: Database,
  publicUrl: string,
  userId: string,
  now: Date,
): Promise<{ link: string; tokenHash: Buffer; expiresAt: string }> {
  const expiresAt = new Date(now.getTime() + linkLifeMs).toISOString();
  const page = `${publicUrl}/reset-password`;
  return { ...(await makeLink(db, { purpose: "password_reset", userId, expiresAt }, page)), expiresAt };
}

/** Emails a link after the reply, so the reply and its timing are the same for an unknown address. */
export async function askForPasswordLink(
  visitor: Visitor,
  { email }: { email: string },
  deps: SignInDeps,
): Promise<void> {
  const { db, mail, publicUrl, strangers, now } = deps;
  const counters = [mailCounter(email), askingCounter(visitor.address)];
  await strangers.run({ email, address: visitor.address }, () => countOrRefuse(db, counters, now()));
  deps.background.run("forgotten passwords", async () => {
    if (mail === undefined) return;
    const account = await findAccountByEmail(db, email);
    if (account === undefined || (await listMemberships(db, account.user_id)).length === 0) return;
    const { link, ...rest } = await makePasswordLink(db, publicUrl, account.user_id, now());
    const message = {
      sender: "forgotten passwords",
      // The stored address, whose spelling may differ from the one in the request.
      to: account.email,
      subject: "Set a new password for Stint",
      text: `Someone, probably you, asked to reset your Stint password.

Open this link within an hour to set a new one:

${link}

If it wasn't you, ignore this email. Your password stays the same.
`,
    };
    await mail.add(db, { message, ...rest });
    mail.wake();
  });
}

/** Sets the password of the person whom the link belongs to, and ends all their sessions. */
export async function resetPassword(
  visitor: Visitor,
  { input }: { input: { token: string; password: string } },
  deps: SignInDeps,
): Promise<void> {
  const { db } = deps;
  const now = deps.now();
  const tokenHash = hashSecret(input.token);
  const link = await findLink(db, tokenHash, "password_reset", now.toISOString());
  const account = await findAccount(db, link?.user_id ?? "");
  if (account === undefined) throw invalidLink();
  const { user_id: userId, email } = account;
  const passwordHash = await hashNewPassword(deps, input.password, { userId, email }, "/password");
  await db.transaction(async (tx) => {
    if (!(await redeemLink(tx, tokenHash, "password_reset", now.toISOString()))) throw invalidLink();
    if (!(await setPassword(tx, visitor, { account, passwordHash }, { now }))) throw invalidLink();
    await verifyAddress(tx, visitor, { userId, setsPassword: true }, { now });
  });
  await emptyCounters(db, accountKey(email));
}
