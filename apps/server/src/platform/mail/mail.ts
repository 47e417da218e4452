import { createTransport } from "nodemailer";

/** A mail of plain text. */
export interface MailMessage {
  /** One address, as `normalEmail` writes it. */
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  /**
   * Sends in the background, after COMMIT: never throws, and logs a failure without the text. `onSent` runs once the
   * mail server has accepted the mail.
   */
  send(message: MailMessage, onSent?: () => Promise<unknown>): void;
  /** Waits briefly for mails under way; those still unsent are lost, and logged. */
  stop(): Promise<void>;
}

export interface MailOptions {
  /** smtp[s]://user:password@host:port */
  url: string;
  /** The sender of all mails: an address, or `Name <address>`. */
  from: string;
  onFailure: (failure: { code: string; reason: string }) => void;
  /** How long the server may keep silent. */
  silenceMs?: number;
  stopMs?: number;
}

interface Waiting {
  message: MailMessage;
  onSent: (() => Promise<unknown>) | undefined;
}

const mostAtOnce = 4;
const mostWaiting = 1_000;

export function createMail({ url, from, onFailure, silenceMs = 10_000, stopMs = 10_000 }: MailOptions): Mail {
  const transport = createTransport({
    ...serverOf(url),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const waiting: Waiting[] = [];
  const underWay = new Set<Promise<void>>();
  let isStopped = false;

  function fail(error: unknown): void {
    const { code = "unknown", message = String(error) } = error as { code?: string; message?: string };
    onFailure({ code, reason: message });
  }

  async function deliver({ message, onSent }: Waiting): Promise<void> {
    try {
      const { to, ...content } = message;
      await transport.sendMail({
        ...content,
        from,
        // An object is not parsed, so the address stays one whatever characters it contains.
        to: { name: "", address: to },
        headers: { "Auto-Submitted": "auto-generated" },
      });
      await onSent?.();
    } catch (error) {
      fail(error);
    }
  }

  function next(): void {
    while (underWay.size < mostAtOnce && !isStopped) {
      const first = waiting.shift();
      if (first === undefined) return;
      const delivery: Promise<void> = deliver(first).finally(() => {
        underWay.delete(delivery);
        next();
      });
      underWay.add(delivery);
    }
  }

  return {
    send(message, onSent) {
      if (waiting.length >= mostWaiting || isStopped) {
        fail(new Error("too many mails are waiting, or the service is stopping"));
        return;
      }
      waiting.push({ message, onSent });
      next();
    },
    async stop() {
      const deadline = AbortSignal.timeout(stopMs);
      const late = new Promise<void>((resolve) => deadline.addEventListener("abort", () => resolve()));
      while (underWay.size > 0 && !deadline.aborted) await Promise.race([Promise.all(underWay), late]);
      isStopped = true;
      const left = waiting.length + underWay.size;
      if (left > 0) fail(new Error(`${left} mails were not sent before the service stopped`));
    },
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
    // A password never leaves unencrypted; without one encryption is used where the server offers it.
    requireTLS: hasLogin,
    ...(hasLogin ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}
