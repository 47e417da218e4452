import type { Config } from "#platform/config/config.ts";
import { tryMail } from "#platform/mail/mail.ts";
import { type Finding, findingsOf, reasonOf } from "./finding.ts";

const { good, note, bad } = findingsOf("mail");
const silenceMs = 5_000;

/** Connects to the mail server and signs in; sends a test email if an address is given. */
export async function checkMail(smtp: Config["smtp"], sendTo: string | undefined): Promise<Finding> {
  if (smtp === undefined) {
    if (sendTo === undefined) return note("SMTP_URL is not set: no mail is sent, and people get links instead.", null);
    return bad("No test mail was sent, because there is no mail server.", "Set SMTP_URL and MAIL_FROM.");
  }
  const { host } = new URL(smtp.url);
  const message = sendTo === undefined ? undefined : { to: sendTo, ...testMail };
  try {
    const { demandsTls, signsIn } = await tryMail(smtp, message, silenceMs);
    const facts = [
      demandsTls ? "with TLS" : "with TLS only if it is offered",
      signsIn ? "signing in works" : "without signing in",
      ...(sendTo === undefined ? [] : [`the test mail to ${sendTo} was accepted`]),
    ];
    return good(`The mail server ${host} replies, ${facts.join(", ")}.`);
  } catch (error) {
    const { code = "" } = error as { code?: string };
    return bad(
      `The mail server ${host} refused or did not reply: ${withoutSecret(reasonOf(error), smtp.url)}.`,
      mends[code] ?? "Check SMTP_URL and MAIL_FROM, and read the mail server's log.",
    );
  }
}

const testMail = {
  subject: "Test e-mail from Stint",
  text: "This e-mail was sent by `stint-server check --send-mail`. Sending e-mail works.\n",
};

const mends: Record<string, string> = {
  EAUTH: "Check the user and password in SMTP_URL; special characters are written as %40.",
  EDNS: "Check the host in SMTP_URL, and this machine's DNS.",
  ESOCKET: "Check the host and port in SMTP_URL, a firewall, and the server's certificate.",
  ETIMEDOUT: "Check the host and port in SMTP_URL, and a firewall.",
  ETLS: "A password needs TLS: use smtps://, or a port with STARTTLS.",
  EENVELOPE: "The server does not accept MAIL_FROM or the recipient.",
};

/** Hides the password, because some mail servers echo what they receive. */
function withoutSecret(text: string, url: string): string {
  const { password } = new URL(url);
  if (password === "") return text;
  const plain = decodeURIComponent(password);
  return [plain, password, Buffer.from(plain).toString("base64")].reduce(
    (hidden, secret) => hidden.replaceAll(secret, "***"),
    text,
  );
}
