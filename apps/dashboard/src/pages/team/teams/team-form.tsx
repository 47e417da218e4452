import type { CreateTeamBody, Team } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { useMembers } from "#api/people.ts";
import { useText } from "#i18n/text.ts";
import { edit } from "#state/edit.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { useChange } from "#state/use-change.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
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
  const members = useMembers();
  const [{ memberIds, leadIds, showsMoney }, set, draft] = useFormDraft("team", team, {
    memberIds: team?.memberIds ?? ([] as readonly string[]),
    leadIds: team?.leadIds ?? ([] as readonly string[]),
    showsMoney: team?.showsMoney ?? false,
  });
  const isViewer = (id: string) => members.some(({ userId, role }) => userId === id && role === "viewer");
  const save = useSaveTeam(team);
  return (
    <FormDialog
      title={team === undefined ? words.newTeam : words.editTeam}
      submit={team === undefined ? words.createTeam : shell.save}
      onSend={async ({ name = "" }) =>
        void (await save({ name, memberIds: [...memberIds], leadIds: [...leadIds], showsMoney }))
      }
      onClose={onClose}
      draft={draft}
    >
      <TextInput name="name" label={words.teamName} defaultValue={team?.name} maxLength={200} required data-autofocus />
      <PeopleField label={words.members} value={memberIds} onChange={(ids) => set({ memberIds: ids })} />
      <PeopleField
        label={words.leads}
        note={words.leadsNote}
        isOffered={({ userId, isActive }) => isActive && !isViewer(userId)}
        value={leadIds}
        onChange={(ids) => set({ leadIds: ids })}
      />
      <Checkbox
        label={words.showAmounts}
        hint={words.showAmountsNote}
        checked={showsMoney}
        onChange={(isChecked) => set({ showsMoney: isChecked })}
      />
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
