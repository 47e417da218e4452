import type { Member, Team } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./connection/client.ts";
import { all, defineKeptQuery, defineQuery, useMe } from "./queries.ts";
import { summaryQuery } from "./report-queries.ts";

const membersQuery = defineKeptQuery(["members"], () => all(stint.members.list()));

const none: never[] = [];

/** The teams that are visible to the person: all of them, or those that the person leads. Needs `teams:read`. */
export const teamsQuery = defineQuery(["teams"], () => all(stint.teams.list()));

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
  const groups = useTrackedPeople(isNamedByReports)?.groups ?? none;
  return (userId) => {
    if (userId === user.id) return user.name;
    const member = members.find((each) => each.userId === userId);
    return member?.name ?? groups.find(({ key }) => key === userId)?.name ?? userId;
  };
}

/** The sums of everyone who has tracked time. Roles that may not list members get people's names from them. */
function useTrackedPeople(isNeeded: boolean) {
  return useQuery({ ...summaryQuery({ groupBy: "user" }), enabled: isNeeded }).data;
}

export interface Somebody {
  userId: string;
  name: string;
  /** False for deactivated members, who can't be assigned to anything. True if the role may not list members. */
  isActive: boolean;
}

/**
 * The organization's people by name: its members, including deactivated ones, or, for roles that may not list members,
 * those who have tracked time. Loaded on demand.
 */
export function usePeople(isNeeded = true): readonly Somebody[] {
  const { scopes, user } = useMe();
  const canList = scopes.includes("members:read");
  const members = useMembersQuery(isNeeded).data;
  const tracked = useTrackedPeople(isNeeded && !canList);
  const people: Somebody[] =
    members?.map(({ userId, name, status }) => ({ userId, name, isActive: status === "active" })) ??
    (tracked?.groups ?? []).flatMap(({ key, name }) =>
      key === null ? [] : [{ userId: key, name: name ?? key, isActive: true }],
    );
  const isMissing = (canList ? members : tracked) !== undefined && !people.some(({ userId }) => userId === user.id);
  return [...people, ...(isMissing ? [{ userId: user.id, name: user.name, isActive: true }] : [])].toSorted(
    (left, right) => left.name.localeCompare(right.name),
  );
}
