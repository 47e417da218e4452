import type { Origin } from "#identity/history/record-change.ts";
import { findUser } from "#identity/members/queries.ts";
import { linkTo } from "#identity/one-time-links/one-time-link.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { Outbox } from "#identity/outbox/outbox.ts";
import { countOrRefuse, mailCounter } from "#identity/throttle/throttle.ts";
import type { Database, DatabasePool, Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import type { MailMessage } from "#platform/mail/mail.ts";
import { cleanLine } from "#platform/text.ts";
import type { UnsentInvitation } from "./invite-imported.ts";
import type { InvitationRow } from "./invitation.ts";

export interface InvitationMailDeps {
  db: DatabasePool;
  now: () => Date;
  publicUrl: string;
  mail: Outbox | undefined;
}

/** Queues the email with the link, if there is a mail server. */
export async function addInvitationMail(
  db: Database,
  { orgId, userId, keyId, requestId, address = null }: Origin,
  { publicUrl, mail }: Pick<InvitationMailDeps, "publicUrl" | "mail">,
  { row, mailedToken }: UnsentInvitation,
): Promise<void> {
  if (mail === undefined) return;
  const organization = await findOrganization(db, orgId);
  const inviter = userId === null ? undefined : await findUser(db, userId);
  const message = writeMail({
    row,
    link: linkTo(`${publicUrl}/invitation`, mailedToken),
    organizationName: organization?.name ?? "",
    inviterName: inviter?.name ?? "",
  });
  const origin = { orgId, userId, keyId, requestId, address };
  const { id, version, expires_at: expiresAt } = row;
  await mail.add(db, { message, tokenHash: hashSecret(mailedToken), expiresAt, invitation: { origin, id, version } });
}

/** Queues the emails of an import, except to addresses that have already received too many. */
export async function addImportedMails(
  tx: Transaction,
  origin: Origin,
  deps: Omit<InvitationMailDeps, "db">,
  invitations: readonly UnsentInvitation[],
): Promise<void> {
  if (deps.mail === undefined) return;
  for (const invitation of invitations) {
    try {
      await countOrRefuse(tx, [mailCounter(invitation.row.email)], deps.now());
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "too_many_attempts") throw error;
      continue;
    }
    await addInvitationMail(tx, origin, deps, invitation);
  }
}

interface MailParts {
  row: InvitationRow;
  link: string;
  organizationName: string;
  inviterName: string;
}

function writeMail({ row, link, organizationName, inviterName }: MailParts): MailMessage {
  const [organization, inviter] = [cleanLine(organizationName), cleanLine(inviterName)];
  const until = `${row.expires_at.slice(0, 16).replace("T", " ")} UTC`;
  return {
    sender: row.org_id,
    to: row.email,
    subject: `${inviter} invites you to ${organization}`,
    text: `Hello,

${inviter} invites you to track time with ${organization} on Stint. Your role: ${row.role}.

To accept, open this link by ${until}:

${link}

The link works once and only for ${row.email}. If you don't know ${organization}, ignore this email.
`,
  };
}
