import { createTransport } from "nodemailer";
import { createLanes } from "#platform/concurrency/lanes.ts";

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
  /** `id@host`, the same for every attempt to send an email. By default, each attempt gets a new id. */
  messageId?: string;
  /** Header values by name; they must not contain line breaks. */
  headers?: Readonly<Record<string, string>>;
}

export interface Mail {
  /**
   * Sends in the background, so it must be called after COMMIT. Never throws, and logs a failure without the text.
   * `onSent` runs once the mail server has accepted the email.
   */
  send(message: MailMessage, onSent?: () => Promise<unknown>): void;
  /** Resolves once the mail server has accepted the email; throws the error of the server or the network. */
  deliver(message: MailMessage): Promise<void>;
  /** Waits briefly for emails in progress; those still unsent are lost and logged. */
  stop(): Promise<void>;
}

export interface MailOptions {
  /** smtp[s]://user:password@host:port */
  url: string;
  /** The From address of all emails: an address, or `Name <address>`. */
  from: string;
  onFailure: (failure: { code: string; reason: string }) => void;
  /** How long the server may stay silent. */
  silenceMs?: number;
  stopMs?: number;
}

// One sender can use at most three of the four connections, so one is left for the other senders.
const limits = { ofEach: 3, inAll: 4, maxWaiting: 1_000 };

export function createMail({ url, from, onFailure, silenceMs = 10_000, stopMs = 10_000 }: MailOptions): Mail {
  const transport = openTransport(url, silenceMs);
  const lanes = createLanes(limits);
  const underWay = new Set<Promise<void>>();
  const stopping = new Error("a mail was not sent, because the service is stopping");
  let isStopped = false;

  function fail(error: unknown): void {
    const { code = "unknown", message = String(error) } = error as { code?: string; message?: string };
    onFailure({ code, reason: message });
  }

  function deliver(message: MailMessage): Promise<void> {
    return lanes.run(message.sender, async () => {
      if (isStopped) throw stopping;
      await transport.sendMail(toEnvelope(from, message));
    });
  }

  return {
    send(message, onSent) {
      if (isStopped) {
        fail(stopping);
        return;
      }
      const delivery: Promise<void> = deliver(message)
        .then(async () => void (await onSent?.()))
        // `stop` has already logged the number of unsent emails.
        .catch((error: unknown) => error === stopping || fail(error))
        .then(() => void underWay.delete(delivery));
      underWay.add(delivery);
    },
    deliver,
    async stop() {
      const deadline = AbortSignal.timeout(stopMs);
      const late = new Promise<void>((resolve) => deadline.addEventListener("abort", () => resolve()));
      while (underWay.size > 0 && !deadline.aborted) await Promise.race([Promise.all(underWay), late]);
      isStopped = true;
      if (underWay.size > 0) fail(new Error(`${underWay.size} mails were not sent before the service stopped`));
    },
  };
}

/**
 * Connects, signs in, and sends the message if there is one; throws the error of the server or the network. Returns
 * whether the settings demand TLS and a sign-in.
 */
export async function tryMail(
  { url, from }: Pick<MailOptions, "url" | "from">,
  message: Omit<MailMessage, "sender"> | undefined,
  silenceMs: number,
): Promise<{ demandsTls: boolean; signsIn: boolean }> {
  const transport = openTransport(url, silenceMs);
  try {
    await transport.verify();
    if (message !== undefined) await transport.sendMail(toEnvelope(from, message));
  } finally {
    transport.close();
  }
  const { secure, requireTLS } = serverOf(url);
  return { demandsTls: secure || requireTLS, signsIn: requireTLS };
}

function openTransport(url: string, silenceMs: number) {
  return createTransport({
    ...serverOf(url),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function toEnvelope(from: string, { to, subject, text, html, messageId, headers }: Omit<MailMessage, "sender">) {
  return {
    subject,
    text,
    from,
    ...(html === undefined ? {} : { html }),
    ...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
    // An address in an object is not parsed, so it remains a single address whatever characters it contains.
    to: { name: "", address: to },
    headers: { "Auto-Submitted": "auto-generated", ...headers },
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
    // the server offers it.
    requireTLS: hasLogin,
    ...(hasLogin ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}
