import { Link } from "wouter";
import { useClients, useProjects } from "#api/queries.ts";
import type { ProjectCosts } from "#api/report-queries.ts";
import { BudgetBar } from "#figures/budget-bar.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import table from "#ui/list/table.module.css";
import { useWords } from "./use-words.ts";
import classes from "./reports.module.css";

/** The projects' budgets, with how much of each is used. */
export function BudgetTable({ projects }: { projects: readonly ProjectCosts[] }) {
  const words = useWords();
  const all = useProjects();
  const clients = useClients();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{words.project}</th>
          <th scope="col">{words.client}</th>
          <th scope="col">{words.budgetStatus}</th>
          <th scope="col">{words.status}</th>
        </tr>
      </thead>
      <tbody>
        {projects.map(({ projectId, name, clientId, budget }) => {
          const project = all.find(({ id }) => id === projectId);
          return (
            <tr key={projectId}>
              <th scope="row">
                <span className={classes.name}>
                  <ColorDot color={projectColor(project)} /> <Link href={`/projects/${projectId}`}>{name}</Link>
                </span>
              </th>
              <td className={table.dim}>{clients.find(({ id }) => id === clientId)?.name}</td>
              <td>{budget !== null && <BudgetBar budget={budget} isPast={project?.status === "archived"} />}</td>
              <td>{words.budgetStatuses[budget?.status ?? "none"]}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
