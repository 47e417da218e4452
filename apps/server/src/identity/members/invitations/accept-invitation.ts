import type { Origin } from "#identity/history/record-change.ts";
import { addMember } from "#identity/members/add-member.ts";
import { findMember, findUser, lockMembership, type MemberRow } from "#identity/members/queries.ts";
import { invalidLink } from "#identity/one-time-links/one-time-link.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { organizationEnding } from "#identity/organizations/organization-ending.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/email.ts";
import { AppError } from "#platform/errors.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import { type FollowedInvitation, findInvitation, findInvitationByToken, statusOfInvitation } from "./queries.ts";
import { type InvitationRow, invitations } from "./invitation.ts";
import { mayInvite } from "./revoke-invitations.ts";

/** Finds the pending invitation for a link's token; throws 422 if it cannot be accepted. */
export async function readInvitation(
  db: Database,
  { token, now }: { token: string; now: Date },
): Promise<FollowedInvitation> {
  const row = await findInvitationByToken(db, hashSecret(token));
  if (row === undefined || statusOfInvitation(row, now) !== "pending") throw invalidLink();
  return row;
}

/**
 * Makes the invited person a member, and only once even if the link is used twice concurrently. An active member keeps
 * their role.
 */
export async function acceptInvitation(
  tx: Transaction,
  { requestId, address }: Pick<Origin, "requestId" | "address">,
  { userId, token }: { userId: string; token: string },
  { now }: { now: Date },
): Promise<{ member: MemberRow; invitation: InvitationRow }> {
  const { org_id: orgId, id } = await readInvitation(tx, { token, now });
  await lockMembership(tx, orgId);
  const before = await findInvitation(tx, orgId, id, sql`for no key update`);
  // Checked again under the lock: the invitation may have been resent in the meantime, which changes its token.
  const current = await readInvitation(tx, { token, now });
  if (before === undefined || current.id !== id) throw invalidLink();
  // The inviter may have lost the right to invite. Their open invitations were then revoked, but an import may have
  // created more since.
  const inviter = await findMember(tx, orgId, before.invited_by);
  if (inviter === undefined || !mayInvite(inviter, before.role)) throw invalidLink();
  const person = await findUser(tx, userId);
  if (person === undefined || (normalEmail(person.email) ?? person.email) !== before.email) {
    const message = "This invitation is for another email address. Sign in as the person with that address.";
    throw new AppError("forbidden", message);
  }
  const deletesAt = (await findOrganization(tx, orgId))?.deletes_at ?? null;
  if (deletesAt !== null) throw organizationEnding(deletesAt);
  const origin = { orgId, userId, keyId: null, requestId, address: address ?? null };
  const member = await addMember(tx, origin, userId, before.role);
  const accepted = { accepted_at: now.toISOString() };
  const invitation = await invitations.update(tx, origin, before, accepted, "invitation.accepted");
  return { member, invitation };
}
