import { apiKey } from "./api-keys/api-key.ts";
import { invitation } from "./invitations/invitation.ts";
import { member } from "./members/member.ts";
import { organization } from "./organizations/organization.ts";
import { period } from "./organizations/period.ts";
import { audit } from "./seals/audit.ts";
import { ofPersons } from "./sessions/of-persons.ts";
import { session } from "./sessions/session.ts";

/** An organization, its people and its history, each after those that its rows refer to. */
export const people = [organization, member, invitation, period, ...ofPersons, audit] as const;

/** Keys act for people. Their rows refer to people, and are removed before everything that a key can still reach. */
export const keys = [apiKey, session] as const;

declare module "#identity/history/record-change.ts" {
  interface Actions {
    identity: (typeof people | typeof keys)[number]["actions"][number]["name"];
  }
}
