import type { Member, Team } from "@stint/sdk";
import { roles } from "#api/scopes.ts";
import type { LastWork } from "./use-last-work.ts";

export const sorts = ["name", "role", "joined", "active"] as const;

/** The filter and the order of the members, as encoded in the URL. */
export interface MemberFilter {
  q: string;
  status: string;
  roles: readonly string[];
  teamIds: readonly string[];
  sort: (typeof sorts)[number];
}

/** The members that match the filter, in its order; by name if they are equal in it. */
export function filterMembers(
  members: readonly Member[],
  { q, status, roles: shownRoles, teamIds, sort }: MemberFilter,
  teams: readonly Team[],
  work: ReadonlyMap<string, Pick<LastWork, "day">>,
): Member[] {
  const words = q.toLowerCase().split(/\s+/);
  const inTeams = new Set(teams.filter(({ id }) => teamIds.includes(id)).flatMap(({ memberIds }) => memberIds));
  const rankOf: Record<MemberFilter["sort"], (member: Member) => string> = {
    name: () => "",
    role: ({ role }) => String(roles.indexOf(role)),
    joined: ({ createdAt }) => createdAt,
    active: ({ userId }) => work.get(userId)?.day ?? "",
  };
  // The latest activity comes first, but the earliest member.
  const way = sort === "active" ? -1 : 1;
  return members
    .filter(({ name, email, role, status: itsStatus, userId }) => {
      const text = `${name} ${email}`.toLowerCase();
      return (
        (status === "all" || itsStatus === status) &&
        (shownRoles.length === 0 || shownRoles.includes(role)) &&
        (teamIds.length === 0 || inTeams.has(userId)) &&
        words.every((word) => text.includes(word))
      );
    })
    .toSorted((one, other) => {
      const [left, right] = [rankOf[sort](one), rankOf[sort](other)];
      return left === right ? one.name.localeCompare(other.name) : left < right ? -way : way;
    });
}
