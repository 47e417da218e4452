import type { Member, Team } from "@stint/sdk";
import { roles } from "#api/scopes.ts";

export const sorts = ["name", "role", "joined", "active"] as const;

interface Asked {
  /** Parts of the name, the address, the role's name, or a team's name. */
  q: string;
  sort: string;
}

/** What the API's members lack. */
interface Facts {
  teams: readonly Team[];
  roleNames: Readonly<Record<Member["role"], string>>;
  /** Everyone's latest day with time, for those who have one. */
  lastDays: ReadonlyMap<string, string>;
}

/** The members whose texts contain all words of `q`, sorted as asked, and by name if they are equal in that. */
export function findMembers(
  members: readonly Member[],
  { q, sort }: Asked,
  { teams, roleNames, lastDays }: Facts,
): Member[] {
  const words = q.toLowerCase().split(/\s+/);
  const matches = ({ userId, name, email, role }: Member) => {
    const itsTeams = teams.filter(({ memberIds }) => memberIds.includes(userId)).map((team) => team.name);
    const text = [name, email, roleNames[role], ...itsTeams].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const rankOf = ({ userId, role, createdAt }: Member) => {
    if (sort === "role") return String(roles.indexOf(role));
    return sort === "joined" ? createdAt : sort === "active" ? (lastDays.get(userId) ?? "") : "";
  };
  // The highest role and the first member come first, but the latest activity.
  const way = sort === "active" ? -1 : 1;
  return members.filter(matches).toSorted((one, other) => {
    const [left, right] = [rankOf(one), rankOf(other)];
    return left === right ? one.name.localeCompare(other.name) : left < right ? -way : way;
  });
}
