import type { Project } from "@stint/sdk";
import { findByName } from "@stint/grammar/find-by-name.ts";
import { filled, toParams } from "#screen/filter.ts";

const statuses = ["active", "archived", "all"] as const;
const budgets = ["", "ok", "warning", "exceeded", "none"] as const;

/** The list's filter, as encoded in the URL. */
export interface ProjectFilter {
  q: string;
  clientId: readonly string[];
  status: (typeof statuses)[number];
  budgetStatus: (typeof budgets)[number];
}

export const noProjectFilter: ProjectFilter = { q: "", clientId: [], status: "active", budgetStatus: "" };

export function readProjectFilter(params: URLSearchParams): ProjectFilter {
  return {
    q: params.get("q") ?? "",
    clientId: params.getAll("clientId").filter((id) => id !== ""),
    status: oneOf(statuses, params.get("status")),
    budgetStatus: oneOf(budgets, params.get("budgetStatus")),
  };
}

/** The query parameters of a filter, without default values. */
export function writeProjectFilter(filter: ProjectFilter): URLSearchParams {
  return toParams({ ...filter, status: filter.status === "active" ? "" : filter.status });
}

/** The matching projects, sorted by name; if there is a search text, sorted by how well they match it. */
export function filterProjects(
  projects: readonly Project[],
  filter: ProjectFilter,
  budgetStatusOf: (id: string) => string | undefined,
): Project[] {
  const { q, clientId, status, budgetStatus } = filter;
  const left = projects.filter(
    (project) =>
      (status === "all" || project.status === status) &&
      (clientId.length === 0 || clientId.includes(project.clientId ?? "")) &&
      (budgetStatus === "" || (budgetStatusOf(project.id) ?? "none") === budgetStatus),
  );
  if (q.trim() === "") return left.toSorted((one, other) => one.name.localeCompare(other.name));
  const byName = findByName(left, q);
  const byCode = left.filter((project) => project.code?.toLowerCase().includes(q.trim().toLowerCase()));
  return [...new Set([...byName, ...byCode])];
}

/** The query of `projects.list` for a filter, except for the budget's state, which only `reports.costs` knows. */
export function toProjectQuery({ q, clientId, status }: ProjectFilter) {
  return filled({ status: status === "all" ? "" : status, clientId, q: q.trim() });
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], text: string | null): Value {
  return values.find((value) => value === text) ?? values[0];
}
