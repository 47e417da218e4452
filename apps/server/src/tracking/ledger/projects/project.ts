import type { Money } from "#identity/access.ts";
import type { Resource } from "#identity/history/resource.ts";
import { storeOf } from "#identity/history/store.ts";
import { isMoneyBudget } from "#tracking/ledger/budgets/read-budget.ts";
import { fieldNames, initialColumns } from "#platform/fields/fields.ts";
import { projectFields } from "./fields.ts";
import { Project } from "./schemas.ts";
import { type ProjectRow, projectTag, toProject } from "./to-project.ts";
import { seenBy, viewerOf } from "./visibility.ts";

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
