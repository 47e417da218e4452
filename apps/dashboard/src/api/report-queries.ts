import type { Costs, GetSummaryQuery } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./client.ts";
import { all, useMe } from "./queries.ts";

/** Sums, as the API makes them. */
export function summaryQuery(query: GetSummaryQuery) {
  return {
    queryKey: ["reports", "summary", query],
    queryFn: () => stint.reports.summary({ ...query, format: "json" }),
  };
}

/** Costs of projects and the state of their budgets; of one project, or of all. Needs `costs:read`. */
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
 * The people of the organization by name: its members, or, for a role that may not list them, those who have tracked time.
 */
export function usePeople(): readonly Somebody[] {
  const { scopes, user } = useMe();
  const canList = scopes.includes("members:read");
  const members = useQuery({
    queryKey: ["members", "names"],
    queryFn: () => all(stint.members.list({ status: "active" })),
    enabled: canList,
  }).data;
  const tracked = useQuery({ ...summaryQuery({ groupBy: "user" }), enabled: !canList }).data;
  const people: Somebody[] =
    members ??
    (tracked?.groups ?? []).flatMap(({ key, name }) => (key === null ? [] : [{ userId: key, name: name ?? key }]));
  const isMissing = (canList ? members : tracked) !== undefined && !people.some(({ userId }) => userId === user.id);
  return [...people, ...(isMissing ? [{ userId: user.id, name: user.name }] : [])].toSorted((left, right) =>
    left.name.localeCompare(right.name),
  );
}
