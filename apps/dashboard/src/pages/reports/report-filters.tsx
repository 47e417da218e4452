import { useMemo } from "react";
import { useClients, useMe, useProjects, useTags, useTasks } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { usePeople, useTeams } from "#api/people.ts";
import { useText } from "#i18n/text.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { Choices } from "#ui/choices/choices.tsx";
import { flags, type lists } from "./address/report-address.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";

interface Props {
  report: ShownReport;
  /** Whether the filters are open. Only then are the items, possibly thousands, loaded and sorted. */
  isOpen: boolean;
}

export function ReportFilters({ report, isOpen }: Props) {
  const { state, set } = report;
  const text = useText();
  const words = useWords();
  const me = useMe();
  const hasOthers = seesOthers(me);
  const hasApprovals = (me.organization.approvals ?? null) !== null;
  const projects = useSorted(useProjects(), isOpen);
  const clients = useSorted(useClients(), isOpen);
  const tasks = useSorted(useTasks(state.projectId.length === 1 ? state.projectId[0] : undefined), isOpen);
  const tags = useTags(isOpen);
  const people = usePeople(isOpen);
  const teams = useSorted(useTeams(isOpen), isOpen);
  const isOfProjects = state.report === "costs" || state.report === "budgets";
  const named = (items: readonly { id: string; name: string }[]) => items.map(({ id, name }): Option => [id, name]);
  const always: Filter[] = [
    { name: "projectId", label: words.project, any: words.anyProject, options: named(projects) },
    { name: "clientId", label: words.client, any: words.anyClient, options: named(clients) },
  ];
  const ofProjects: Filter[] = [
    { name: "status", label: words.status, any: words.anyStatus, options: Object.entries(words.statuses) },
    {
      name: "budgetStatus",
      label: words.budgetStatus,
      any: words.anyBudgetStatus,
      options: Object.entries(words.budgetStatuses),
    },
  ];
  const users = people.map(({ userId, name }): Option => [userId, name]);
  const person: Filter = { name: "userId", label: words.person, any: words.anyPerson, options: users };
  const ofEntries: Filter[] = [
    { name: "taskId", label: words.task, any: words.anyTask, options: named(tasks), isOffered: tasks.length > 0 },
    ...(hasOthers ? [person] : []),
    { name: "teamId", label: words.team, any: words.anyTeam, options: named(teams), isOffered: teams.length > 0 },
    { name: "tag", label: words.tag, any: words.anyTag, options: tags.map(({ name }): Option => [name, name]) },
    {
      name: "billable",
      label: words.billableFilter,
      any: words.anyBillable,
      options: Object.entries(words.billableKeys),
    },
    { name: "billed", label: words.billedFilter, any: words.anyBilled, options: Object.entries(words.billedKeys) },
    {
      name: "approval",
      label: words.approval,
      any: words.anyApproval,
      options: Object.entries(words.approvals),
      isOffered: hasApprovals,
    },
    {
      name: "source",
      label: words.groupings.source,
      any: words.anySource,
      options: [...Object.entries(text.entries.sources), ["unknown", words.none.source]],
    },
  ];
  return (
    <>
      {[...always, ...(isOfProjects ? ofProjects : ofEntries)].map(({ name, isOffered = true, ...field }) => {
        if (isFlag(name)) {
          const choose = (value: string) => set({ [name]: value === "" ? undefined : value === "true" });
          return (
            <Select
              key={name}
              label={field.label}
              hidesLabel
              value={String(state[name] ?? "")}
              options={[["", field.any], ...field.options]}
              onChange={choose}
            />
          );
        }
        const values = state[name];
        if (!isOffered && values.length === 0) return null;
        // Tasks belong to one project.
        const choose = (chosen: readonly string[]) =>
          set({ [name]: chosen, ...(name === "projectId" ? { taskId: [] } : {}) });
        return <Choices key={name} {...field} values={values} onChange={choose} />;
      })}
    </>
  );
}

interface Filter {
  name: (typeof lists)[number] | (typeof flags)[number];
  label: string;
  any: string;
  options: readonly Option[];
  /** Whether the filter is shown even without a value. */
  isOffered?: boolean;
}

function isFlag(name: Filter["name"]): name is (typeof flags)[number] {
  return flags.some((flag) => flag === name);
}

/** Sorts the items by name. Returns none while they are hidden, because sorting thousands of items takes time. */
function useSorted<Item extends { name: string }>(items: readonly Item[], isShown: boolean): Item[] {
  return useMemo(
    () => (isShown ? items.toSorted((left, right) => left.name.localeCompare(right.name)) : []),
    [items, isShown],
  );
}
