import { type Actor, type Holder, may, type Money } from "#identity/access.ts";
import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { fieldNames, initialColumns } from "#platform/fields/fields.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { isMoneyBudget, toBudget } from "#tracking/ledger/budgets/read-budget.ts";
import type { Budget } from "#tracking/ledger/budgets/schemas.ts";
import type { RoundingMode } from "#tracking/ledger/entry-rules/billable-seconds.ts";
import { projectFields } from "./fields.ts";
import { Project } from "./schemas.ts";
import { seenBy, viewerOf } from "./visibility.ts";

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

export const project = {
  kind: "project",
  prefix: "proj",
  tables: ["projects"],
  rowType: "projects",
  readScope: "projects:read",
  holdsMoney: true,
  fields: projectFields,
  schema: Project,
  toShown: (row: ProjectRow, money: Money) => toProject(complete(row), money === "all"),
  toLogged,
  actions: [
    { name: "project.created", event: "A project was created." },
    { name: "project.updated", event: "A project was changed or reactivated.", previous: { name: "Web" } },
    {
      name: "project.archived",
      event: "A project was archived; `previous` also contains other fields changed at the same time.",
      previous: { status: "active" },
      example: { status: "archived" },
    },
    { name: "project.deleted", event: "A project was deleted. Each of its tasks has its own `task.deleted`." },
  ],
  files: [
    {
      table: "projects",
      about: "the projects of time entries; budget and memberIds are JSON",
      columns: `id ${fieldNames(projectFields)} clientName roundingMode roundingMinutes budget createdAt updatedAt`,
    },
  ],
} as const satisfies Resource;

export const projects = storeOf<ProjectRow>(project, { tag: projectTag, isSeen: (actor) => seenBy(viewerOf(actor)) });

const initial = initialColumns(projectFields);

/** Fills in what older change rows lack, because projects did not have it yet. */
function complete(row: ProjectRow): ProjectRow {
  const given = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
  return { ...row, budget: row.budget ?? null, ...initial, ...Object.fromEntries(given) };
}

/** The project as the audit log shows it. The budget is shown as stored, without filling in defaults. */
function toLogged({ budget, ...row }: ProjectRow, money: Money): object {
  const showsMoney = money === "all";
  const shown = toProject({ ...row, budget: null }, showsMoney);
  return { ...shown, budget: showsMoney || !isMoneyBudget(budget ?? null) ? budget : undefined };
}
