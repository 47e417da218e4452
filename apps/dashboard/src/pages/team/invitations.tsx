import { Button } from "@mantine/core";
import type { Invitation } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/client.ts";
import { useNames } from "#api/people.ts";
import { queryClient, useMe } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { usePages } from "#api/use-pages.ts";
import { ConfirmDialog } from "#pages/parts/confirm-dialog.tsx";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { MoreRows } from "#pages/parts/more-rows.tsx";
import { useAction } from "#pages/parts/use-action.ts";
import { useMoment } from "#pages/parts/use-moment.ts";
import { useProof } from "#pages/parts/use-proof.tsx";
import { announce } from "#ui/announce.ts";
import rows from "#ui/rows.module.css";
import type { MadeInvitation } from "./invite-form.tsx";
import { useWords } from "./use-words.ts";
import classes from "./team.module.css";

interface Props {
  onMade: (invitation: MadeInvitation) => void;
}

const query = { status: ["pending", "expired"] } as const;

/** Invitations that were not answered. */
export function Invitations({ onMade }: Props) {
  const words = useWords();
  const pages = usePages<Invitation>(["invitations"], (cursor) =>
    stint.invitations.list({ ...query, ...(cursor === undefined ? {} : { cursor }) }),
  );
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>{words.invitations}</h2>
        <CopyAsCall
          call={{ operation: "invitations.list", method: "GET", path: "/v1/invitations", query, isList: true }}
        />
      </div>
      <ul className={rows.rows} aria-label={words.invitations}>
        {pages.items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onMade={onMade} />
        ))}
      </ul>
      <MoreRows pages={pages} empty={words.noInvitations} />
    </section>
  );
}

function InvitationRow({ invitation, onMade }: Props & { invitation: Invitation }) {
  const { text } = useSettings();
  const words = useWords();
  const moment = useMoment();
  const nameOf = useNames();
  const { scopes } = useMe();
  const action = useAction();
  const { withProof, proof } = useProof();
  const [isRevoking, setIsRevoking] = useState(false);
  const { id, email, role, status, expiresAt, invitedBy } = invitation;
  const isOpen = status === "pending";
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ["invitations"] });
  const details = [
    text.shell.roles[role],
    isOpen ? words.validUntil(moment(expiresAt)) : words.endedOn(moment(expiresAt)),
    words.invitedBy(nameOf(invitedBy)),
  ];
  const resend = async () => {
    const sent = await withProof(() => stint.invitations.resend(id));
    if (sent === undefined) return;
    onMade(sent);
    await readAnew();
  };
  return (
    <li>
      <div className={rows.main}>
        <b>{email}</b>
        <span className={rows.mark} data-kind={isOpen ? undefined : "warn"}>
          {isOpen ? words.pending : words.expired}
        </span>
        <p className={rows.dim}>{details.join(" · ")}</p>
        <p role="alert" className={classes.error}>
          {action.message}
        </p>
      </div>
      {scopes.includes("members:write") && (
        <div className={rows.actions}>
          <Button
            variant="default"
            size="compact-md"
            aria-label={words.resendOf(email)}
            loading={action.isRunning}
            onClick={() => action.run(resend)}
          >
            {words.resend}
          </Button>
          <Button
            variant="default"
            size="compact-md"
            aria-label={words.revokeOf(email)}
            onClick={() => setIsRevoking(true)}
          >
            {words.revoke}
          </Button>
        </div>
      )}
      {proof}
      {isRevoking && (
        <ConfirmDialog
          title={words.revokeTitle(email)}
          lead={words.revokeLead}
          label={words.revoke}
          onClose={() => setIsRevoking(false)}
          onConfirm={async () => {
            await stint.invitations.revoke(id);
            announce(words.revoked);
            await readAnew();
          }}
        />
      )}
    </li>
  );
}
