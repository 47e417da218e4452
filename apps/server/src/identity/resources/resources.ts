import { apiKey } from "#identity/api-keys/management/api-key.ts";
import { invitation } from "#identity/members/invitations/invitation.ts";
import { member } from "#identity/members/member.ts";
import { organization } from "#identity/organizations/organization.ts";
import { period } from "#identity/organizations/organization.ts";
import { audit } from "#identity/seals/audit.ts";
import { grant } from "#identity/oauth/grant.ts";
import { ofPersons } from "#identity/sessions/of-persons.ts";
import { session } from "#identity/sessions/session.ts";
import { team } from "#identity/teams/team.ts";

/** The resources of organizations and their people, in dependency order. */
export const people = [organization, member, team, invitation, period, ...ofPersons, audit] as const;

/** The last resources in dependency order. A deletion uses the reverse order, so that keys stop working first. */
export const keys = [grant, apiKey, session] as const;

declare module "#identity/history/record-change.ts" {
  interface Actions {
    identity: (typeof people | typeof keys)[number]["actions"][number]["name"];
  }
}
