import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import { receiveMail } from "#test/http/mail-receiver.ts";
import { createMail, type Mail } from "./mail.ts";

const text = `Hello Jörg,\n\nhttps://time.example.com/invitation#token=${"x".repeat(90)}\n`;
const message = { sender: "org_1", to: "jo@example.com", subject: "Zeit für €uch", text };
const sockets = new Set<Socket>();

after(() => {
  for (const socket of sockets) socket.destroy();
});

function mailTo(url: string, more: { silenceMs?: number; stopMs?: number } = {}) {
  const failures: { code: string; reason: string }[] = [];
  const mail = createMail({ url, from: "Stint <stint@example.com>", onFailure: (one) => failures.push(one), ...more });
  return { mail, failures };
}

/** Resolves once the mail server has accepted the email. */
const sent = (mail: Mail, what = message) => new Promise<void>((resolve) => mail.send(what, async () => resolve()));

test("a mail arrives as it was written, for one address only", async () => {
  const receiver = await receiveMail();
  const { mail, failures } = mailTo(receiver.url);
  await sent(mail);
  await sent(mail, { ...message, to: "jörg@xn--bcher-kva.example" });
  await mail.stop();
  await receiver.close();
  const [first, ...others] = receiver.mails;
  assert.deepEqual(first?.to, ["jo@example.com"]);
  assert.equal(first?.from, "stint@example.com");
  assert.equal(first?.text, text);
  assert.match(first?.headers ?? "", /^From: Stint <stint@example.com>$/m);
  assert.match(first?.headers ?? "", /^Auto-Submitted: auto-generated$/m);
  assert.match(first?.headers ?? "", /^Content-Type: text\/plain; charset=utf-8$/m);
  assert.deepEqual(
    others.map(({ to }) => to),
    [["jörg@bücher.example"]],
  );
  assert.deepEqual(failures, []);
});

test("nothing in an address can turn it into two", async () => {
  const receiver = await receiveMail();
  const { mail } = mailTo(receiver.url);
  for (const to of [
    '"a,eve@example.com,"@example.com',
    "jo@example.com, eve@example.com",
    "jo@example.com\r\nRCPT TO:<eve@example.com>",
  ])
    mail.send({ ...message, to });
  await mail.stop();
  await receiver.close();
  assert.ok(!receiver.mails.some(({ to }) => to.includes("eve@example.com")), JSON.stringify(receiver.mails));
});

test("a line break in a subject makes no header", async () => {
  const receiver = await receiveMail();
  const { mail } = mailTo(receiver.url);
  await sent(mail, { ...message, subject: "Hello\r\nBcc: eve@example.com" });
  await receiver.close();
  assert.doesNotMatch(receiver.mails[0]?.headers ?? "", /^Bcc/m);
  assert.deepEqual(receiver.mails[0]?.to, ["jo@example.com"]);
});

test("many mails go out a few at a time, and stopping waits for them", async () => {
  const receiver = await receiveMail();
  const { mail, failures } = mailTo(receiver.url);
  for (let at = 0; at < 30; at++) mail.send({ ...message, to: `jo${at}@example.com` });
  await mail.stop();
  await receiver.close();
  assert.equal(new Set(receiver.mails.map(({ to }) => to[0])).size, 30);
  assert.ok(receiver.maxAtOnce() <= 4, String(receiver.maxAtOnce()));
  assert.deepEqual(failures, []);
});

test("a sender with many mails delays others by at most one mail", async () => {
  const receiver = await receiveMail();
  const { mail, failures } = mailTo(receiver.url, { stopMs: 100 });
  for (let at = 0; at < 1_050; at++) mail.send({ ...message, to: `many${at}@example.com` });
  await sent(mail, { ...message, sender: "org_2", to: "one@example.com" });
  await mail.stop();
  await receiver.close();
  const at = receiver.mails.findIndex(({ to }) => to.includes("one@example.com"));
  assert.ok(at >= 0 && at < 8, `the mail of the other sender was number ${at + 1}`);
  assert.match(failures[0]?.reason ?? "", /waiting/);
  assert.ok(!failures.some(({ reason }) => reason.includes("one@example.com")));
});

test("a server that refuses, is down, or wants an unencrypted password is a failure, logged without the text", async () => {
  const receiver = await receiveMail({ refuse: "550 No such person" });
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  gone.close();
  for (const [url, code, reason] of [
    [receiver.url, "EENVELOPE", /No such person/],
    [`smtp://127.0.0.1:${port}`, "ESOCKET", /ECONNREFUSED/],
    [receiver.url.replace("//", "//user:secret@"), "ETLS", /./],
  ] as const) {
    const { mail, failures } = mailTo(url);
    mail.send(message, () => Promise.reject(new Error("it was sent")));
    await mail.stop();
    assert.equal(failures.length, 1);
    assert.equal(failures[0]?.code, code);
    assert.match(failures[0]?.reason ?? "", reason);
    assert.doesNotMatch(JSON.stringify(failures), /token|secret/);
  }
  await receiver.close();
});

test("a server that hangs is abandoned, and does not prevent a stop", async () => {
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;

  const patient = mailTo(url, { silenceMs: 50 });
  patient.mail.send(message);
  await patient.mail.stop();
  assert.deepEqual(
    patient.failures.map(({ code }) => code),
    ["ETIMEDOUT"],
  );

  const hurried = mailTo(url, { silenceMs: 60_000, stopMs: 50 });
  hurried.mail.send(message);
  await hurried.mail.stop();
  assert.match(hurried.failures[0]?.reason ?? "", /1 mails were not sent/);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test("a failure after the mail was accepted is logged too", async () => {
  const receiver = await receiveMail();
  const { mail, failures } = mailTo(receiver.url);
  mail.send(message, async () => {
    throw new Error("the database is away");
  });
  await mail.stop();
  await receiver.close();
  assert.deepEqual(failures, [{ code: "unknown", reason: "the database is away" }]);
});
