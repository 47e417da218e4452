import { usePeople, useTeams } from "#api/people.ts";
import { useClients, useMe, useProjects, useTags, useTasks } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useFieldWords } from "#i18n/words/use-field-words.ts";
import { Choices } from "#ui/choices/choices.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { type FilterName, isOfProjects } from "#pages/reports/address/report-address.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";

interface Props {
  report: ShownReport;
  /** Whether the filters are open. Only then are the items, possibly thousands, loaded and sorted. */
  isOpen: boolean;
}

/** The filters of this kind of report. */
export function ReportFilters({ report, isOpen }: Props) {
  const { state, set } = report;
  return useFilters(report, isOpen).map(({ name, isOffered, ...field }) => {
    const value = state[name];
    if (typeof value === "object") {
      if (!isOffered && value.length === 0) return null;
      // Tasks belong to one project.
      const tasks = name === "projectId" ? { taskId: [] } : {};
      const change = (chosen: readonly string[]) => set({ [name]: chosen, ...tasks });
      return <Choices key={name} {...field} isPeople={name === "userId"} values={value} onChange={change} />;
    }
    return (
      <Select
        key={name}
        label={field.label}
        hidesLabel
        value={String(value ?? "")}
        options={[["", field.any], ...field.options]}
        onChange={(chosen) => set({ [name]: chosen === "" ? undefined : chosen === "true" })}
      />
    );
  });
}

interface Filter {
  name: FilterName;
  label: string;
  any: string;
  options: readonly Option[];
  /** Whether the filter is shown even without a value. */
  isOffered: boolean;
}

function useFilters({ state }: ShownReport, isOpen: boolean): Filter[] {
  const words = useReportWords();
  const me = useMe();
  const projects = toOptions(useProjects(), isOpen);
  const clients = toOptions(useClients(), isOpen);
  const tasks = toOptions(useTasks(state.projectId.length === 1 ? state.projectId[0] : undefined), isOpen);
  const tags = useTags(isOpen).map(({ name }): Option => [name, name]);
  const people = usePeople(isOpen).map(({ userId, name }): Option => [userId, name]);
  const teams = toOptions(useTeams(isOpen), isOpen);
  const sources = [...Object.entries(useFieldWords().sources), ["unknown", words.none.source] as const];
  const filter = (name: FilterName, label: string, any: string, options: readonly Option[], isOffered = true) => ({
    name,
    label,
    any,
    options,
    isOffered,
  });
  const always = [
    filter("projectId", words.project, words.anyProject, projects),
    filter("clientId", words.client, words.anyClient, clients),
  ];
  if (isOfProjects(state))
    return [
      ...always,
      filter("status", words.status, words.anyStatus, Object.entries(words.statuses)),
      filter("budgetStatus", words.budgetStatus, words.anyBudgetStatus, Object.entries(words.budgetStatuses)),
    ];
  const hasApprovals = (me.organization.approvals ?? null) !== null;
  return [
    ...always,
    filter("taskId", words.task, words.anyTask, tasks, tasks.length > 0),
    ...(seesOthers(me) ? [filter("userId", words.person, words.anyPerson, people)] : []),
    filter("teamId", words.team, words.anyTeam, teams, teams.length > 0),
    filter("tag", words.tag, words.anyTag, tags),
    filter("billable", words.billableFilter, words.anyBillable, Object.entries(words.billableKeys)),
    filter("billed", words.billedFilter, words.anyBilled, Object.entries(words.billedKeys)),
    filter("approval", words.approval, words.anyApproval, Object.entries(words.approvals), hasApprovals),
    filter("source", words.groupings.source, words.anySource, sources),
  ];
}
