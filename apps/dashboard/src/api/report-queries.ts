import type { Costs, GetSummaryQuery } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./client.ts";
import { all, useMe } from "./queries.ts";

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
}

/**
 * The organization's people by name: its members, or, for roles that may not list members, those who have tracked time.
 * Loaded on demand.
 */
export function usePeople(isNeeded = true): readonly Somebody[] {
  const { scopes, user } = useMe();
  const canList = scopes.includes("members:read");
  const members = useQuery({
    queryKey: ["members", "names"],
    queryFn: () => all(stint.members.list({ status: "active" })),
    enabled: isNeeded && canList,
  }).data;
  const tracked = useQuery({ ...summaryQuery({ groupBy: "user" }), enabled: isNeeded && !canList }).data;
  const people: Somebody[] =
    members ??
    (tracked?.groups ?? []).flatMap(({ key, name }) => (key === null ? [] : [{ userId: key, name: name ?? key }]));
  const isMissing = (canList ? members : tracked) !== undefined && !people.some(({ userId }) => userId === user.id);
  return [...people, ...(isMissing ? [{ userId: user.id, name: user.name }] : [])].toSorted((left, right) =>
    left.name.localeCompare(right.name),
  );
}
