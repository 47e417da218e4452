import { usePeople, useTeams } from "#api/people.ts";
import { useClients, useMe, useProjects } from "#api/queries.ts";
import { DateField } from "#parts/fields/date-field.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { Choices } from "#ui/fields/choices.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import bar from "#ui/fields/filter-bar.module.css";
import type { BillFilter } from "./bill-filter.ts";
import { useBillingWords } from "#i18n/use-billing-words.ts";

interface Props {
  filter: BillFilter;
  onChange: (filter: BillFilter) => void;
}

/** Chooses the time to bill: people, clients, projects and days. */
export function BillFilterBar({ filter, onChange }: Props) {
  const words = useBillingWords();
  const { organization } = useMe();
  const clients = toOptions(useClients());
  const projects = toOptions(useProjects());
  const teams = toOptions(useTeams());
  const people = usePeople();
  const set = (change: Partial<BillFilter>) => onChange({ ...filter, ...change });
  return (
    <search className={bar.bar}>
      <div className={bar.fields} data-inline>
        <Choices
          label={words.client}
          any={words.anyClient}
          values={filter.clientId}
          options={clients}
          onChange={(clientId) => set({ clientId })}
        />
        <Choices
          label={words.project}
          any={words.anyProject}
          values={filter.projectId}
          options={projects}
          onChange={(projectId) => set({ projectId })}
        />
        <Choices
          label={words.person}
          any={words.anyPerson}
          values={filter.userId}
          options={people.map(({ userId, name }): Option => [userId, name])}
          onChange={(userId) => set({ userId })}
        />
        {(teams.length > 0 || filter.teamId.length > 0) && (
          <Choices
            label={words.team}
            any={words.anyTeam}
            values={filter.teamId}
            options={teams}
            onChange={(teamId) => set({ teamId })}
          />
        )}
        <label>
          {words.from}
          <DateField label={words.from} value={filter.from} max={filter.to} onChange={(from) => set({ from })} />
        </label>
        <label>
          {words.to}
          <DateField label={words.to} value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
        </label>
        {(organization.approvals ?? null) !== null && (
          <Select
            label={words.approval}
            hidesLabel
            value={filter.isApprovedOnly ? "" : "any"}
            options={[
              ["", words.onlyApproved],
              ["any", words.anyApproval],
            ]}
            onChange={(value) => set({ isApprovedOnly: value === "" })}
          />
        )}
      </div>
    </search>
  );
}
