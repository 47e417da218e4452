import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  headers: string;
  /** The decoded text, with LF line endings. */
  text: string;
  /** Undefined if the email has no HTML. */
  html?: string;
}

export interface MailReceiver {
  url: string;
  /** The name that the last client gave in EHLO. */
  greetedBy(): string;
  mails: ReceivedMail[];
  maxAtOnce(): number;
  /** The number of recipients that were named over TLS. */
  encrypted(): number;
  close(): Promise<void>;
}

export interface MailReceiverOptions {
  /** The reply to every recipient, such as `550 No such person`; undefined accepts. */
  refuse?: string | undefined;
  /** Offers STARTTLS with this certificate. */
  tls?: { key: string; cert: string };
}

/** Starts a local mail server that stores received emails. A test can change the options while it runs. */
export async function receiveMail(options: MailReceiverOptions = {}): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  let greeting = "";
  let secure = 0;
  let connections = 0;
  let most = 0;
  const server = new SMTPServer({
    authOptional: true,
    ...(options.tls ?? { disabledCommands: ["STARTTLS"] }),
    onAuth: (_auth, _session, done) => done(null, { user: "any" }),
    onConnect(_session, done) {
      most = Math.max(most, ++connections);
      done();
    },
    onClose: () => void connections--,
    onRcptTo(_address, { hostNameAppearsAs, secure: isSecure }, done) {
      if (isSecure) secure++;
      greeting = String(hostNameAppearsAs);
      if (options.refuse === undefined) return done();
      const [code, ...words] = options.refuse.split(" ");
      return done(Object.assign(new Error(words.join(" ")), { responseCode: Number(code) }));
    },
    onData(stream, { envelope }, done) {
      void readText(stream).then((whole) => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parse(whole) });
        done();
      }, done);
    },
  });
  // Ignore the connection errors that occur when a test kills the sender.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    greetedBy: () => greeting,
    encrypted: () => secure,
    maxAtOnce: () => most,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function parse(whole: string): { headers: string; text: string; html?: string } {
  const { headers, body } = split(whole.replaceAll("\r\n", "\n"));
  const boundary = /^Content-Type: multipart\/alternative;\s+boundary="([^"]+)"/im.exec(headers)?.[1];
  if (boundary === undefined) return { headers, text: decode(headers, body) };
  const [text = "", html = ""] = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.trimStart()))
    .map((part) => decode(part.headers, part.body));
  return { headers, text, html };
}

function split(lines: string): { headers: string; body: string } {
  const end = lines.indexOf("\n\n");
  return { headers: lines.slice(0, end), body: lines.slice(end + 2) };
}

function decode(headers: string, body: string): string {
  return /quoted-printable/i.test(headers) ? fromQuotedPrintable(body) : fromBase64(headers, body);
}

function fromBase64(headers: string, body: string): string {
  return /base64/i.test(headers) ? Buffer.from(body, "base64").toString().replaceAll("\r\n", "\n") : body;
}

function fromQuotedPrintable(body: string): string {
  const bytes = body
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
