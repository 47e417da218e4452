import { isAbove, type Role, roleLacks } from "#identity/access.ts";
import type { Origin } from "#identity/history/record-change.ts";
import type { MemberRow } from "#identity/members/queries.ts";
import { readDatabaseTime } from "#platform/database/connection/database-clock.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/email.ts";
import { type InvitationRow, invitations } from "./invitation.ts";
import { findInvitation, listOpenInvitations } from "./queries.ts";

/** Revokes the invitations that a member may no longer send, after a deactivation or a change to a lower role. */
export async function revokeInvitationsBeyond(
  tx: Transaction,
  origin: Origin,
  member: MemberRow,
  { now }: { now: Date },
): Promise<void> {
  for (const invitation of await listOpenInvitations(tx, member.org_id, { by: member.user_id })) {
    if (!mayInvite(member, invitation.role)) await revoke(tx, origin, invitation, now);
  }
}

/** Revokes the open invitations to a member who was just deactivated, so that an old link does not bring them back. */
export async function revokeInvitationsTo(
  tx: Transaction,
  origin: Origin,
  { org_id: orgId, email }: MemberRow,
  { now }: { now: Date },
): Promise<void> {
  const to = normalEmail(email) ?? email;
  for (const invitation of await listOpenInvitations(tx, orgId, { to })) await revoke(tx, origin, invitation, now);
}

/** Revokes an invitation that an import created, unless it has been accepted or revoked. */
export async function revokeImported(tx: Transaction, origin: Origin, id: string): Promise<void> {
  const before = await findInvitation(tx, origin.orgId, id, sql`for no key update`);
  if (before === undefined || before.accepted_at !== null || before.revoked_at !== null) return;
  await revoke(tx, origin, before, await readDatabaseTime(tx));
}

export async function revoke(tx: Transaction, origin: Origin, before: InvitationRow, now: Date): Promise<void> {
  await invitations.update(tx, origin, before, { revoked_at: now.toISOString() }, "invitation.revoked");
}

export function mayInvite(member: MemberRow, role: Role): boolean {
  return member.deactivated_at === null && !roleLacks(member.role, "members:write") && !isAbove(role, member.role);
}
