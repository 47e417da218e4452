import type { Timesheet } from "@stint/sdk";
import { useMemo } from "react";
import { useClients, useMe, useProjects, useTags, useTasks } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useTeams } from "#api/people.ts";
import { usePeople } from "#api/report-queries.ts";
import { useText } from "#i18n/text.ts";
import { Choice, type Option } from "#ui/fields/choice.tsx";
import { type EntrySource, flags } from "./report-address.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";

interface Props {
  report: ShownReport;
  /** Whether the filters are open. Lists of thousands are loaded and sorted only then. */
  isOpen: boolean;
}

export function ReportFilters({ report, isOpen }: Props) {
  const { state, set } = report;
  const text = useText();
  const words = useWords();
  const me = useMe();
  const hasOthers = seesOthers(me);
  const hasApprovals = (me.organization.approvals ?? null) !== null;
  const flagWords = {
    billable: { label: words.billableFilter, any: words.anyBillable, keys: words.billableKeys },
    billed: { label: words.billedFilter, any: words.anyBilled, keys: words.billedKeys },
  };
  const projects = useSorted(useProjects(), isOpen);
  const clients = useSorted(useClients(), isOpen);
  const tasks = useSorted(useTasks(state.projectId.length === 1 ? state.projectId[0] : undefined), isOpen);
  const tags = useTags(isOpen);
  const people = usePeople(isOpen);
  const teams = useSorted(useTeams(isOpen), isOpen);
  const isOfProjects = state.report === "costs" || state.report === "budgets";
  const named = (items: readonly { id: string; name: string }[]) => items.map(({ id, name }): Option => [id, name]);
  return (
    <>
      <Choice
        several={words.several}
        label={words.project}
        any={words.anyProject}
        values={state.projectId}
        options={named(projects)}
        onChange={(projectId) => set({ projectId, taskId: [] })}
      />
      <Choice
        several={words.several}
        label={words.client}
        any={words.anyClient}
        values={state.clientId}
        options={named(clients)}
        onChange={(clientId) => set({ clientId })}
      />
      {isOfProjects ? (
        <>
          <Choice
            several={words.several}
            label={words.status}
            any={words.anyStatus}
            values={state.status}
            options={Object.entries(words.statuses)}
            onChange={(status) => set({ status })}
          />
          <Choice
            several={words.several}
            label={words.budgetStatus}
            any={words.anyBudgetStatus}
            values={state.budgetStatus}
            options={Object.entries(words.budgetStatuses)}
            onChange={(budgetStatus) => set({ budgetStatus })}
          />
        </>
      ) : (
        <>
          {(tasks.length > 0 || state.taskId.length > 0) && (
            <Choice
              several={words.several}
              label={words.task}
              any={words.anyTask}
              values={state.taskId}
              options={named(tasks)}
              onChange={(taskId) => set({ taskId })}
            />
          )}
          {hasOthers && (
            <Choice
              several={words.several}
              label={words.person}
              any={words.anyPerson}
              values={state.userId}
              options={people.map(({ userId, name }): Option => [userId, name])}
              onChange={(userId) => set({ userId })}
            />
          )}
          {(teams.length > 0 || state.teamId.length > 0) && (
            <Choice
              several={words.several}
              label={words.team}
              any={words.anyTeam}
              values={state.teamId}
              options={named(teams)}
              onChange={(teamId) => set({ teamId })}
            />
          )}
          <Choice
            several={words.several}
            label={words.tag}
            any={words.anyTag}
            values={state.tag}
            options={tags.map(({ name }): Option => [name, name])}
            onChange={(tag) => set({ tag })}
          />
          {flags.map((name) => (
            <Choice
              key={name}
              several={words.several}
              label={flagWords[name].label}
              any={flagWords[name].any}
              values={state[name] === undefined ? [] : [String(state[name])]}
              options={Object.entries(flagWords[name].keys)}
              onChange={([value]) => set({ [name]: value === undefined ? undefined : value === "true" })}
            />
          ))}
          {(hasApprovals || state.approval.length > 0) && (
            <Choice
              several={words.several}
              label={words.approval}
              any={words.anyApproval}
              values={state.approval}
              options={Object.entries(words.approvals)}
              onChange={(chosen) => set({ approval: chosen as Timesheet["status"][] })}
            />
          )}
          <Choice
            several={words.several}
            label={words.groupings.source}
            any={words.anySource}
            values={state.source}
            options={[...Object.entries(text.entries.sources), ["unknown", words.none.source]]}
            onChange={(chosen) => set({ source: chosen as EntrySource[] })}
          />
        </>
      )}
    </>
  );
}

/** The items sorted by name. Empty while they are hidden, because sorting thousands takes time. */
function useSorted<Item extends { name: string }>(items: readonly Item[], isShown: boolean): Item[] {
  return useMemo(
    () => (isShown ? items.toSorted((left, right) => left.name.localeCompare(right.name)) : []),
    [items, isShown],
  );
}
