import type { Member, Team } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./connection/client.ts";
import { all, own, useMe } from "./queries.ts";

const membersQuery = { queryKey: ["members"], queryFn: () => own(["members"], () => all(stint.members.list())) };
/** Roles without the right to list members get people's names from reports. */
const namesQuery = {
  queryKey: ["reports", "names"],
  queryFn: async () => (await stint.reports.summary({ groupBy: "user" })).groups,
};

const none: never[] = [];

/** The teams that are visible to the person: all of them, or those that the person leads. Needs `teams:read`. */
export const teamsQuery = { queryKey: ["teams"], queryFn: () => all(stint.teams.list()) };

/** The teams loaded so far; none for people without access to teams. */
export function useTeams(isNeeded = true): readonly Team[] {
  const { scopes } = useMe();
  return useQuery({ ...teamsQuery, enabled: isNeeded && scopes.includes("teams:read") }).data ?? none;
}

/** Whether the signed-in person has access to this member's entries. Undefined until the relevant teams have loaded. */
export function useSees(userId: string): boolean | undefined {
  const { user, role, scopes } = useMe();
  const isLead = role === "member" && scopes.includes("teams:read");
  const teams = useQuery({ ...teamsQuery, enabled: isLead && userId !== user.id }).data;
  if (role !== "member" || userId === user.id) return true;
  return isLead ? teams?.some(({ memberIds }) => memberIds.includes(userId)) : false;
}

/** Whether the API lets the signed-in person write a member's entries. False until the relevant teams have loaded. */
export function useMayWrite(): (userId: string) => boolean {
  const { user, role, scopes } = useMe();
  const teams = useTeams(role === "member");
  const isTheirs = (userId: string) => userId === user.id || teams.some(({ memberIds }) => memberIds.includes(userId));
  return (userId) => scopes.includes("time-entries:write") && (role !== "member" || isTheirs(userId));
}

/** Reads all members, including deactivated ones. Needs the right to list members. */
export function useMembersQuery(isNeeded = true) {
  const { scopes } = useMe();
  return useQuery({ ...membersQuery, enabled: isNeeded && scopes.includes("members:read") });
}

export function useMembers(): readonly Member[] {
  return useMembersQuery().data ?? none;
}

/** The names of these people, or their ids if the names can't be read. The person's own name needs no request. */
export function useNames(userIds: readonly string[]): (userId: string) => string {
  const { user, scopes } = useMe();
  const isNeeded = userIds.some((id) => id !== user.id);
  const members = useMembersQuery(isNeeded).data ?? none;
  const isNamedByReports = isNeeded && !scopes.includes("members:read") && scopes.includes("reports:read");
  const groups = useQuery({ ...namesQuery, enabled: isNamedByReports }).data ?? none;
  return (userId) => {
    if (userId === user.id) return user.name;
    const member = members.find((each) => each.userId === userId);
    return member?.name ?? groups.find(({ key }) => key === userId)?.name ?? userId;
  };
}
