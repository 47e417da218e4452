import type { MailFailure } from "#identity/outbox/queries.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { computedFields, type InvitationRow } from "./invitation.ts";
import { statusOfInvitation } from "./queries.ts";
import { Invitation } from "./schemas.ts";

const toStored = shownAs(Invitation, ...computedFields);

export function toInvitation(row: InvitationRow, now: Date, failure?: MailFailure): Invitation {
  return {
    ...toStored(row),
    status: statusOfInvitation(row, now),
    mailError: failure?.error ?? null,
    mailRetryAt: failure?.due_at ?? null,
  };
}

/** Returns an ETag that reflects whether the invitation has expired, because expiring does not change its version. */
export function invitationTag(row: InvitationRow, now: Date): string {
  return statusOfInvitation(row, now) === "expired" ? `"${row.version}-expired"` : `"${row.version}"`;
}
