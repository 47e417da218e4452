import { usePeople, useTeams } from "#api/people.ts";
import { useClients, useMe, useProjects } from "#api/queries.ts";
import { DateField } from "#parts/fields/day/date-field.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { Choices } from "#ui/choices/choices.tsx";
import bar from "#ui/list/filter-bar.module.css";
import type { BillFilter } from "#pages/billing/parts/bill-filter.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";

type Listed = "clientId" | "projectId" | "userId" | "teamId";

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
  const people = toOptions(usePeople());
  const set = (change: Partial<BillFilter>) => onChange({ ...filter, ...change });
  const choices = (name: Listed, label: string, any: string, options: readonly Option[]) => (
    <Choices
      isPeople={name === "userId"}
      label={label}
      any={any}
      values={filter[name]}
      options={options}
      onChange={(chosen) => set({ [name]: chosen })}
    />
  );
  return (
    <search className="wrap apart">
      <div className={bar.fields} data-inline>
        {choices("clientId", words.client, words.anyClient, clients)}
        {choices("projectId", words.project, words.anyProject, projects)}
        {choices("userId", words.person, words.anyPerson, people)}
        {(teams.length > 0 || filter.teamId.length > 0) && choices("teamId", words.team, words.anyTeam, teams)}
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
