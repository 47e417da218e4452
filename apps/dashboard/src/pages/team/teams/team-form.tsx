import type { CreateTeamBody, Team } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useMembers } from "#api/people.ts";
import { useText } from "#i18n/text.ts";
import { edit } from "#state/edit.ts";
import { useChange } from "#state/use-change.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { byName } from "#ui/fields/to-options.ts";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import { PeopleField } from "#parts/fields/people-field.tsx";

interface Props {
  /** Undefined for a new team. */
  team: Team | undefined;
  onClose: () => void;
}

/** Creates or changes a team. Only people with the right to list members can open it. */
export function TeamForm({ team, onClose }: Props) {
  const { shell } = useText();
  const words = useTeamWords();
  const members = useMembers().toSorted(byName);
  const [memberIds, setMemberIds] = useState<readonly string[]>(team?.memberIds ?? []);
  const [leadIds, setLeadIds] = useState<readonly string[]>(team?.leadIds ?? []);
  const [showsMoney, setShowsMoney] = useState(team?.showsMoney ?? false);
  // Members who have been deactivated or have become viewers stay in the team until someone removes them.
  const offered = members.filter(({ userId, status }) => status === "active" || memberIds.includes(userId));
  const leads = members.filter(
    ({ userId, status, role }) => (status === "active" && role !== "viewer") || leadIds.includes(userId),
  );
  const save = useSaveTeam(team);
  return (
    <FormDialog
      title={team === undefined ? words.newTeam : words.editTeam}
      submit={team === undefined ? words.createTeam : shell.save}
      onSend={async ({ name = "" }) =>
        void (await save({ name, memberIds: [...memberIds], leadIds: [...leadIds], showsMoney }))
      }
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            name="name"
            label={words.teamName}
            defaultValue={team?.name}
            maxLength={200}
            required
            data-autofocus
            error={errorOf("name")}
          />
          <PeopleField label={words.members} people={offered} value={memberIds} onChange={setMemberIds} />
          <PeopleField
            label={words.leads}
            note={words.leadsNote}
            people={leads}
            value={leadIds}
            onChange={setLeadIds}
          />
          <Checkbox
            label={words.showAmounts}
            hint={words.showAmountsNote}
            checked={showsMoney}
            onChange={setShowsMoney}
          />
        </>
      )}
    </FormDialog>
  );
}

function useSaveTeam(team: Team | undefined) {
  const words = useTeamWords();
  const change = useChange();
  const queries = ["teams"] as const;
  return (fields: CreateTeamBody) =>
    team === undefined
      ? change({
          label: words.teamCreated,
          queries,
          run: () => stint.teams.create(fields),
          revert: ({ id }) => stint.teams.delete(id),
        })
      : change({ label: words.teamChanged, queries, ...edit(stint.teams, team, fields) });
}
