import { shownCommand } from "#platform/process/own-command.ts";
import { endPasswordLinks } from "#identity/one-time-links/queries.ts";
import { type AccountRow, removePassword, verifyEmail } from "#identity/passwords/queries.ts";
import { lockSecondFactor, removeSecondFactor } from "#identity/second-factor/queries.ts";
import { lockPerson } from "#identity/sessions/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import { endSessions } from "#identity/sessions/session-verbs.ts";
import type { Visitor } from "#identity/visitor.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";

/**
 * Marks the address as verified by an emailed link, the operator's link or the OpenID provider. Until the first
 * verification, the account may have been opened by anyone who saw an invitation. So its sessions, its second factor
 * and its password (unless set along with the verification) are removed.
 */
export async function verifyAddress(
  tx: Transaction,
  visitor: Visitor,
  { userId, setsPassword }: { userId: string; setsPassword: boolean },
  { now }: { now: Date },
): Promise<void> {
  const at = now.toISOString();
  await lockPerson(tx, userId);
  if (!(await verifyEmail(tx, userId, at))) return;
  await recordForPerson(tx, "email.verified", userId, visitor);
  const secondFactor = await lockSecondFactor(tx, userId);
  await removeSecondFactor(tx, userId);
  if ((secondFactor?.totp_confirmed_at ?? null) !== null)
    await recordForPerson(tx, "second_factor.disabled", userId, visitor);
  if (!setsPassword && (await removePassword(tx, userId, at)))
    await recordForPerson(tx, "password.removed", userId, visitor);
  await endPasswordLinks(tx, userId, at);
  await endSessions(tx, { ...visitor, orgId: null, keyId: null }, { userId }, { now });
}

/** Throws 403 if the account's address is unverified, because the invitation is meant for the owner of the address. */
export function demandVerifiedAddress({ email, email_verified_at: provedAt }: AccountRow, hasMail: boolean): void {
  if (provedAt !== null) return;
  const way = hasMail
    ? "Follow the link in the invitation's mail, or request a link by mail to set a new password: POST /auth/password/forgotten."
    : `Ask the operator of this server for a link: ${shownCommand} password-link --email ${email}`;
  throw new AppError("address_not_proved", `Nobody has verified that this account belongs to ${email}. ${way}`);
}
