import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test, type TestContext } from "node:test";
import type { Outbox } from "#identity/outbox/outbox.ts";
import { addImportedMails } from "#identity/members/invitations/mail-invitation.ts";
import { sql } from "#platform/database/database.ts";
import { createMail } from "#platform/mail/mail.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { openBrowser, testPassword } from "#test/http/browser.ts";
import { waitFor } from "#test/databases/hold.ts";
import { previewed, togglCsv, undone } from "#test/worlds/import-files.ts";
import { receiveMail } from "#test/http/mail-receiver.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { workOnOne } from "#tracking/exchange/imports/worker/import-worker.ts";

const publicUrl = "https://time.example.com";

async function appWithMail(t: TestContext) {
  const receiver = await receiveMail();
  const mail = createMail({
    url: receiver.url,
    from: "stint@example.com",
    name: "time.example.com",
    onFailure: ({ reason }) => assert.fail(reason),
  });
  t.after(async () => {
    await mail.stop();
    await receiver.close();
  });
  const world = await newTestApp({ mail });
  return { ...world, mail: world.outbox, receiver };
}

type Deps = Parameters<typeof workOnOne>[2];

/** Applies the import on a node that has this mail server. */
async function applyWith(
  caller: Caller,
  id: string,
  mail: Outbox | undefined,
  {
    onError = (error) => assert.fail(String(error)),
    ...ends
  }: Partial<Deps> & { onError?: (error: unknown) => void } = {},
): Promise<Json> {
  const answer = await caller.post(`/v1/imports/${id}/apply`);
  assert.equal(answer.status, 202, answer.text);
  const { db } = caller.world;
  const deps = { now: () => new Date(), publicUrl, mail };
  const work = {
    folder: tmpdir(),
    onCommit: () => undefined,
    addMails: (...[tx, origin, invitations]: Parameters<NonNullable<Deps["addMails"]>>) =>
      addImportedMails(tx, origin, deps, invitations),
    onMails: () => mail?.wake(),
    ...ends,
  };
  let json: Json;
  // Until its connection has closed, a failed attempt can still hold the import's lock.
  do {
    await workOnOne(db, { org_id: caller.orgId, id }, work).catch(onError);
    ({ json } = await caller.get(`/v1/imports/${id}`));
  } while (json.status === "applying");
  assert.equal(json.status, ends.addMails === undefined ? "applied" : "previewed");
  return json;
}

async function invited(caller: Caller, email: string, role = "member"): Promise<string> {
  const { id } = await previewed(caller, togglCsv([{ user: "Kim Lee", email: "kim@rival.example" }]));
  const answer = await caller.patch(`/v1/imports/${id}`, { people: { "kim@rival.example": { invite: email, role } } });
  assert.equal(answer.status, 200, answer.text);
  return id;
}

async function invitationsOf(caller: Caller): Promise<Json[]> {
  return (await caller.get("/v1/invitations")).json.data;
}

test("a person who is mapped to an invitation gets one mail after the import, and takes over the history", async (t) => {
  const { newOrganization, app, mail, receiver } = await appWithMail(t);
  const caller = await newOrganization();
  const email = `${caller.orgId.slice(4)}@example.com`;
  const id = await invited(caller, email, "manager");
  assert.deepEqual([receiver.mails, await invitationsOf(caller)], [[], []]);
  await applyWith(caller, id, mail);
  await waitFor(async () => (await invitationsOf(caller))[0]?.lastSentAt !== null);
  assert.deepEqual(
    receiver.mails.map(({ to }) => to),
    [[email]],
  );
  const link = new RegExp(`^${publicUrl}/invitation#token=(\\S+)$`, "m").exec(receiver.mails[0]?.text ?? "");
  const joined = await openBrowser(app, "192.0.2.91").post("/auth/invitations/accept", {
    token: link?.[1],
    name: "Kim",
    password: testPassword,
  });
  assert.equal(joined.status, 201, joined.text);
  const { userId, role } = (await caller.get(`/v1/members/${joined.json.user.id}`)).json;
  assert.equal(role, "manager");
  assert.equal((await caller.get(`/v1/time-entries?userId=${userId}`)).json.data.length, 1);
  const [invitation] = await invitationsOf(caller);
  assert.equal(invitation?.status, "accepted");
  await undone(caller, id);
  assert.equal((await invitationsOf(caller))[0]?.status, "accepted");
});

