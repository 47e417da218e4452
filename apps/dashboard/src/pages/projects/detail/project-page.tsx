import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { projectsQuery, useClients, useMe } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useYearWords } from "#parts/figures/year/use-year-words.ts";
import { YearOfDays } from "#parts/figures/year/year-of-days.tsx";
import { useText } from "#i18n/text.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { WhenSeen } from "./when-seen.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { type ProjectDialog, ProjectDialogs } from "#pages/projects/project-dialogs.tsx";
import { ProjectMenu } from "#pages/projects/project-menu.tsx";
import { useProjectActions } from "#pages/projects/use-project-actions.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Button } from "#ui/button/button.tsx";
import { AboutPanel } from "./about-panel.tsx";
import { BudgetPanel } from "./budget/budget-panel.tsx";
import { ProjectPeople } from "./project-people.tsx";
import { RecentEntries } from "./recent-entries.tsx";
import { TaskTable } from "./tasks/task-table.tsx";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";

export function ProjectPage({ id }: { id: string }) {
  const { shell } = useText();
  const words = useDetailWords();
  const listWords = useProjectWords();
  const { title: year } = useYearWords();
  const me = useMe();
  const { scopes } = me;
  const canWrite = scopes.includes("projects:write");
  const query = useQuery(projectsQuery);
  const project = query.data?.find((each) => each.id === id);
  const [dialog, setDialog] = useState<ProjectDialog>();
  const [, navigate] = useLocation();
  const actions = useProjectActions();
  if (project === undefined)
    return (
      <>
        <Back />
        <PageHead title={listWords.project} />
        <ListState query={query} shape="chart" empty={words.notFound} />
      </>
    );
  const edit = canWrite ? () => setDialog({ kind: "form", project }) : undefined;
  return (
    <>
      <Back />
      <PageHead title={project.name} lead={<Lead project={project} />}>
        {edit && <Button onClick={edit}>{shell.edit}</Button>}
        <ProjectMenu
          project={project}
          canWrite={canWrite}
          actions={actions}
          onDialog={setDialog}
          isOfScreen
          onCopied={(copy) => navigate(`/projects/${copy}`)}
        />
      </PageHead>
      <BudgetPanel key={project.id} project={project} onEdit={edit} />
      <TaskTable project={project} canWrite={canWrite} />
      {seesOthers(me) && <ProjectPeople project={project} />}
      {scopes.includes("reports:read") && (
        <WhenSeen heading={year}>
          <YearOfDays of={{ projectId: project.id }} />
        </WhenSeen>
      )}
      <WhenSeen heading={words.recent}>
        <RecentEntries project={project} />
      </WhenSeen>
      <WhenSeen heading={words.about}>
        <AboutPanel project={project} />
      </WhenSeen>
      <ProjectDialogs
        dialog={dialog}
        actions={actions}
        onDeleted={() => navigate("/projects")}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

function Back() {
  const words = useDetailWords();
  return (
    <Link href="/projects" className="back plain dim">
      ← {words.back}
    </Link>
  );
}

/** The project's colour, client, code and marks. */
function Lead({ project }: { project: Project }) {
  const { shell } = useText();
  const words = useProjectWords();
  const client = useClients().find((each) => each.id === project.clientId);
  return (
    <span className="wrap">
      <ColorDot color={projectColor(project)} />
      {client !== undefined && <Link href={`/projects?clientId=${client.id}`}>{client.name}</Link>}
      {project.code !== null && <span>{project.code}</span>}
      {!project.billable && <span className="chip">{words.notBillable}</span>}
      {project.visibility === "members" && <span className="chip">{words.membersOnly}</span>}
      {project.status === "archived" && <span className="chip">{shell.archived}</span>}
    </span>
  );
}
