import type { Member } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./client.ts";
import { all, useMe } from "./queries.ts";

const membersQuery = { queryKey: ["members"], queryFn: () => all(stint.members.list()) };
/** The names of people; roles that may not list members read them in reports. */
const namesQuery = {
  queryKey: ["reports", "names"],
  queryFn: async () => (await stint.reports.summary({ groupBy: "user" })).groups,
};

const none: never[] = [];

/** Every member, also those who are deactivated, for whoever may list them. */
export function useMembersQuery() {
  const { scopes } = useMe();
  return useQuery({ ...membersQuery, enabled: scopes.includes("members:read") });
}

/** The same, as far as they have been read. */
export function useMembers(): readonly Member[] {
  return useMembersQuery().data ?? none;
}

/** The names of people; the id of those whose names cannot be read. */
export function useNames(): (userId: string) => string {
  const { user, scopes } = useMe();
  const members = useMembers();
  const isNamedByReports = !scopes.includes("members:read") && scopes.includes("reports:read");
  const groups = useQuery({ ...namesQuery, enabled: isNamedByReports }).data ?? none;
  return (userId) => {
    if (userId === user.id) return user.name;
    const member = members.find((each) => each.userId === userId);
    return member?.name ?? groups.find(({ key }) => key === userId)?.name ?? userId;
  };
}
