import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { raw } from "#platform/database/database.ts";
import type { Invitation } from "./schemas.ts";

export const computedFields = ["status", "mailError", "mailRetryAt"] as const;

/** An invitation without its tokens' hashes, which are never shown. */
export type InvitationRow = Stored<Omit<Invitation, (typeof computedFields)[number]>> & {
  /** SHA-256 of the stored hashes, so the doctor can detect that a link was swapped. */
  link_digest: string;
  mailed_link_digest: string | null;
};

export const invitationColumns = raw(
  `org_id, id, email, role, team_id, invited_by, expires_at, accepted_at, revoked_at, last_sent_at,
   encode(sha256(token_hash), 'hex') as link_digest, encode(sha256(mailed_token_hash), 'hex') as mailed_link_digest,
   version, created_at, updated_at`,
);

// `toShown` is not possible, because the status that the API shows depends on the clock.
export const invitation = {
  kind: "invitation",
  prefix: "inv",
  tables: ["invitations"],
  readScope: "members:read",
  nameColumn: "email",
  actions: [
    { name: "invitation.created" },
    { name: "invitation.sent" },
    { name: "invitation.resent" },
    { name: "invitation.accepted" },
    { name: "invitation.revoked" },
  ],
  proof: { table: "invitations", digests: { token_hash: "link_digest", mailed_token_hash: "mailed_link_digest" } },
  files: [
    {
      table: "invitations",
      about: "invitations, without the links",
      columns: "id email role teamId invitedBy expiresAt acceptedAt revokedAt lastSentAt createdAt updatedAt",
    },
  ],
} as const satisfies Resource;

export const invitations = storeOf<InvitationRow, { token_hash: Buffer; mailed_token_hash: Buffer }>(invitation, {
  table: "invitations",
  columns: invitationColumns,
});
