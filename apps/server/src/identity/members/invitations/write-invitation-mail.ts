import type { MailMessage } from "#platform/mail/mail.ts";
import { cleanLine } from "#platform/text.ts";
import type { InvitationRow } from "./invitation.ts";

interface InvitationMail {
  row: InvitationRow;
  link: string;
  organizationName: string;
  inviterName: string;
}

export function writeInvitationMail({ row, link, organizationName, inviterName }: InvitationMail): MailMessage {
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
