import { useState } from "react";
import type { Member } from "@stint/sdk";
import { useLocation } from "wouter";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { announce } from "#ui/announce.ts";
import { refresh, useMe } from "#api/queries.ts";
import { stint } from "#api/connection/client.ts";
import { useAction } from "#ui/form/use-action.ts";
import { useText } from "#i18n/text.ts";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import { mayChange, queries, useMemberUpdate } from "./use-member-update.tsx";

type Asked = "deactivate" | "transfer";

/** The menu of a member. */
export function MemberActions({ member }: { member: Member }) {
  const { shell } = useText();
  const words = useTeamWords();
  const me = useMe();
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<Asked>();
  const action = useAction();
  const { update, proof } = useMemberUpdate();
  const { userId, name, status } = member;
  const isActive = status === "active";
  const canWrite = mayChange(member, me);
  const reactivate = () => update(member, { status: "active" }, words.reactivated(name));
  return (
    <>
      <MoreMenu label={shell.more(name)}>
        <MenuItem onClick={() => navigate(`/team/${userId}`)}>{words.open}</MenuItem>
        {canWrite && isActive && <MenuItem onClick={() => setAsked("deactivate")}>{words.deactivate}</MenuItem>}
        {canWrite && !isActive && <MenuItem onClick={() => action.run(reactivate)}>{words.reactivate}</MenuItem>}
        {me.role === "owner" && userId !== me.user.id && isActive && (
          <MenuItem onClick={() => setAsked("transfer")}>{words.transfer}</MenuItem>
        )}
      </MoreMenu>
      <ErrorLine>{action.message}</ErrorLine>
      {proof}
      {asked !== undefined && <MemberQuestion member={member} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface QuestionProps {
  member: Member;
  asked: Asked;
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
