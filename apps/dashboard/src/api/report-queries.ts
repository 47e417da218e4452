import type { Costs, GetSummaryQuery } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./connection/client.ts";
import { useMembersQuery } from "./people.ts";
import { useMe } from "./queries.ts";

export function summaryQuery(query: GetSummaryQuery) {
  return {
    queryKey: ["reports", "summary", query],
    queryFn: () => stint.reports.summary({ ...query, format: "json" }),
  };
}

/** The costs and budgets of one project, or of all projects. Needs `costs:read`. */
export function costsQuery(projectId?: string) {
  return {
    queryKey: ["reports", "costs", projectId ?? ""],
    queryFn: () => stint.reports.costs(projectId === undefined ? {} : { projectId }),
  };
}

export type ProjectCosts = Costs["projects"][number];
export type BudgetNow = NonNullable<ProjectCosts["budget"]>;

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
  const tracked = useQuery({ ...summaryQuery({ groupBy: "user" }), enabled: isNeeded && !canList }).data;
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
