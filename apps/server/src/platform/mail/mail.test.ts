import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import { selfSigned } from "#test/fixtures/self-signed.ts";
import { type MailReceiverOptions, receiveMail } from "#test/http/mail-receiver.ts";
import { createMail, type MailMessage } from "./mail.ts";

const text = `Hello Jörg,\n\nhttps://time.example.com/invitation#token=${"x".repeat(90)}\n`;
const message = { sender: "org_1", to: "jo@example.com", subject: "Zeit für €uch", text };
const sockets = new Set<Socket>();

after(() => {
  for (const socket of sockets) socket.destroy();
});

function mailTo(url: string, more: { silenceMs?: number; stopMs?: number; name?: string; from?: string } = {}) {
  const failures: { code: string; reason: string; isFinal: boolean }[] = [];
  const server = { url, from: "Stint <stint@example.com>", name: "time.example.com", ...more };
  const mail = createMail({ ...server, onFailure: (one) => failures.push(one) });
  return {
    mail,
    failures,
    /** Sends the email once; returns false after a failure. */
    send: (what: MailMessage = message) =>
      mail.deliver(what).then(
        () => true,
        (error: unknown) => mail.judge(error, 1) === undefined,
      ),
  };
}

test("a mail arrives as it was written, for one address only, from a server that gives its public name", async () => {
  const receiver = await receiveMail();
  const { mail, failures, send } = mailTo(receiver.url);
  await send({ ...message, id: "one" });
  await send({ ...message, to: "jörg@xn--bcher-kva.example" });
  await mail.stop();
  await receiver.close();
  const [first, ...others] = receiver.mails;
  assert.deepEqual(first?.to, ["jo@example.com"]);
  assert.equal(first?.from, "stint@example.com");
  assert.equal(first?.text, text);
  assert.match(first?.headers ?? "", /^From: Stint <stint@example.com>$/m);
  assert.match(first?.headers ?? "", /^Auto-Submitted: auto-generated$/m);
  assert.match(first?.headers ?? "", /^X-Auto-Response-Suppress: OOF, AutoReply$/m);
  assert.match(first?.headers ?? "", /^Content-Type: text\/plain; charset=utf-8$/m);
  assert.match(first?.headers ?? "", /^Message-ID: <one@time\.example\.com>$/m);
  assert.match(others[0]?.headers ?? "", /^Message-ID: <[\w-]+@time\.example\.com>$/m);
  assert.doesNotMatch(first?.headers ?? "", /nodemailer/i);
  assert.equal(receiver.greetedBy(), "time.example.com");
  assert.deepEqual(
    others.map(({ to }) => to),
    [["jörg@bücher.example"]],
  );
  assert.deepEqual(failures, []);
});

test("the sender's name arrives as set, whatever characters it contains", async () => {
  for (const [from, header] of [
    [
      "Müller, Schmidt & Co: Zeit <zeit@example.com>",
      /^From: =\?UTF-8\?Q\?M=C3=BCller=2C_Schmidt_=26_Co=3A_Zeit\?=\s+<zeit@example\.com>$/m,
    ],
    ['"Acme: \\"Time\\"" <Zeit@example.com>', /^From: "Acme: \\"Time\\"" <Zeit@example\.com>$/m],
    ["Time; Money (Acme) <zeit@example.com>", /^From: "Time; Money \(Acme\)" <zeit@example\.com>$/m],
    ["zeit@example.com", /^From: zeit@example\.com$/m],
  ] as const) {
    const receiver = await receiveMail();
    await mailTo(receiver.url, { from }).send();
    await receiver.close();
    assert.match(receiver.mails[0]?.headers ?? "", header);
  }
});

test("nothing in an address can turn it into two", async () => {
  const receiver = await receiveMail();
  const { send } = mailTo(receiver.url);
  for (const to of [
    '"a,eve@example.com,"@example.com',
    "jo@example.com, eve@example.com",
    "jo@example.com\r\nRCPT TO:<eve@example.com>",
  ])
    await send({ ...message, to });
  await receiver.close();
  assert.ok(!receiver.mails.some(({ to }) => to.includes("eve@example.com")), JSON.stringify(receiver.mails));
});

