import { Link } from "wouter";
import { useClients, useProjectsById } from "#api/queries.ts";
import type { ProjectCosts } from "#api/report-queries.ts";
import { BudgetBar } from "#parts/figures/budget-bar.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { WindowTable } from "#ui/list/window/window-table.tsx";
import { useReportWords } from "./use-report-words.ts";

/** The budgets of projects and how much of each is used. */
export function BudgetTable({ projects }: { projects: readonly ProjectCosts[] }) {
  const words = useReportWords();
  const projectOf = useProjectsById();
  const clients = useClients();
  return (
    <WindowTable
      label={words.kinds.budgets}
      rows={projects}
      rowHeight={54}
      keyOf={({ projectId }) => projectId}
      columns={[
        {
          name: words.project,
          cell: ({ projectId, name }) => (
            <span className="row">
              <ColorDot color={projectColor(projectOf.get(projectId))} />{" "}
              <Link href={`/projects/${projectId}`}>{name}</Link>
            </span>
          ),
        },
        { name: words.client, kind: "dim", cell: ({ clientId }) => clients.find(({ id }) => id === clientId)?.name },
        {
          name: words.budgetStatus,
          cell: ({ projectId, budget }) =>
            budget !== null && <BudgetBar budget={budget} isPast={projectOf.get(projectId)?.status === "archived"} />,
        },
        { name: words.status, cell: ({ budget }) => words.budgetStatuses[budget?.status ?? "none"] },
      ]}
    />
  );
}
