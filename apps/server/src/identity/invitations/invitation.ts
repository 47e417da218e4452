import type { Resource } from "#identity/history/resource.ts";

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
