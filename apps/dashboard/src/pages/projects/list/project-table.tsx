import type { Project } from "@stint/sdk";
import { Lock } from "lucide-react";
import { Link } from "wouter";
import { useClients, useMe } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import type { ProjectCosts } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useScreenHeading } from "#screen/screens.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { WindowTable } from "#ui/list/window/window-table.tsx";
import { BudgetBar } from "#parts/figures/budget-bar.tsx";
import type { ProjectDialog } from "#pages/projects/project-dialogs.tsx";
import { ProjectMenu } from "#pages/projects/project-menu.tsx";
import type { ProjectActions } from "#pages/projects/use-project-actions.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";

type Figures = Pick<ProjectCosts, "seconds" | "budget">;

interface Props {
  projects: readonly Project[];
  /** Undefined until the figures have loaded. */
  figures: ReadonlyMap<string, Figures> | undefined;
  isReading: boolean;
  canWrite: boolean;
  canSeeMoney: boolean;
  actions: ProjectActions;
  onDialog: (dialog: ProjectDialog) => void;
}

/** The list of projects. Only the visible rows are rendered. */
export function ProjectTable(props: Props) {
  const { projects, figures, isReading, canWrite, canSeeMoney, actions, onDialog } = props;
  const format = useFormat();
  const words = useProjectWords();
  const hasOthers = seesOthers(useMe());
  const clients = useClients();
  return (
    <div className="panel">
      <WindowTable
        label={useScreenHeading()}
        isBusy={isReading}
        rows={projects}
        keyOf={({ id }) => id}
        rowHeight={68}
        columns={[
          { name: words.project, cell: (project) => <ProjectName project={project} /> },
          { name: words.client, kind: "dim", cell: ({ clientId }) => clients.find(({ id }) => id === clientId)?.name },
          {
            name: hasOthers ? words.tracked : words.yourTime,
            kind: "number",
            cell: ({ id }) => (figures === undefined ? "–" : format.duration(figures.get(id)?.seconds ?? 0)),
          },
          {
            name: words.budget,
            cell: (project) => {
              const budget = figures?.get(project.id)?.budget ?? undefined;
              if (budget !== undefined) return <BudgetBar budget={budget} isPast={project.status === "archived"} />;
              return !canSeeMoney && <TimeLimit project={project} />;
            },
          },
          {
            kind: "actions",
            cell: (project) =>
              canWrite && <ProjectMenu project={project} canWrite actions={actions} onDialog={onDialog} />,
          },
        ]}
      />
    </div>
  );
}

function ProjectName({ project }: { project: Project }) {
  const { shell } = useText();
  const words = useProjectWords();
  return (
    <span className="wrap">
      <ColorDot color={projectColor(project)} />
      <Link href={`/projects/${project.id}`} className="plain">
        {project.name}
      </Link>
      {project.code !== null && <span className="dim">{project.code}</span>}
      {project.visibility === "members" && <Lock size={14} className="dim" role="img" aria-label={words.membersOnly} />}
      {!project.billable && <span className="chip">{words.notBillable}</span>}
      {project.status === "archived" && <span className="chip">{shell.archived}</span>}
    </span>
  );
}

/** The limit of a time budget, for people without access to its usage. */
function TimeLimit({ project: { budget } }: { project: Project }) {
  const format = useFormat();
  const words = useProjectWords();
  if (budget?.seconds === undefined) return null;
  return (
    <span className="dim">
      {words.budget}: {format.duration(budget.seconds)} {words.perPeriod[budget.period]}
    </span>
  );
}
