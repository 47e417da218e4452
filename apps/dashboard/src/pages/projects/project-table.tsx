import type { Project } from "@stint/sdk";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { Lock } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { useClients, useMe } from "#api/queries.ts";
import type { ProjectCosts } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useOffset } from "./use-offset.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { useTextScale } from "#ui/theme/text-scale.ts";
import table from "#ui/list/table.module.css";
import { BudgetBar } from "#figures/budget-bar.tsx";
import type { ProjectDialog } from "./project-dialogs.tsx";
import { ProjectMenu } from "./project-menu.tsx";
import type { ProjectActions } from "./use-project-actions.ts";
import { useProjectWords } from "#i18n/use-project-words.ts";
import classes from "./project-table.module.css";

type Figures = Pick<ProjectCosts, "seconds" | "budget">;

interface Props {
  projects: readonly Project[];
  /** Undefined until loaded. */
  figures: ReadonlyMap<string, Figures> | undefined;
  isReading: boolean;
  canWrite: boolean;
  canSeeMoney: boolean;
  actions: ProjectActions;
  onDialog: (dialog: ProjectDialog) => void;
}

/** Pixels at the default font size. */
const rowHeight = 68;

/** The project list. Only the visible rows are rendered. */
export function ProjectTable(props: Props) {
  const { projects, isReading } = props;
  const words = useProjectWords();
  const { role } = useMe();
  const box = useRef<HTMLDivElement>(null);
  const scale = useTextScale();
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: projects.length,
    estimateSize: () => rowHeight * scale,
    getItemKey: (at) => projects[at]?.id ?? at,
    overscan: 12,
    scrollMargin: useOffset(box),
    useFlushSync: false,
  });
  const shown = virtualizer.getVirtualItems();
  const [first, last] = [shown[0], shown.at(-1)];
  const before = (first?.start ?? 0) - virtualizer.options.scrollMargin;
  const after = virtualizer.getTotalSize() - (last?.end ?? 0) + virtualizer.options.scrollMargin;
  const isLong = shown.length < projects.length;
  return (
    <div ref={box} className={table.panel}>
      <table className={table.table} aria-busy={isReading} aria-rowcount={isLong ? projects.length + 1 : undefined}>
        <thead>
          <tr>
            <th scope="col">{words.project}</th>
            <th scope="col">{words.client}</th>
            <th scope="col" className={table.number}>
              {role === "member" ? words.yourTime : words.tracked}
            </th>
            <th scope="col" className={classes.budget}>
              {words.budget}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr className={classes.space} style={{ height: before }} aria-hidden />}
          {shown.map(({ index }) => {
            const project = projects[index];
            return (
              project !== undefined && (
                <Row
                  key={project.id}
                  {...props}
                  project={project}
                  at={index}
                  isLong={isLong}
                  measure={virtualizer.measureElement}
                />
              )
            );
          })}
          {after > 0 && <tr className={classes.space} style={{ height: after }} aria-hidden />}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Props {
  project: Project;
  at: number;
  isLong: boolean;
  measure: (row: HTMLTableRowElement | null) => void;
}

function Row({ project, at, isLong, measure, figures, canWrite, canSeeMoney, actions, onDialog }: RowProps) {
  const format = useFormat();
  const { shell } = useText();
  const words = useProjectWords();
  const { role } = useMe();
  const client = useClients().find(({ id }) => id === project.clientId);
  const figure = figures?.get(project.id);
  const { budget } = figure ?? {};
  return (
    <tr ref={measure} data-index={at} aria-rowindex={isLong ? at + 2 : undefined}>
      <th scope="row">
        <span className={classes.name}>
          <ColorDot color={projectColor(project)} />
          <Link href={`/projects/${project.id}`}>{project.name}</Link>
          {project.code !== null && <span className={table.dim}>{project.code}</span>}
          {project.visibility === "members" && (
            <Lock size={14} className={table.dim} role="img" aria-label={words.membersOnly} />
          )}
          {!project.billable && <span className={table.mark}>{words.notBillable}</span>}
          {project.status === "archived" && <span className={table.mark}>{shell.archived}</span>}
        </span>
      </th>
      <td className={table.dim}>{client?.name}</td>
      <td className={table.number} data-label={role === "member" ? words.yourTime : words.tracked}>
        {figures === undefined ? "–" : format.duration(figure?.seconds ?? 0)}
      </td>
      <td>
        {budget !== null && budget !== undefined ? (
          <BudgetBar budget={budget} isPast={project.status === "archived"} />
        ) : (
          !canSeeMoney && <TimeLimit project={project} />
        )}
      </td>
      <td className={table.actions}>
        {canWrite && <ProjectMenu project={project} canWrite actions={actions} onDialog={onDialog} />}
      </td>
    </tr>
  );
}

/** The limit of a time budget, for people who may not see the budget's state. */
function TimeLimit({ project: { budget } }: { project: Project }) {
  const format = useFormat();
  const words = useProjectWords();
  if (budget?.seconds === undefined) return null;
  return (
    <span className={table.dim}>
      {words.budget}: {format.duration(budget.seconds)} {words.perPeriod[budget.period]}
    </span>
  );
}
