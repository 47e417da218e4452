import type { Invitation } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { all, defineQuery, refresh, useMe, useSignInMethods } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { usePages } from "#api/use-pages.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { announce } from "#ui/announce.ts";
import { Rows, ListRow } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import type { MadeInvitation } from "./use-invites.ts";
import { TeamPart } from "#pages/team/parts/team-part.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

interface Props {
  onMade: (invitation: MadeInvitation) => void;
}

/** The invitations that can still be accepted. Accepting one creates a member, whose event refetches them. */
export const pendingQuery = defineQuery(["invitations", "pending"], () =>
  all(stint.invitations.list({ status: ["pending"] })),
);

const query = { status: ["pending", "expired"] } as const;

export function Invitations({ onMade }: Props) {
  const words = useTeamWords();
  const pages = usePages<Invitation>(["invitations"], (cursor) => stint.invitations.list({ ...query, cursor }));
  return (
    <TeamPart title={words.invitations}>
      <Rows label={words.invitations}>
        {pages.items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onMade={onMade} />
        ))}
      </Rows>
      <MoreRows pages={pages} empty={words.noInvitations} />
    </TeamPart>
  );
}

function InvitationRow({ invitation, onMade }: Props & { invitation: Invitation }) {
  const text = useText();
  const words = useTeamWords();
  const { moment } = useFormat();
  const nameOf = useNames([invitation.invitedBy]);
  const { scopes } = useMe();
  const action = useAction();
  const { withReauthentication, proof } = useReauthentication();
  const { id, email, role, status, expiresAt, invitedBy, mailError, mailRetryAt } = invitation;
  const isOpen = status === "pending";
  const details = [
    text.shell.roles[role],
    isOpen ? words.validUntil(moment(expiresAt)) : words.endedOn(moment(expiresAt)),
    words.invitedBy(nameOf(invitedBy)),
  ];
  const resend = async () => {
    const sent = await withReauthentication(() => stint.invitations.resend(id));
    if (sent === undefined) return;
    onMade(sent);
    await refresh("invitations");
  };
  return (
    <ListRow
      buttons={
        scopes.includes("members:write") && (
          <InvitationButtons id={id} email={email} isBusy={action.isRunning} onResend={() => action.run(resend)} />
        )
      }
    >
      <b>{email}</b>
      <span className="chip" data-kind={isOpen ? undefined : "warn"}>
        {isOpen ? words.pending : words.expired}
      </span>
      <p className="dim">{details.join(" · ")}</p>
      {mailError !== null && (
        <p className="error">
          {mailRetryAt === null ? words.mailRefused(mailError) : words.mailWaits(moment(mailRetryAt), mailError)}
        </p>
      )}
      <ErrorLine>{action.message}</ErrorLine>
      {proof}
    </ListRow>
  );
}

interface ButtonProps {
  id: string;
  email: string;
  isBusy: boolean;
  onResend: () => void;
}

function InvitationButtons({ id, email, isBusy, onResend }: ButtonProps) {
  const words = useTeamWords();
  const hasMail = useSignInMethods()?.mail ?? true;
  const [isRevoking, setIsRevoking] = useState(false);
  return (
    <>
      <Button
        isSmall
        aria-label={hasMail ? words.resendOf(email) : words.newLinkOf(email)}
        isBusy={isBusy}
        onClick={onResend}
      >
        {hasMail ? words.resend : words.newLink}
      </Button>
      <Button isSmall aria-label={words.revokeOf(email)} onClick={() => setIsRevoking(true)}>
        {words.revoke}
      </Button>
      {isRevoking && (
        <ConfirmDialog
          title={words.revokeTitle(email)}
          lead={words.revokeLead}
          label={words.revoke}
          onClose={() => setIsRevoking(false)}
          onConfirm={async () => {
            await stint.invitations.revoke(id);
            announce(words.revoked);
            await refresh("invitations");
          }}
        />
      )}
    </>
  );
}
