import type { Team } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { teamsQuery, usePeople } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { useChange } from "#state/use-change.ts";
import { fieldsOf } from "#state/fields-of.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { Rows, ListRow } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { byName } from "#ui/fields/to-options.ts";
import { TeamForm } from "./team-form.tsx";
import { TeamPart } from "#pages/team/parts/team-part.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";

type Dialog = { kind: "form"; team: Team | undefined } | { kind: "delete"; team: Team };

export function Teams() {
  const { shell } = useText();
  const words = useTeamWords();
  const change = useChange();
  const canWrite = useMe().scopes.includes("teams:write");
  const query = useQuery(teamsQuery);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const teams = query.data?.toSorted(byName) ?? [];
  const remove = (team: Team) =>
    change({
      label: words.teamDeleted,
      queries: ["teams"],
      run: () => stint.teams.delete(team.id),
      revert: () => stint.teams.create(fieldsOf(team)),
    });
  return (
    <TeamPart
      title={words.teams}
      aside={canWrite && <Button onClick={() => setDialog({ kind: "form", team: undefined })}>{words.newTeam}</Button>}
    >
      <Rows label={words.teams}>
        {teams.map((team) => (
          <TeamRow key={team.id} team={team} canWrite={canWrite} onDialog={setDialog} />
        ))}
      </Rows>
      <ListState query={query} shape="rows" empty={query.data?.length === 0 ? words.noTeams : undefined} />
      {dialog?.kind === "form" && <TeamForm team={dialog.team} onClose={close} />}
      {dialog?.kind === "delete" && (
        <ConfirmDialog
          title={words.deleteTeam(dialog.team.name)}
          lead={words.deleteTeamLead}
          label={shell.delete}
          onConfirm={() => remove(dialog.team)}
          onClose={close}
        />
      )}
    </TeamPart>
  );
}

interface RowProps {
  team: Team;
  canWrite: boolean;
  onDialog: (dialog: Dialog) => void;
}

function TeamRow({ team, canWrite, onDialog }: RowProps) {
  const { shell } = useText();
  const words = useTeamWords();
  const people = usePeople();
  const named = (ids: readonly string[]) => people.filter(({ userId }) => ids.includes(userId));
  const unnamed = team.memberIds.length - named(team.memberIds).length;
  const leads = named(team.leadIds).map(({ name }) => name);
  const unnamedLeads = team.leadIds.length - leads.length;
  return (
    <ListRow
      end={
        canWrite && (
          <MoreMenu label={shell.more(team.name)}>
            <MenuItem onClick={() => onDialog({ kind: "form", team })}>{shell.edit}</MenuItem>
            <MenuItem onClick={() => onDialog({ kind: "delete", team })}>{shell.delete}</MenuItem>
          </MoreMenu>
        )
      }
    >
      <b>{team.name}</b>
      {team.showsMoney && <span className="chip">{words.showsAmounts}</span>}
      <p>
        {named(team.memberIds).map(({ userId, name }, at) => (
          <span key={userId}>
            {at > 0 && ", "}
            <Link href={`/team/${userId}`}>{name}</Link>
          </span>
        ))}
        {team.memberIds.length === 0 && <span className="dim">{words.noMembers}</span>}
        {unnamed > 0 && <span className="dim"> {words.others(unnamed)}</span>}
      </p>
      <p className="dim">
        {leads.length > 0 && words.ledBy(leads.join(", "))}
        {leads.length > 0 && unnamedLeads > 0 && ` ${words.others(unnamedLeads)}`}
        {leads.length === 0 && (unnamedLeads > 0 ? words.ledByOthers(unnamedLeads) : words.noLeads)}
      </p>
    </ListRow>
  );
}
