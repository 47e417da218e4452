import { type Role, roles as allRoles } from "#identity/access.ts";
import { domainOf, type OpenIdGroups } from "#platform/config/openid-groups.ts";
import type { OpenIdClaims } from "./read-claims.ts";

/** The person's place in the organization according to the provider's claims. */
export interface Placement {
  /** The role of the admitted person; undefined if neither a group nor the address admits them. */
  role: Role | undefined;
  /** Whether existing members get this role too. */
  setsRole: boolean;
  /** Whether a member who joined through the provider is deactivated when no group or domain admits them any more. */
  removes: boolean;
  /**
   * The teams that the person should be in, and all teams that are controlled by groups; undefined if the claims don't
   * decide.
   */
  teams: { listed: ReadonlySet<string>; all: readonly string[] } | undefined;
}

/** Derives a person's place from the claims. Without an array of groups, existing members stay unchanged. */
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
