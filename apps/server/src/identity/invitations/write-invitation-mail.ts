import type { MailMessage } from "#platform/mail/mail.ts";
import type { InvitationRow } from "./queries.ts";

interface InvitationMail {
  row: InvitationRow;
  link: string;
  organizationName: string;
  inviterName: string;
}

export function writeInvitationMail({ row, link, organizationName, inviterName }: InvitationMail): MailMessage {
  const [organization, inviter] = [oneLine(organizationName), oneLine(inviterName)];
  const until = `${row.expires_at.slice(0, 16).replace("T", " ")} UTC`;
  return {
    to: row.email,
    subject: `${inviter} invites you to ${organization}`,
    text: `Hello,

${inviter} invites you to track time with ${organization} on Stint, as ${row.role}.

To accept, open this link until ${until}:

${link}

It works once, and for ${row.email} only. If you do not know ${organization}, ignore this mail.
`,
  };
}

/** Names may contain line breaks, which could forge another part of the mail. */
function oneLine(name: string): string {
  return name.replaceAll(/[\s\p{C}]+/gu, " ").trim();
}
