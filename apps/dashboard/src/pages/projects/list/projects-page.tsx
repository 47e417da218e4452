import type { ApiCall } from "#api/api-call.ts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { projectsQuery, useMe } from "#api/queries.ts";
import { costsQuery, summaryQuery } from "#api/report-queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FirstSteps } from "#parts/first-steps/first-steps.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { ProjectTabs } from "#screen/tabs/project-tabs.tsx";
import { useAskedForm } from "#screen/use-asked-form.ts";
import { searchKey, useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { plural } from "#i18n/catalogue.ts";
import { type ProjectDialog, ProjectDialogs } from "#pages/projects/project-dialogs.tsx";
import {
  filterProjects,
  type ProjectFilter,
  readProjectFilter,
  toProjectQuery,
  writeProjectFilter,
} from "./project-filter.ts";
import { ProjectTable } from "./project-table.tsx";
import { useProjectActions } from "#pages/projects/use-project-actions.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Button } from "#ui/button/button.tsx";
import { ProjectFilters } from "./project-filters.tsx";

export function ProjectsPage() {
  const { language } = useSettings();
  const words = useProjectWords();
  const { scopes } = useMe();
  const [canWrite, canSeeMoney] = [scopes.includes("projects:write"), scopes.includes("costs:read")];
  const { filter, change } = useProjectFilter();
  const query = useQuery(projectsQuery);
  const { figures, costs, isReading } = useFigures(canSeeMoney);
  const found = useMemo(
    () => filterProjects(query.data ?? [], filter, (id) => figures?.get(id)?.budget?.status),
    [query.data, filter, figures],
  );
  const [dialog, setDialog] = useState<ProjectDialog>();
  useAskedForm("new", () => canWrite && setDialog({ kind: "form", project: undefined }));
  const [, navigate] = useLocation();
  const actions = useProjectActions();
  useShortcuts(searchKey);
  const isEmpty = query.data?.length === 0;
  return (
    <>
      <ProjectTabs />
      <PageHead call={callOf(filter)}>
        {canWrite && (
          <Button kind="main" onClick={() => setDialog({ kind: "form", project: undefined })}>
            {words.new}
          </Button>
        )}
      </PageHead>
      <ProjectFilters filter={filter} onChange={change} canSeeMoney={canSeeMoney} />
      <p role="status" className="visually-hidden">
        {query.data !== undefined && plural(language, found.length, words.shown)}
      </p>
      {found.length > 0 && (
        <ProjectTable
          projects={found}
          figures={figures}
          isReading={isReading}
          canWrite={canWrite}
          canSeeMoney={canSeeMoney}
          actions={actions}
          onDialog={setDialog}
        />
      )}
      <ListState
        query={costs.error === null ? query : costs}
        empty={found.length === 0 && (isEmpty ? (canWrite ? words.none : words.noneToRead) : words.noneFound)}
      />
      {query.data !== undefined && isEmpty && <FirstSteps />}
      <ProjectDialogs
        dialog={dialog}
        clientId={filter.clientId.length === 1 ? filter.clientId[0] : undefined}
        actions={actions}
        onCreated={(id) => navigate(`/projects/${id}`)}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

/** Each project's time and budget, by the project's id. Undefined until they have loaded. */
function useFigures(canSeeMoney: boolean) {
  const costs = useQuery({ ...costsQuery(), enabled: canSeeMoney });
  const sums = useQuery({ ...summaryQuery({ groupBy: "project" }), enabled: !canSeeMoney });
  const figures = useMemo(() => {
    const own = sums.data?.groups.map(({ key, seconds }) => ({ projectId: key ?? "", seconds, budget: null }));
    const read = costs.data?.projects ?? own;
    return read && new Map(read.map((each) => [each.projectId, each]));
  }, [costs.data, sums.data]);
  return { figures, costs, isReading: costs.isFetching || sums.isFetching };
}

/** The list's filter, which is stored in the URL. */
function useProjectFilter() {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readProjectFilter(params), [params]);
  const change = useCallback(
    (part: Partial<ProjectFilter>) =>
      setParams((before) => writeProjectFilter({ ...readProjectFilter(before), ...part }), { replace: true }),
    [setParams],
  );
  return { filter, change };
}

function callOf(filter: ProjectFilter): ApiCall {
  const { budgetStatus } = filter;
  if (budgetStatus === "")
    return {
      operation: "projects.list",
      query: toProjectQuery(filter),
      isList: true,
    };
  const query = { ...toProjectQuery({ ...filter, q: "" }), budgetStatus };
  return { operation: "reports.costs", query };
}
