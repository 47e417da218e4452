import type { Stored } from "#identity/history/store.ts";
import type { Budget } from "#tracking/ledger/budgets/schemas.ts";
import type { RoundingMode } from "#tracking/ledger/entry-rules/billable-seconds.ts";
import { type Actor, type Holder, may } from "#identity/access.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { isMoneyBudget, toBudget } from "#tracking/ledger/budgets/read-budget.ts";
import { Project } from "./schemas.ts";

/** The rounding uses two columns, and not everyone may see the budget. */
export type ProjectRow = Stored<Omit<Project, "rounding" | "budget">> & {
  rounding_mode: RoundingMode | null;
  rounding_minutes: number | null;
  /** The order of the budget's keys is undefined, because jsonb does not preserve it; use `toBudget`. */
  budget: Budget | null;
};

/** The strong ETag of the project as the actor sees it, with or without a money budget. */
export function projectTag(row: ProjectRow, actor: Actor): string {
  return `"${row.version}${hidesBudget(row, actor) ? "-plain" : ""}"`;
}

/** Whether the project has a money budget that the actor may not see. */
export function hidesBudget(row: ProjectRow, actor: Holder): boolean {
  return isMoneyBudget(row.budget) && !may(actor, "costs:read");
}

const toStored = shownAs(Project, "rounding", "budget");

export function toProject(row: ProjectRow, showsMoney: boolean): Project {
  const { rounding_mode: mode, rounding_minutes: minutes } = row;
  return {
    ...toStored(row),
    rounding: mode === null || minutes === null ? null : { mode, minutes },
    ...(isMoneyBudget(row.budget) && !showsMoney ? {} : { budget: toBudget(row.budget) }),
  };
}
