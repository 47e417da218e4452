import { useState } from "react";
import type { Member, UpdateMemberBody } from "@stint/sdk";
import { Link, useLocation } from "wouter";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { announce } from "#ui/announce.ts";
import { edit } from "#state/edit.ts";
import { isAbove } from "#api/scopes.ts";
import { refresh, useMe } from "#api/queries.ts";
import { stint } from "#api/connection/client.ts";
import { useAction } from "#ui/form/use-action.ts";
import { useChange } from "#state/use-change.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { useText } from "#i18n/text.ts";
import { ListRow } from "#ui/list/rows.tsx";
import { RoleForm } from "./role-form.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";

const withId = (member: Member) => ({ ...member, id: member.userId });

const members = {
  get: async (id: string) => withId(await stint.members.get(id)),
  update: async (id: string, fields: UpdateMemberBody, options: { ifMatch: { version: number } }) =>
    withId(await stint.members.update(id, fields, options)),
};

const queries = ["members", "timers"] as const;

type Asked = "role" | "deactivate" | "transfer";

export function MemberRow({ member }: { member: Member }) {
  const text = useText();
  const words = useTeamWords();
  const { user } = useMe();
  const [asked, setAsked] = useState<Asked>();
  const action = useAction();
  const { update, proof } = useMemberUpdate();
  const { userId, name, email, role, status } = member;
  const reactivate = async () => void (await update(member, { status: "active" }, words.reactivated(name)));
  return (
    <ListRow
      buttons={
        <>
          <span>{text.shell.roles[role]}</span>
          <MemberMenu member={member} onAsk={setAsked} onReactivate={() => action.run(reactivate)} />
        </>
      }
    >
      <Link href={`/team/${userId}`}>{name}</Link>
      {userId === user.id && <span className="chip">{words.you}</span>}
      {status === "deactivated" && <span className="chip">{words.deactivated}</span>}
      <p className="dim">{email}</p>
      <ErrorLine>{action.message}</ErrorLine>
      {asked === "role" && (
        <RoleForm
          member={member}
          onSave={(opened, next) => update(opened, { role: next }, words.roleChanged(name, text.shell.roles[next]))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {proof}
      {(asked === "deactivate" || asked === "transfer") && (
        <MemberQuestion member={member} asked={asked} onClose={() => setAsked(undefined)} />
      )}
    </ListRow>
  );
}

/**
 * Returns a function that changes a member, after re-authentication if needed, and offers to undo the change. It resolves
 * to false if the person cancels.
 */
function useMemberUpdate() {
  const change = useChange();
  const { withReauthentication, proof } = useReauthentication();
  async function update(from: Member, set: UpdateMemberBody, label: string): Promise<boolean> {
    const { run, revert } = edit(members, withId(from), set);
    const undo = (done: Member & { id: string }) => withReauthentication(() => revert(done));
    const done = await withReauthentication(() => change({ label, queries, run, revert: undo }));
    return done !== undefined;
  }
  return { update, proof };
}

interface MenuProps {
  member: Member;
  onAsk: (asked: Asked) => void;
  onReactivate: () => void;
}

function MemberMenu({ member: { userId, name, role, status }, onAsk, onReactivate }: MenuProps) {
  const { shell } = useText();
  const words = useTeamWords();
  const { user, role: ownRole, scopes } = useMe();
  const [, navigate] = useLocation();
  const isOther = userId !== user.id;
  const isActive = status === "active";
  const canWrite = scopes.includes("members:write") && isOther && !isAbove(role, ownRole);
  return (
    <MoreMenu label={shell.more(name)}>
      <MenuItem onClick={() => navigate(`/team/${userId}`)}>{words.open}</MenuItem>
      {canWrite && isActive && <MenuItem onClick={() => onAsk("role")}>{words.changeRole}</MenuItem>}
      {canWrite && isActive && <MenuItem onClick={() => onAsk("deactivate")}>{words.deactivate}</MenuItem>}
      {canWrite && !isActive && <MenuItem onClick={onReactivate}>{words.reactivate}</MenuItem>}
      {ownRole === "owner" && isOther && isActive && (
        <MenuItem onClick={() => onAsk("transfer")}>{words.transfer}</MenuItem>
      )}
    </MoreMenu>
  );
}

interface QuestionProps {
  member: Member;
  asked: "deactivate" | "transfer";
  onClose: () => void;
}

function MemberQuestion({ member: { userId, name }, asked, onClose }: QuestionProps) {
  const words = useTeamWords();
  if (asked === "deactivate")
    return (
      <ConfirmDialog
        title={words.deactivateTitle(name)}
        lead={words.deactivateLead}
        label={words.deactivateDo}
        onClose={onClose}
        onConfirm={async () => {
          await stint.members.deactivate(userId);
          announce(words.deactivatedDone(name));
          await refresh(...queries);
        }}
      />
    );
  return (
    <ConfirmDialog
      title={words.transferTitle(name)}
      lead={words.transferLead}
      label={words.transferDo}
      onClose={onClose}
      onConfirm={async () => {
        await stint.organization.transferOwnership({ userId });
        announce(words.transferred(name));
        await refresh("me", "members");
      }}
    />
  );
}
