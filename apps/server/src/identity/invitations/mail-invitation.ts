import type { Origin } from "#identity/history/record-change.ts";
import { findUser } from "#identity/members/queries.ts";
import { linkTo } from "#identity/one-time-links/one-time-link.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { countOrRefuse, mailCounter } from "#identity/throttle/throttle.ts";
import type { Database, DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Mail, MailMessage } from "#platform/mail/mail.ts";
import type { UnsentInvitation } from "./invite-imported.ts";
import { noteSent } from "./invitation-verbs.ts";
import type { InvitationRow } from "./queries.ts";
import { writeInvitationMail } from "./write-invitation-mail.ts";

export interface InvitationMailDeps {
  db: DatabasePool;
  now: () => Date;
  onCommit: (orgId: string) => void;
  publicUrl: string;
  mail: Mail | undefined;
}

export async function prepareInvitationMail(
  db: Database,
  { orgId, userId }: Pick<Origin, "orgId" | "userId">,
  publicUrl: string,
  { row, mailedToken }: UnsentInvitation,
): Promise<MailMessage> {
  const organization = await findOrganization(db, orgId);
  const inviter = userId === null ? undefined : await findUser(db, userId);
  return writeInvitationMail({
    row,
    link: linkTo(`${publicUrl}/invitation`, mailedToken),
    organizationName: organization?.name ?? "",
    inviterName: inviter?.name ?? "",
  });
}

/** Sends an email after COMMIT, and records it when the mail server has accepted it. */
export function sendInvitationMail(
  { db, now, onCommit, mail }: Omit<InvitationMailDeps, "publicUrl">,
  origin: Origin,
  row: InvitationRow,
  message: MailMessage,
): void {
  mail?.send(message, async () => {
    await db.transaction((tx) => noteSent(tx, origin, row, { now: now() }));
    onCommit(origin.orgId);
  });
}

/** Emails the invitations of a committed import, except to addresses that have already received too many emails. */
export async function mailImportedInvitations(
  deps: InvitationMailDeps,
  origin: Origin,
  invitations: readonly UnsentInvitation[],
): Promise<void> {
  if (deps.mail === undefined) return;
  for (const invitation of invitations) {
    try {
      await countOrRefuse(deps.db, [mailCounter(invitation.row.email)], deps.now());
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "too_many_attempts") throw error;
      continue;
    }
    sendInvitationMail(
      deps,
      origin,
      invitation.row,
      await prepareInvitationMail(deps.db, origin, deps.publicUrl, invitation),
    );
  }
}
