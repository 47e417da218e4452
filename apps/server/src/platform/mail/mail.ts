import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { createLanes } from "#platform/concurrency/lanes.ts";
import { parseSender } from "#platform/email.ts";
import { plainTlsText } from "#platform/text.ts";
import { retryMinutes } from "./retry-minutes.ts";

/** An email in plain text, and also in HTML if `html` is set. */
export interface MailMessage {
  /**
   * An organization's id, or the kind of email if its recipient may belong to no organization (for example, a
   * password reset). Each sender has a limited share of the connections, so none can crowd out the others.
   */
  sender: string;
  /** One address, as normalized by `normalEmail`. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The part of the Message-ID before the `@`, the same for every attempt to send an email. */
  id?: string;
  /** Header values by name; they must not contain line breaks. */
  headers?: Readonly<Record<string, string>>;
}

export interface MailOptions {
  /** smtp[s]://user:password@host:port */
  url: string;
  /** The From address of all emails: an address, or `Name <address>`. */
  from: string;
  /** The name or address literal by which the service introduces itself to the server. */
  name: string;
  onFailure: (failure: { code: string; reason: string; isFinal: boolean }) => void;
  /** How long the server may stay silent. */
  silenceMs?: number;
  stopMs?: number;
}

// One sender can use at most three of the four connections, so one is left for the other senders.
const connections = 4;
const limits = { ofEach: connections - 1, inAll: connections, maxWaiting: 1_000 };
/** How long the mail server may be silent, and how long a stop waits for it. */
const patienceMs = 10_000;

export type Mail = ReturnType<typeof createMail>;

export function createMail({ onFailure, silenceMs = patienceMs, stopMs = patienceMs, ...server }: MailOptions) {
  const transport = openTransport(server, silenceMs);
  const lanes = createLanes(limits);
  const underWay = new Set<Promise<void>>();
  const stopping = new Error("the service is stopping");
  let isStopped = false;
  return {
    /** Resolves once the mail server has accepted the email; throws the error of the server or the network. */
    deliver(message: MailMessage): Promise<void> {
      const delivery = lanes
        .run(message.sender, async () => {
          if (isStopped) throw stopping;
          await transport.sendMail(toEnvelope(server, message));
        })
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
      return delivery;
    },
    /**
     * Logs why an attempt failed, without the text of the email. Returns the reason, and whether it makes further
     * attempts pointless; undefined if the attempt was only cut short because the service is stopping.
     */
    judge(error: unknown, attempts: number): { reason: string; isFinal: boolean } | undefined {
      if (error === stopping) return undefined;
      const { code = "unknown", responseCode = 0, command } = error as Refusal;
      // Codes from 500 are permanent failures (RFC 5321 §4.2.1). If the failed command is not in `aboutMail`, the
      // settings are at fault rather than the email.
      const isFinal = attempts > retryMinutes.length || (responseCode >= 500 && aboutMail.has(command ?? ""));
      const reason = plainTlsText(error instanceof Error ? error.message : String(error)).slice(0, 500);
      onFailure({ code, reason, isFinal });
      return { reason, isFinal };
    },
    /** Waits briefly for emails in progress. */
    async stop() {
      const deadline = AbortSignal.timeout(stopMs);
      const late = new Promise<void>((resolve) => deadline.addEventListener("abort", () => resolve()));
      while (underWay.size > 0 && !deadline.aborted) await Promise.race([Promise.allSettled(underWay), late]);
      isStopped = true;
    },
  };
}

/** The properties of nodemailer's errors. */
export interface Refusal {
  code?: string;
  /** The command that failed, such as `RCPT TO`. */
  command?: string;
  /** The server's reply, and its code. */
  response?: string;
  responseCode?: number;
}

const aboutMail = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/**
 * Connects, signs in, and sends the message if there is one; throws the error of the server or the network. Returns
 * whether the settings demand TLS and a sign-in.
 */
export async function tryMail(
  server: Server,
  message: Omit<MailMessage, "sender"> | undefined,
  silenceMs: number,
): Promise<{ demandsTls: boolean; signsIn: boolean }> {
  const transport = openTransport(server, silenceMs);
  try {
    await transport.verify();
    if (message !== undefined) await transport.sendMail(toEnvelope(server, message));
  } finally {
    transport.close();
  }
  const { secure, requireTLS } = serverOf(server.url);
  return { demandsTls: secure || requireTLS, signsIn: requireTLS };
}

type Server = Pick<MailOptions, "url" | "from" | "name">;

function openTransport({ url, name }: Server, silenceMs: number) {
  return createTransport({
    ...serverOf(url),
    name,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function toEnvelope(
  { from, name }: Server,
  { to, subject, text, html, id = randomUUID(), headers }: Omit<MailMessage, "sender">,
) {
  return {
    subject,
    text,
    // Parsed by us, because nodemailer would take a comma or colon in the name for a separator.
    from: parseSender(from),
    ...(html === undefined ? {} : { html }),
    messageId: `<${id}@${name}>`,
    // An address in an object is not parsed, so it remains a single address whatever characters it contains.
    to: { name: "", address: to },
    // Exchange heeds only the second header when it decides whether to reply that someone is away.
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply", ...headers },
  };
}

function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === "smtps:";
  const hasLogin = username !== "";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    // With a password, TLS is required, because the password must not be sent unencrypted. Without one, TLS is used if
    // the server offers it, with any certificate, because an unencrypted connection would not be safer.
    requireTLS: hasLogin,
    ...(isSecure || hasLogin ? {} : { opportunisticTLS: true, tls: { rejectUnauthorized: false } }),
    ...(hasLogin ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}
