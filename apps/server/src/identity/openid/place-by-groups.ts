import { type Role, roles as allRoles } from "#identity/access.ts";
import { domainOf, type OpenIdGroups } from "#platform/config/openid-groups.ts";
import type { OpenIdClaims } from "./read-claims.ts";

/** The role and the teams that a person should have, according to the provider's claims. */
export interface Placement {
  /** The role to join with; undefined if neither a group nor the domain of the address admits the person. */
  role: Role | undefined;
  /** Whether existing members get this role too. */
  setsRole: boolean;
  /**
   * Whether a member who joined through the provider is deactivated, because no group or domain admits them any more.
   */
  removes: boolean;
  /**
   * The teams that the person should be in, and all teams that groups control; undefined if the claims contain no
   * groups.
   */
  teams: { listed: ReadonlySet<string>; all: readonly string[] } | undefined;
}

/**
 * Determines a person's placement from the provider's claims. Without groups in the claims, existing members stay
 * unchanged.
 */
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
