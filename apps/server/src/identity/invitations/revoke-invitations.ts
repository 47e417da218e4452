import { type Actor, isAbove, type Role, roleLacks } from "#identity/access.ts";
import { recordChange } from "#identity/history/record-change.ts";
import type { MemberRow } from "#identity/members/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { notFound } from "#platform/errors.ts";
import { type InvitationRow, listOpenInvitationsBy, updateInvitation } from "./queries.ts";

/** Revokes invitations by a member who could not send them any more, after a deactivation or with a lower role. */
export async function revokeInvitationsBeyond(
  tx: Transaction,
  actor: Actor,
  member: MemberRow,
  { now }: { now: Date },
): Promise<void> {
  for (const invitation of await listOpenInvitationsBy(tx, member.org_id, member.user_id)) {
    if (!mayInvite(member, invitation.role)) await revoke(tx, actor, invitation, now);
  }
}

export async function revoke(tx: Transaction, actor: Actor, before: InvitationRow, now: Date): Promise<void> {
  const row = await updateInvitation(tx, actor.orgId, before.id, { revoked_at: now.toISOString() });
  if (row === undefined) throw notFound("invitation");
  await recordChange(tx, actor, { action: "invitation.revoked", targetId: row.id, row, before });
}

function mayInvite(member: MemberRow, role: Role): boolean {
  return member.deactivated_at === null && !roleLacks(member.role, "members:write") && !isAbove(role, member.role);
}
