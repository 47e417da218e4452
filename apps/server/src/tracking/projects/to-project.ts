import { type Actor, may } from "#identity/access.ts";
import { isMoneyBudget, toBudget } from "#tracking/budgets/read-budget.ts";
import type { ProjectRow } from "./queries.ts";
import type { Project } from "./schemas.ts";

/** The strong ETag of a project in the actor's representation: with or without money. */
export function projectTag(row: ProjectRow, actor: Actor): string {
  return `"${row.version}${hidesBudget(row, actor) ? "-plain" : ""}"`;
}

/** Whether the project has a budget that the actor may not see. */
export function hidesBudget(row: ProjectRow, actor: Pick<Actor, "role" | "scopes" | "userId">): boolean {
  return isMoneyBudget(row.budget) && !may(actor, "costs:read");
}

export function toProject(row: ProjectRow, showsMoney: boolean): Project {
  const { rounding_mode: mode, rounding_minutes: minutes } = row;
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    clientId: row.client_id,
    color: row.color,
    description: row.description,
    status: row.status,
    billable: row.billable,
    rounding: mode === null || minutes === null ? null : { mode, minutes },
    ...(isMoneyBudget(row.budget) && !showsMoney ? {} : { budget: toBudget(row.budget) }),
    visibility: row.visibility,
    memberIds: row.member_ids,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
