import type { ChangeCase } from "./change-cases.ts";
import { endOrganization, newApiKey, newInvitation } from "#test/worlds/factories.ts";

const sessionEnded: ChangeCase["expected"][number] = {
  action: "session.ended",
  table: "api_keys",
  previous: () => ({ revoked_at: null }),
};

/** The part of `changeCases` about the organization and its people. */
export const identityChangeCases: ChangeCase[] = [
  { operation: "endOtherSessions", name: "one", expected: [sessionEnded] },
  { operation: "endSession", name: "one", expected: [sessionEnded] },
  { operation: "changePassword", name: "a first one", expected: [{ action: "password.changed" }] },
  { operation: "beginSecondFactor", name: "which is not in force yet", expected: [] },
  { operation: "confirmSecondFactor", name: "the first code", expected: [{ action: "second_factor.enabled" }] },
  { operation: "endSecondFactor", name: "turned off", expected: [{ action: "second_factor.disabled" }] },
  { operation: "replaceRecoveryCodes", name: "all", expected: [{ action: "recovery_codes.replaced" }] },
  {
    operation: "updateOrganization",
    name: "one column",
    expected: [{ action: "organization.updated", table: "organizations", previous: () => ({ name: "Test" }) }],
  },
  {
    operation: "updateOrganization",
    name: "all columns, one of them as it was",
    prepare: async () => ({ body: { name: "Test", currency: "CHF", timeZone: "Asia/Kolkata", weekStart: "sunday" } }),
    expected: [
      {
        action: "organization.updated",
        table: "organizations",
        previous: () => ({ currency: "EUR", time_zone: "UTC", week_start: "monday" }),
      },
    ],
  },
  { operation: "createApiKey", name: "a key", expected: [{ action: "api_key.created", table: "api_keys" }] },
  {
    operation: "updateApiKey",
    name: "its name, scopes and end",
    expected: [
      {
        action: "api_key.updated",
        table: "api_keys",
        previous: () => ({
          name: "Script",
          scopes: ["projects:read", "keys:write"],
          expires_at: null,
        }),
      },
    ],
  },
  {
    operation: "revokeApiKey",
    name: "a key",
    expected: [{ action: "api_key.revoked", table: "api_keys", previous: () => ({ revoked_at: null }) }],
  },
  {
    operation: "rotateApiKey",
    name: "with overlap",
    expected: [
      { action: "api_key.created", table: "api_keys" },
      { action: "api_key.rotated", table: "api_keys", previous: () => ({ expires_at: null }) },
    ],
  },
  {
    operation: "rotateApiKey",
    name: "at once",
    prepare: async (caller) => ({ ids: { id: await newApiKey(caller) }, body: { overlapSeconds: 0 } }),
    expected: [
      { action: "api_key.created", table: "api_keys" },
      { action: "api_key.rotated", table: "api_keys", previous: () => ({ revoked_at: null }) },
    ],
  },
  { operation: "describeGrantRequest", name: "which changes nothing", expected: [] },
  { operation: "createGrant", name: "a code, which is no change until it is exchanged", expected: [] },
  {
    operation: "updateGrant",
    name: "one scope less",
    expected: [
      {
        action: "grant.updated",
        table: "api_keys",
        previous: () => ({ scopes: ["time-entries:read", "projects:read"] }),
      },
    ],
  },
  {
    operation: "endGrant",
    name: "a grant",
    expected: [{ action: "grant.ended", table: "api_keys", previous: () => ({ revoked_at: null }) }],
  },
  {
    operation: "endMemberGrant",
    name: "a grant",
    expected: [{ action: "grant.ended", table: "api_keys", previous: () => ({ revoked_at: null }) }],
  },
  { operation: "findDeviceLogin", name: "which only reads", expected: [] },
  { operation: "approveDeviceLogin", name: "whose key is created when the program fetches it", expected: [] },
  { operation: "denyDeviceLogin", name: "which creates no key", expected: [] },
  { operation: "readNotices", name: "which changes nothing of the organization", expected: [] },
  { operation: "subscribeToCalendar", name: "which is private", expected: [] },
  { operation: "unsubscribeFromCalendar", name: "which is private", expected: [] },
  { operation: "startBackup", name: "which changes nothing of the organization", expected: [] },
  {
    operation: "scheduleDeletion",
    name: "after an export",
    expected: [
      { action: "organization.deletion_scheduled", table: "organizations", previous: () => ({ deletes_at: null }) },
    ],
  },
  {
    operation: "cancelDeletion",
    name: "of one that was to be deleted",
    prepare: async (caller) => {
      await endOrganization(caller);
      return { ids: { deletesAt: (await caller.get("/v1/organization")).json.deletesAt } };
    },
    expected: [
      {
        action: "organization.deletion_cancelled",
        table: "organizations",
        previous: ({ ids }) => ({ deletes_at: ids["deletesAt"] }),
      },
    ],
  },
  { operation: "createTeam", name: "a team", expected: [{ action: "team.created", table: "teams" }] },
  {
    operation: "updateTeam",
    name: "its name",
    expected: [{ action: "team.updated", table: "teams", previous: () => ({ name: "Design" }) }],
  },
  { operation: "deleteTeam", name: "a team", expected: [{ action: "team.deleted", table: "teams" }] },
  {
    operation: "transferOwnership",
    name: "to a member",
    expected: [
      {
        action: "member.updated",
        table: "members",
        target: ({ body }) => body.userId,
        previous: () => ({ role: "member" }),
      },
      { action: "member.updated", table: "members", previous: () => ({ role: "owner" }) },
    ],
  },
  {
    operation: "createCalendarFeed",
    name: "the first one",
    prepare: async () => ({ body: { scope: "own" } }),
    expected: [{ action: "calendar_feed.created", table: "calendar_feeds" }],
  },
  {
    operation: "endCalendarFeed",
    name: "a feed",
    expected: [{ action: "calendar_feed.ended", table: "calendar_feeds" }],
  },
  {
    operation: "updateMe",
    name: "a name",
    prepare: async (caller) => ({
      ids: { name: (await caller.get("/v1/me")).json.user.name },
      body: { name: "Jo Smith" },
    }),
    expected: [{ action: "member.updated", table: "members", previous: ({ ids }) => ({ name: ids["name"] }) }],
  },
  {
    operation: "updateMe",
    name: "preferences",
    prepare: async () => ({ body: { preferences: { theme: "dark", timeZone: "Asia/Kolkata" } } }),
    expected: [{ action: "preferences.changed" }],
  },
  {
    operation: "updateMember",
    name: "a role",
    expected: [{ action: "member.updated", table: "members", previous: () => ({ role: "member" }) }],
  },
  {
    operation: "updateMember",
    name: "reactivated, of another role",
    prepare: async (caller) => {
      const { userId } = await caller.world.newMember(caller, "member");
      const { json } = await caller.patch(`/v1/members/${userId}`, { status: "deactivated" });
      return {
        ids: { userId, deactivatedAt: json.deactivatedAt },
        body: { status: "active", role: "viewer" },
      };
    },
    expected: [
      {
        action: "member.added",
        table: "members",
        previous: ({ ids }) => ({ role: "member", deactivated_at: ids["deactivatedAt"] }),
      },
    ],
  },
  {
    operation: "deactivateMember",
    name: "with their key",
    expected: [
      { action: "member.removed", table: "members", previous: () => ({ deactivated_at: null }) },
      { action: "api_key.revoked", table: "api_keys", previous: () => ({ revoked_at: null }) },
    ],
  },
  {
    operation: "leaveOrganization",
    name: "with key and session",
    expected: [
      { action: "member.removed", table: "members", previous: () => ({ deactivated_at: null }) },
      { action: "session.ended", table: "api_keys", previous: () => ({ revoked_at: null }) },
      { action: "api_key.revoked", table: "api_keys", previous: () => ({ revoked_at: null }) },
    ],
  },
  {
    operation: "createInvitation",
    name: "an address",
    expected: [{ action: "invitation.created", table: "invitations" }],
  },
  {
    operation: "resendInvitation",
    name: "to an address",
    prepare: async (caller) => {
      const { id, expiresAt } = await newInvitation(caller);
      return { ids: { id, expiresAt } };
    },
    expected: [
      {
        action: "invitation.resent",
        table: "invitations",
        previous: ({ ids }) => ({ expires_at: ids["expiresAt"] }),
      },
    ],
  },
  {
    operation: "revokeInvitation",
    name: "an invitation",
    expected: [{ action: "invitation.revoked", table: "invitations", previous: () => ({ revoked_at: null }) }],
  },
];