test("a line break in a subject makes no header", async () => {
  const receiver = await receiveMail();
  const { send } = mailTo(receiver.url);
  await send({ ...message, subject: "Hello\r\nBcc: eve@example.com" });
  await receiver.close();
  assert.doesNotMatch(receiver.mails[0]?.headers ?? "", /^Bcc/m);
  assert.deepEqual(receiver.mails[0]?.to, ["jo@example.com"]);
});

test("many mails go out a few at a time, and stopping waits for them", async () => {
  const receiver = await receiveMail();
  const { mail, failures, send } = mailTo(receiver.url);
  for (let at = 0; at < 30; at++) void send({ ...message, to: `jo${at}@example.com` });
  await mail.stop();
  await receiver.close();
  assert.equal(new Set(receiver.mails.map(({ to }) => to[0])).size, 30);
  assert.ok(receiver.maxAtOnce() <= 4, String(receiver.maxAtOnce()));
  assert.deepEqual(failures, []);
});

test("a sender with many mails delays others by at most one mail", async () => {
  const receiver = await receiveMail();
  const { mail, failures, send } = mailTo(receiver.url, { stopMs: 100 });
  for (let at = 0; at < 1_050; at++) void send({ ...message, to: `many${at}@example.com` });
  await send({ ...message, sender: "org_2", to: "one@example.com" });
  await mail.stop();
  await receiver.close();
  const at = receiver.mails.findIndex(({ to }) => to.includes("one@example.com"));
  assert.ok(at >= 0 && at < 8, `the mail of the other sender was number ${at + 1}`);
  assert.match(failures[0]?.reason ?? "", /waiting/);
  assert.ok(!failures.some(({ reason }) => reason.includes("one@example.com")));
});

test("a server that refuses, is down, or wants an unencrypted password is a failure, logged without the text", async () => {
  const refusal: MailReceiverOptions = {};
  const receiver = await receiveMail(refusal);
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  gone.close();
  for (const [url, refuse, code, reason, isFinal] of [
    [receiver.url, "550 No such person", "EENVELOPE", /550 No such person/, true],
    [receiver.url, "450 4.2.0 Greylisted", "EENVELOPE", /450 4.2.0 Greylisted/, false],
    [`smtp://127.0.0.1:${port}`, undefined, "ESOCKET", /ECONNREFUSED/, false],
    [receiver.url.replace("//", "//user:secret@"), undefined, "ETLS", /./, false],
  ] as const) {
    refusal.refuse = refuse;
    const { mail, failures, send } = mailTo(url);
    assert.equal(await send(), false);
    assert.deepEqual([failures.length, failures[0]?.code, failures[0]?.isFinal], [1, code, isFinal]);
    assert.match(failures[0]?.reason ?? "", reason);
    assert.doesNotMatch(JSON.stringify(failures), /token|secret/);
    assert.equal(mail.judge(new Error("again"), 6)?.isFinal, true, "the sixth attempt is the last");
  }
  await receiver.close();
});

test("a relay with an untrusted certificate gets mails encrypted, but no password", async () => {
  const receiver = await receiveMail({ tls: await selfSigned("snakeoil.local") });
  assert.equal(await mailTo(receiver.url).send(), true);
  const { send, failures } = mailTo(receiver.url.replace("//", "//user:secret@"));
  assert.equal(await send(), false);
  assert.match(failures[0]?.reason ?? "", /self-signed certificate$/);
  assert.deepEqual([receiver.encrypted(), receiver.mails.length], [1, 1]);
  await receiver.close();
});

test("a server that hangs is abandoned, and does not prevent a stop", async () => {
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const patient = mailTo(url, { silenceMs: 50 });
  assert.equal(await patient.send(), false);
  assert.deepEqual(patient.failures, [{ code: "ETIMEDOUT", reason: patient.failures[0]?.reason, isFinal: false }]);

  const hurried = mailTo(url, { silenceMs: 60_000, stopMs: 50 });
  void hurried.send();
  await hurried.mail.stop();
  assert.equal(await hurried.send(), true, "an attempt that the stop cuts short is no failure");
  for (const socket of sockets) socket.destroy();
  silent.close();
});
