import type { Role } from "#identity/access.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { findMember } from "#identity/members/queries.ts";
import { newToken } from "#identity/one-time-links/one-time-link.ts";
import { readDatabaseTime } from "#platform/database/connection/database-clock.ts";
import type { Transaction } from "#platform/database/database.ts";
import { dayMs } from "#platform/days.ts";
import { daysValid } from "./invitation-verbs.ts";
import { countPendingInvitations } from "./queries.ts";
import { type InvitationRow, invitations } from "./invitation.ts";
import { mayInvite } from "./revoke-invitations.ts";

/** An invitation that is not yet in the outbox. */
export interface UnsentInvitation {
  row: InvitationRow;
  mailedToken: string;
}

/**
 * Invites a person from an import. Returns undefined if the address already has a pending invitation, or if the
 * member who applied the import may no longer invite. The link is only emailed; resending the invitation returns a
 * link.
 */
export async function inviteImported(
  tx: Transaction,
  origin: Origin,
  { email, role }: { email: string; role: Role },
): Promise<UnsentInvitation | undefined> {
  const now = await readDatabaseTime(tx);
  if (origin.userId === null || (await countPendingInvitations(tx, origin.orgId, email, now)).same > 0)
    return undefined;
  const inviter = await findMember(tx, origin.orgId, origin.userId);
  if (inviter === undefined || !mayInvite(inviter, role)) return undefined;
  const mailed = newToken();
  const row = await invitations.insert(tx, origin, {
    email,
    role,
    team_id: null,
    token_hash: newToken().tokenHash,
    mailed_token_hash: mailed.tokenHash,
    invited_by: origin.userId,
    expires_at: new Date(now.getTime() + daysValid * dayMs).toISOString(),
  });
  return { row, mailedToken: mailed.token };
}
