import type { MailFailure } from "#identity/outbox/queries.ts";
import { type InvitationRow, statusOfInvitation } from "./queries.ts";
import type { Invitation } from "./schemas.ts";

export function toInvitation(row: InvitationRow, now: Date, failure?: MailFailure): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    teamId: row.team_id,
    status: statusOfInvitation(row, now),
    invitedBy: row.invited_by,
    expiresAt: row.expires_at,
    acceptedAt: row.accepted_at,
    revokedAt: row.revoked_at,
    lastSentAt: row.last_sent_at,
    mailError: failure?.error ?? null,
    mailRetryAt: failure?.due_at ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/** Returns an ETag that reflects whether the invitation has expired, because expiring does not change its version. */
export function invitationTag(row: InvitationRow, now: Date): string {
  return statusOfInvitation(row, now) === "expired" ? `"${row.version}-expired"` : `"${row.version}"`;
}
