import { requestMs } from "#commands/health/health.ts";
import type { Config } from "#platform/config/config.ts";
import { type Refusal, tryMail } from "#platform/mail/mail.ts";
import { type Finding, findingsOf, reasonOf } from "./finding.ts";

const { good, note, bad } = findingsOf("mail");

/** Connects to the mail server and signs in; sends a test email if an address is given. */
export async function checkMail(smtp: Config["smtp"], sendTo: string | undefined): Promise<Finding> {
  if (smtp === undefined) {
    if (sendTo === undefined) return note("SMTP_URL is not set: no mail is sent, and people get links instead.", null);
    return bad("No test mail was sent, because there is no mail server.", "Set SMTP_URL and MAIL_FROM.");
  }
  const message = sendTo === undefined ? undefined : { to: sendTo, ...testMail };
  try {
    const { demandsTls, signsIn } = await tryMail(smtp, message, requestMs);
    const facts = [
      demandsTls ? "with TLS" : "with TLS only if it is offered",
      signsIn ? "signing in works" : "without signing in",
      ...(sendTo === undefined ? [] : [`the test mail to ${sendTo} was accepted`]),
    ];
    return good(`The mail server ${new URL(smtp.url).host} replies, ${facts.join(", ")}.`);
  } catch (error) {
    const [problem, mend] = describe(error as Refusal & Error, smtp, sendTo);
    return bad(`${withoutSecret(problem.replaceAll(/\s+/g, " "), smtp.url)}.`, mend);
  }
}

/** Describes the step that the mail server refused, and how to fix its cause. */
function describe(
  error: Refusal & Error,
  { url, from, name }: NonNullable<Config["smtp"]>,
  sendTo: string | undefined,
): [string, string] {
  const { host, hostname } = new URL(url);
  const { code = "", command = "", responseCode, response } = error;
  const reason = response || reasonOf(error);
  if (responseCode === undefined && /certificate|altnames/i.test(reason))
    return [`The certificate of the mail server ${host} is not valid for ${hostname}: ${reason}`, mends.certificate];
  const step = /\b(?:HELO|EHLO)\b/i.test(`${command} ${reason}`) ? "EHLO" : command.replace(/^AUTH .*/, "AUTH");
  const what: Record<string, string> = {
    EHLO: `the name ${name} (EHLO)`,
    STARTTLS: "to encrypt the connection (STARTTLS)",
    AUTH: "the user or the password (AUTH)",
    "MAIL FROM": `the sender ${from} (MAIL FROM)`,
    "RCPT TO": `the recipient ${sendTo} (RCPT TO)`,
    DATA: "the test mail (DATA)",
  };
  if (responseCode === undefined)
    return [`The mail server ${host} did not reply as expected: ${reason}`, mends[code] ?? mends.other];
  const isForNow = responseCode < 500;
  return [
    `The mail server ${host} ${isForNow ? "temporarily" : "permanently"} refuses ${what[step] ?? "the connection"}: ${reason}`,
    isForNow ? mends.later : (mends[step] ?? mends.other),
  ];
}

const testMail = {
  subject: "Test email from Stint",
  text: "This email was sent by `stint-server check --send-mail`. Sending email works.\n",
};

const mends: Record<string, string> & { other: string; later: string; certificate: string } = {
  later:
    "Repeat the check in a few minutes. If the reply mentions greylisting, nothing has to be done: Stint tries emails again.",
  certificate:
    "Write the host of the certificate into SMTP_URL, install a certificate from a known authority on the mail server, or, if it needs no password, remove the user and the password and use smtp://.",
  EHLO: "Set SMTP_NAME to the name that the mail server expects of this machine.",
  AUTH: "Check the user and password in SMTP_URL; special characters must be percent-encoded, such as @ as %40.",
  STARTTLS: "A password needs TLS: use smtps://, or a port with STARTTLS.",
  "MAIL FROM": "Set MAIL_FROM to an address for which the mail server accepts emails from here.",
  "RCPT TO": "Check the address, and whether the mail server accepts emails to other domains from here.",
  EDNS: "Check the host in SMTP_URL, and this machine's DNS.",
  ESOCKET: "Check the host and port in SMTP_URL, and any firewalls.",
  ETIMEDOUT: "Check the host and port in SMTP_URL, and any firewalls.",
  ETLS: "A password needs TLS: use smtps://, or a port with STARTTLS.",
  other: "Check SMTP_URL and MAIL_FROM, and read the mail server's log.",
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