test("an import that is rolled back mails nobody, and one that is committed mails all even if the node ends then", async (t) => {
  const { newOrganization, mail, receiver, db } = await appWithMail(t);
  const caller = await newOrganization();
  const email = `${caller.orgId.slice(4)}@example.org`;
  const id = await invited(caller, email);
  const waiting = () =>
    db.query(sql`select from outgoing_mails where sender = ${caller.orgId}`).then((mails) => mails.length);
  await applyWith(caller, id, mail, {
    addMails: async (tx, origin, invitations) => {
      await addImportedMails(tx, origin, { now: () => new Date(), publicUrl, mail }, invitations);
      throw new Error("on purpose");
    },
    onError: () => undefined,
  });
  assert.deepEqual([await waiting(), await invitationsOf(caller)], [0, []]);
  const ended = () => {
    throw new Error("the node ended");
  };
  await applyWith(caller, id, mail, { onCommit: ended, onError: () => undefined });
  assert.equal((await waiting()) + receiver.mails.length, 1);
  mail?.wake();
  await waitFor(async () => (await invitationsOf(caller))[0]?.lastSentAt !== null);
  assert.deepEqual(
    receiver.mails.map(({ to }) => to),
    [[email]],
  );
});

test("without a mail server the invitation waits for someone to share its link, and the undo revokes it", async () => {
  const caller = await (await testApp()).newOrganization();
  const id = await invited(caller, "kim@example.com");
  await applyWith(caller, id, undefined);
  const [invitation] = await invitationsOf(caller);
  assert.deepEqual([invitation?.status, invitation?.lastSentAt], ["pending", null]);
  const sent = await caller.post(`/v1/invitations/${invitation?.id}/resend`);
  assert.match(sent.json.link, /#token=/);
  const { kept } = await undone(caller, id);
  assert.ok(kept.every(({ type }: Json) => type !== "invitation"));
  assert.equal((await invitationsOf(caller))[0]?.status, "revoked");
  const revoked = await caller.world.db.query(sql`
    select user_id from changes where org_id = ${caller.orgId} and action = 'invitation.revoked'`);
  assert.deepEqual(revoked, [{ user_id: caller.userId }]);
});

test("a mailbox that had ten mails in a quarter of an hour gets no more, and is still invited", async (t) => {
  const { newOrganization, mail, receiver } = await appWithMail(t);
  const caller = await newOrganization();
  const email = `${caller.orgId.slice(4)}@example.net`;
  const made = await caller.post("/v1/invitations", { email });
  for (let sent = 1; sent < 10; sent++) {
    await mail?.idle();
    await caller.post(`/v1/invitations/${made.json.id}/resend`);
  }
  await mail?.idle();
  await caller.delete(`/v1/invitations/${made.json.id}`);
  await applyWith(caller, await invited(caller, email), mail);
  await mail?.idle();
  assert.equal(receiver.mails.length, 10);
  assert.deepEqual(
    (await invitationsOf(caller)).map(({ status }) => status),
    ["pending", "revoked"],
  );
});

test("an import invites nobody above the role of the person who applies it, nor more people than may be pending", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  const id = await invited(owner, "boss@example.com", "owner");
  assertProblem(await admin.post(`/v1/imports/${id}/apply`), 403, "forbidden");
  await db.query(sql`
    insert into invitations (org_id, id, email, role, token_hash, mailed_token_hash, invited_by, expires_at)
    select ${owner.orgId}, 'inv_' || n, n || '@example.com', 'member', sha256(('a' || n || ${owner.orgId})::bytea),
           sha256(('b' || n || ${owner.orgId})::bytea), ${owner.userId}, now() + interval '1 day' from generate_series(1, 200) n`);
  assertProblem(await owner.post(`/v1/imports/${id}/apply`), 409, "too_many_invitations");
  assert.equal((await owner.get(`/v1/imports/${id}`)).json.status, "previewed");
});
