import { type Role, roles as allRoles } from "#identity/access.ts";
import { domainOf, type OpenIdGroups } from "#platform/config/openid-groups.ts";
import type { OpenIdClaims } from "./openid-provider.ts";

/** What a provider's claims say about a person's place in the organization. */
export interface Placement {
  /** The role that admits the person; undefined if neither a group nor the address does. */
  role: Role | undefined;
  /** Whether present members get this role too. */
  setsRole: boolean;
  /** Whether a member who joined this way is deactivated. */
  removes: boolean;
  /** The teams to be in, and all that groups decide about; undefined if the claims don't say. */
  teams: { listed: ReadonlySet<string>; all: readonly string[] } | undefined;
}

/** Only an array of groups changes members; a missing one leaves them as they are. */
export function placeByGroups(
  { roles, teams, joinDomains, removes }: OpenIdGroups,
  { groups, verifiedEmail }: Pick<OpenIdClaims, "groups" | "verifiedEmail">,
): Placement {
  const mapped = allRoles.find((role) => groups?.some((group) => roles.get(group) === role));
  const domain = verifiedEmail === undefined ? undefined : domainOf(verifiedEmail);
  const role = mapped ?? (domain !== undefined && joinDomains.includes(domain) ? "member" : undefined);
  const saysGroups = groups !== undefined;
  return {
    role,
    setsRole: saysGroups && roles.size > 0 && role !== undefined,
    removes: saysGroups && removes && role === undefined,
    teams: saysGroups
      ? {
          listed: new Set(groups.flatMap((group) => teams.get(group) ?? [])),
          all: [...new Set([...teams.values()].flat())],
        }
      : undefined,
  };
}
