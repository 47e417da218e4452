import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createMail } from "#platform/mail/mail.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { waitFor } from "#test/databases/hold.ts";
import { type MailReceiver, receiveMail } from "#test/http/mail-receiver.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

/** An app that sends mail to this receiver. The receiver is closed when the test ends. */
async function appWithMail(t: TestContext, { url, close }: MailReceiver) {
  const failures: { code: string; reason: string }[] = [];
  const from = "Stint <stint@example.com>";
  const mail = createMail({ url, from, onFailure: (failure) => failures.push(failure), silenceMs: 5_000 });
  t.after(async () => {
    await mail.stop();
    await close();
  });
  return { ...(await newTestApp({ mail })), mail, failures };
}

test("an invitation is mailed after COMMIT, once despite a replay, and shows when the server accepted it", async (t) => {
  const receiver = await receiveMail();
  const { db, newOrganization, mail } = await appWithMail(t, receiver);
  const owner = await newOrganization();
  await db.query(sql`update organizations set name = E'Büro\r\nBcc: eve@example.com' where id = ${owner.orgId}`);
  const send = () => owner.post("/v1/invitations", { email: "Jo@example.com" }, { "idempotency-key": "one" });

  const made = await send();
  await send();
  await mail.stop();

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
  const { newOrganization, mail } = await appWithMail(t, receiver);
  const [owner, other] = [await newOrganization(), await newOrganization()];
  const email = `${owner.userId}@example.com`;
  const made = await owner.post("/v1/invitations", { email });
  const resend = () => owner.post(`/v1/invitations/${made.json.id}/resend`);
  for (let sent = 1; sent < 10; sent++) assert.equal((await resend()).status, 200);
  const refused = await resend();
  assertProblem(refused, 429, "too_many_attempts");
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assertProblem(await other.post("/v1/invitations", { email: email.toUpperCase() }), 429, "too_many_attempts");
  assert.equal((await other.get("/v1/invitations")).json.data.length, 0);
  assert.equal((await other.post("/v1/invitations", { email: `x${email}` })).status, 201);
  await mail.stop();
  assert.equal(receiver.mails.filter(({ to }) => to.includes(email)).length, 10);

  const silent = await (await newTestApp()).newOrganization();
  const { id } = (await silent.post("/v1/invitations", { email })).json;
  for (let sent = 1; sent < 12; sent++)
    assert.equal((await silent.post(`/v1/invitations/${id}/resend`)).status, 200, String(sent));
});

test("a refused invitation is not mailed, and resending mails it", async (t) => {
  const receiver = await receiveMail();
  const { newOrganization, mail } = await appWithMail(t, receiver);
  const owner = await newOrganization();
  const invite = () => owner.post("/v1/invitations", { email: "jo@example.com" });
  const made = await invite();
  assert.equal((await invite()).status, 409);
  const { json } = await owner.post(`/v1/invitations/${made.json.id}/resend`);
  await mail.stop();
  assert.equal(receiver.mails.length, 2);
  const links = receiver.mails.map(({ text }) => /#token=\S+/.exec(text)?.[0]);
  assert.equal(new Set([...links, json.link, made.json.link]).size, 4);
});

test("a refusing mail server fails no request, and the log contains no link", async (t) => {
  const receiver = await receiveMail({ refuse: "550 No such person" });
  const { newOrganization, mail, failures } = await appWithMail(t, receiver);
  const owner = await newOrganization();
  const made = await owner.post("/v1/invitations", { email: "jo@example.com" });
  assert.equal(made.status, 201);
  await waitFor(() => failures.length > 0);
  await mail.stop();
  assert.doesNotMatch(JSON.stringify(failures), /token/);
  const read = await owner.get(`/v1/invitations/${made.json.id}`);
  assert.deepEqual([read.json.lastSentAt, read.json.version], [null, 1]);
});
