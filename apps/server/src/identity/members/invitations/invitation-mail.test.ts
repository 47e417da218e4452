import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createMail } from "#platform/mail/mail.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { waitFor } from "#test/databases/hold.ts";
import { newPerson, openBrowser, testPassword } from "#test/http/browser.ts";
import { type MailReceiver, type MailReceiverOptions, receiveMail } from "#test/http/mail-receiver.ts";
import { newTestApp, type TestApp } from "#test/worlds/test-app.ts";

/** An app that sends mail to this receiver. The receiver is closed when the test ends. */
async function appWithMail(t: TestContext, { url, close }: MailReceiver) {
  const failures: { code: string; reason: string }[] = [];
  const from = "Stint <stint@example.com>";
  const mail = createMail({
    url,
    from,
    name: "time.example.com",
    onFailure: (failure) => failures.push(failure),
    silenceMs: 5_000,
  });
  t.after(async () => {
    await mail.stop();
    await close();
  });
  const world = await newTestApp({ mail });
  return { ...world, sent: async () => world.outbox?.idle(), failures };
}

test("an invitation is mailed after COMMIT, once despite a replay, and shows when the server accepted it", async (t) => {
  const receiver = await receiveMail();
  const { db, newOrganization, sent } = await appWithMail(t, receiver);
  const owner = await newOrganization();
  await db.query(sql`update organizations set name = E'Büro\r\nBcc: eve@example.com' where id = ${owner.orgId}`);
  const send = () => owner.post("/v1/invitations", { email: "Jo@example.com" }, { "idempotency-key": "one" });

  const made = await send();
  await send();
  await sent();

  assert.equal(made.json.emailSent, true);
  const [first, ...others] = receiver.mails;
  assert.deepEqual([first?.to, others], [["jo@example.com"], []]);
  assert.match(first?.text ?? "", /^https:\/\/time\.example\.com\/invitation#token=[A-Za-z0-9_-]{43}$/m);
  assert.ok(!first?.text.includes(made.json.link), "whoever invites is not shown the link that proves the address");
  assert.doesNotMatch(first?.headers ?? "", /^Bcc:/m);
  const read = await owner.get(`/v1/invitations/${made.json.id}`);
  assert.ok(Date.parse(read.json.lastSentAt) >= Date.parse(made.json.createdAt));
  assert.deepEqual([read.json.version, read.headers["etag"]], [2, '"2"']);
  const changes = await db.query(sql`
    select action, user_id, previous from changes where org_id = ${owner.orgId} and action = 'invitation.sent'`);
  assert.deepEqual(changes, [{ action: "invitation.sent", user_id: owner.userId, previous: { last_sent_at: null } }]);
});

test("one mailbox is sent ten mails in 15 minutes, whoever asks for them; without a mail server nothing is counted", async (t) => {
  const receiver = await receiveMail();
  const { newOrganization, sent } = await appWithMail(t, receiver);
  const [owner, other] = [await newOrganization(), await newOrganization()];
  const email = `${owner.userId}@example.com`;
  const made = await owner.post("/v1/invitations", { email });
  const resend = () => owner.post(`/v1/invitations/${made.json.id}/resend`);
  for (let count = 1; count < 10; count++) {
    await sent();
    assert.equal((await resend()).status, 200);
  }
  const refused = await resend();
  assertProblem(refused, 429, "too_many_attempts");
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assertProblem(await other.post("/v1/invitations", { email: email.toUpperCase() }), 429, "too_many_attempts");
  assert.equal((await other.get("/v1/invitations")).json.data.length, 0);
  assert.equal((await other.post("/v1/invitations", { email: `x${email}` })).status, 201);
  await sent();
  assert.equal(receiver.mails.filter(({ to }) => to.includes(email)).length, 10);

  const silent = await (await newTestApp()).newOrganization();
  const { id } = (await silent.post("/v1/invitations", { email })).json;
  for (let sent = 1; sent < 12; sent++)
    assert.equal((await silent.post(`/v1/invitations/${id}/resend`)).status, 200, String(sent));
});

test("a refused invitation is not mailed, and resending mails it", async (t) => {
  const receiver = await receiveMail();
  const { newOrganization, sent } = await appWithMail(t, receiver);
  const owner = await newOrganization();
  const invite = () => owner.post("/v1/invitations", { email: "jo@example.com" });
  const made = await invite();
  assert.equal((await invite()).status, 409);
  const { json } = await owner.post(`/v1/invitations/${made.json.id}/resend`);
  await sent();
  assert.equal(receiver.mails.length, 2);
  const links = receiver.mails.map(({ text }) => /#token=\S+/.exec(text)?.[0]);
  assert.equal(new Set([...links, json.link, made.json.link]).size, 4);
});

test("a mail that is refused for now goes out later, once, from another node, with a link that works", async (t) => {
  const refusal: MailReceiverOptions = { refuse: "450 4.2.0 Greylisted" };
  const receiver = await receiveMail(refusal);
  t.after(receiver.close);
  const secretKey = randomBytes(32);
  const clock = { ms: Date.now() };
  const openNode = async () => {
    const failures: object[] = [];
    const settings = { url: receiver.url, from: "stint@example.com", name: "time.example.com" };
    const mail = createMail({ ...settings, onFailure: (failure) => failures.push(failure) });
    const world = await newTestApp({ mail, now: () => new Date(clock.ms), secretKey });
    const passMinutes = async (minutes: number) => {
      clock.ms += minutes * 60_000;
      world.outbox?.wake();
      await world.outbox?.idle();
    };
    return { ...world, failures, passMinutes };
  };
  const [node, other] = [await openNode(), await openNode()];
  const owner = await node.newOrganization();
  const person = await newPerson(node);
  const email = `kim@${owner.orgId.slice(4).toLowerCase()}.example`;
  const { id } = (await owner.post("/v1/invitations", { email })).json;
  const replaced = (await owner.post("/v1/invitations", { email: `re${email}` })).json;
  const revoked = (await owner.post("/v1/invitations", { email: `no${email}` })).json;
  const browser = openBrowser(node.app);
  assert.equal((await browser.post("/auth/password/forgotten", { email: person.email })).status, 202);
  await node.background.idle();
  await node.passMinutes(1);
  assert.equal(node.failures.length, 4);
  await owner.post(`/v1/invitations/${replaced.id}/resend`);
  await owner.delete(`/v1/invitations/${revoked.id}`);
  await node.passMinutes(1);
  const { json: waiting, headers } = await owner.get(`/v1/invitations/${id}`);
  assert.match(waiting.mailError, /450 4\.2\.0 Greylisted/);
  assert.deepEqual([waiting.lastSentAt, waiting.version, headers["etag"]], [null, 1, '"1~1"']);
  assert.ok(Date.parse(waiting.mailRetryAt) <= clock.ms + 10 * 60_000);
  const sealed = await node.db.query(sql`select sealed::text from outgoing_mails where sender = ${owner.orgId}`);
  assert.doesNotMatch(JSON.stringify(sealed), new RegExp(Buffer.from("#token=").toString("hex")));

  refusal.refuse = undefined;
  for (const run of [other.passMinutes, node.passMinutes, other.passMinutes]) await run(5);
  const recipients = receiver.mails.flatMap(({ to }) => to);
  assert.deepEqual(recipients.toSorted(), [email, `re${email}`, person.email].toSorted());
  const textFor = (to: string) => receiver.mails.find((mail) => mail.to[0] === to)?.text ?? "";
  const tokenFor = (to: string) => /#token=(\S+)/.exec(textFor(to))?.[1];
  const sent = (await owner.get(`/v1/invitations/${id}`)).json;
  assert.deepEqual([sent.mailError, sent.mailRetryAt, sent.version], [null, null, 2]);
  assert.ok(sent.lastSentAt !== null);
  const joined = { token: tokenFor(email), name: "Kim", password: testPassword };
  assert.equal((await browser.post("/auth/invitations/accept", joined)).status, 201);
  const reset = { token: tokenFor(person.email), password: "copper meadow violin" };
  assert.equal((await browser.post("/auth/password/reset", reset)).status, 204);
  assert.deepEqual(await node.db.query(sql`select 1 from outgoing_mails where sender = ${owner.orgId}`), []);
});

test("a mail whose link has expired is not sent, and one without a SECRET_KEY stays with its process", async (t) => {
  const refusal: MailReceiverOptions = { refuse: "450 4.2.0 Greylisted" };
  const receiver = await receiveMail(refusal);
  t.after(receiver.close);
  const clock = { ms: Date.now() };
  const settings = { url: receiver.url, from: "stint@example.com", name: "time.example.com" };
  const mail = createMail({ ...settings, onFailure: () => undefined });
  const [node, other] = await Promise.all(
    [0, 1].map(() => newTestApp({ mail, now: () => new Date(clock.ms), secretKey: undefined })),
  );
  assert.ok(node !== undefined && other !== undefined);
  const person = await newPerson(node);
  const ask = () => openBrowser(node.app).post("/auth/password/forgotten", { email: person.email });
  const pass = async (world: TestApp, minutes: number) => {
    await world.background.idle();
    clock.ms += minutes * 60_000;
    world.outbox?.wake();
    await world.outbox?.idle();
  };
  await ask();
  await pass(node, 0);
  refusal.refuse = undefined;
  await pass(other, 6);
  assert.equal(receiver.mails.length, 0);
  await pass(node, 55);
  assert.equal(receiver.mails.length, 0);
  await ask();
  await pass(node, 0);
  assert.equal(receiver.mails.length, 1);
});

test("a refusing mail server fails no request, and the log contains no link", async (t) => {
  const receiver = await receiveMail({ refuse: "550 No such person" });
  const { newOrganization, sent, failures } = await appWithMail(t, receiver);
  const owner = await newOrganization();
  const made = await owner.post("/v1/invitations", { email: "jo@example.com" });
  assert.equal(made.status, 201);
  await waitFor(() => failures.length > 0);
  await sent();
  assert.doesNotMatch(JSON.stringify(failures), /token/);
  const [read] = (await owner.get("/v1/invitations")).json.data;
  assert.match(read.mailError, /550 No such person/);
  assert.deepEqual([read.lastSentAt, read.mailRetryAt, read.version], [null, null, 1]);
  const tag = (await owner.get(`/v1/invitations/${read.id}`)).headers["etag"] ?? "";
  assert.equal((await owner.post(`/v1/invitations/${read.id}/resend`, undefined, { "if-match": tag })).status, 200);
});
