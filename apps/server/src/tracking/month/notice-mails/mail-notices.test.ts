import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { insertMembers } from "#test/worlds/insert-members.ts";
import { newMailNode } from "#test/worlds/mail-node.ts";
import { march, storeMarch, tellAll } from "#test/worlds/march-notices.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";
import { addReminders } from "#tracking/month/reminders/add-reminders.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { noticeOf } from "#tracking/notices/kind/kind.ts";
import { timesheetDecided } from "#tracking/notices/kinds/timesheet-decided.ts";
import { timesheetSubmitted } from "#tracking/notices/kinds/timesheet-submitted.ts";

const { db } = await createDatabase();
const world = await newTestApp({ db });
const publicUrl = "https://time.example.com";
const note = "see the file <plan.txt> & ask";
async function ok(answer: Promise<Answer>): Promise<Json> {
  const given = await answer;
  assert.ok(given.status < 300, given.text);
  return given.status === 204 ? undefined : given.json;
}

/** Notifies a member that their timesheet was rejected. */
async function decide({ orgId }: Caller, member: Caller, by: Caller, version = 1): Promise<void> {
  await storeMarch(db, orgId, member.userId, version);
  const facts = { ...march, version, status: "rejected", note, byUserId: by.userId } as const;
  await addNotices(db, orgId, [noticeOf(timesheetDecided, { userId: member.userId, facts })]);
}

const toAddress = async (who: Caller) => (await ok(who.get("/v1/me"))).user.email as string;

test("a mail has text and HTML in the person's language, and a link that unsubscribes with one POST", async (t) => {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  await ok((await world.newSession(member)).patch("/v1/me", { preferences: { language: "de" } }));
  await decide(owner, member, owner);
  const { receiver, run } = await newMailNode(t, db);
  await run();
  await run();
  const [mail, ...others] = receiver.mails;
  assert.deepEqual([mail?.to, others], [[await toAddress(member)], []]);
  const headers = mail?.headers.replaceAll(/\n\s+/g, " ") ?? "";
  const [{ id }] = (await ok(member.get("/v1/notices"))).data;
  assert.match(headers, new RegExp(`^Message-ID: <${id}@time\\.example\\.com>$`, "m"));
  assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  assert.match(headers, /^Auto-Submitted: auto-generated$/m);
  const link = /^List-Unsubscribe: <https:\/\/time\.example\.com(\/unsubscribe\/[\w-]{43})>$/m.exec(headers)?.[1] ?? "";
  assert.match(
    mail?.text ?? "",
    /^Ihr Stundenzettel für März 2026 wurde zurückgegeben\n\n.* schreibt: see the file <plan\.txt> & ask\n/,
  );
  assert.match(mail?.html ?? "", /<html lang="de">[^]*&lt;plan\.txt&gt; &amp; ask/);
  assert.ok(mail?.html?.includes(`${publicUrl}/timesheets/sheet_1m20260301`));
  // The email must not load anything from other servers.
  assert.doesNotMatch(mail?.html ?? "", /<img|<link|url\(|@import|src=/);

  const rows = await db.query<{ text: string }>(sql`
    select to_jsonb(n)::text as text from notices n where org_id = ${owner.orgId}`);
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(link.slice("/unsubscribe/".length))));
  // Mails from before hashes were stored have links with shorter tokens.
  await db.query(sql`
    insert into notices (org_id, id, user_id, kind, occasion, facts, is_shown, unsubscribe_hash)
    values (${owner.orgId}, 'notice_old', ${member.userId}, 'budget', 'old', '{}', false, sha256('0123456789abcdef'))`);
  assert.equal((await world.anonymous.send("GET", "/unsubscribe/0123456789abcdef")).status, 200);

  const page = await world.anonymous.send("GET", link);
  assert.deepEqual([page.status, page.headers["x-robots-tag"]], [200, "noindex"]);
  assert.match(page.text, /<form method="post"><button>/);
  assert.equal((await ok(member.get("/v1/me"))).preferences.notices.timesheet_decided.mail, true);
  const form = { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" };
  for (let times = 0; times < 2; times++)
    assert.equal(
      (await world.anonymous.send("POST", link, undefined, { headers: form, raw: "List-Unsubscribe=One-Click" }))
        .status,
      200,
    );
  const { preferences } = await ok(member.get("/v1/me"));
  assert.deepEqual(preferences.notices.timesheet_decided, { mail: false, dashboard: true });
  assert.equal(preferences.notices.budget.mail, true);
  const changes = await db.query(
    sql`select 1 from changes where org_id = ${owner.orgId} and action = 'preferences.changed'`,
  );
  assert.equal(changes.length, 2, "one for the language, one for the mails");
  for (const method of ["GET", "POST"])
    for (const token of ["0123", "%00", "%FF", "%", "%ED%A0%80", "a".repeat(16_000), `${link.slice(13)}%00`]) {
      const refused = await world.anonymous.send(method, `/unsubscribe/${token}`);
      assert.deepEqual([refused.status, refused.headers["content-type"]], [404, "text/html; charset=utf-8"], token);
    }
});

test("a mail goes out by the rights, preferences and facts of that moment", async (t) => {
  const owner = await world.newOrganization();
  const where = await newProject(owner);
  const [lead, quiet, gone, member] = (await Promise.all(
    ["member", "member", "member", "member"].map((role) => world.newMember(owner, role as "member")),
  )) as [Caller, Caller, Caller, Caller];
  const team = await ok(
    owner.post("/v1/teams", { name: "Design", memberIds: [member.userId], leadIds: [lead.userId] }),
  );
  const submitted = {
    userId: lead.userId,
    aboutUserId: member.userId,
    facts: march,
  };
  await addNotices(db, owner.orgId, [noticeOf(timesheetSubmitted, submitted)]);
  await ok(owner.patch(`/v1/teams/${team.id}`, { leadIds: [] }));
  for (const who of [quiet, gone]) await decide(owner, who, owner);
  await ok(
    (await world.newSession(quiet)).patch("/v1/me", {
      preferences: { notices: { timesheet_decided: { mail: false } } },
    }),
  );
  await ok(owner.delete(`/v1/members/${gone.userId}`));
  await ok(
    (await world.newSession(member)).patch("/v1/me", {
      preferences: { notices: { timer_running_long: { mail: true } } },
    }),
  );
  await ok(member.post("/v1/timer", { projectId: where.projectId, taskId: where.taskId }));
  await addReminders(db, owner.orgId, new Date(Date.now() + 11 * 3_600_000));
  await ok(member.post("/v1/timer/stop"));
  const { receiver, run } = await newMailNode(t, db);
  await run();
  assert.deepEqual(receiver.mails, []);
  const rows = await db.query<{ due: boolean }>(sql`
    select mail_due_at is not null as due from notices where org_id = ${owner.orgId}`);
  assert.deepEqual(
    rows.map(({ due }) => due),
    [false, false, false, false],
  );
});

test("a digest lists those whose time its reader sees, most first", async (t) => {
  const owner = await world.newOrganization();
  const where = await newProject(owner);
  const [lead, led, other] = [
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
  ];
  await ok(owner.post("/v1/teams", { name: "Design", memberIds: [led.userId], leadIds: [lead.userId] }));
  for (const who of [lead, owner])
    await ok((await world.newSession(who)).patch("/v1/me", { preferences: { notices: { digest: { mail: true } } } }));
  for (const [who, seconds] of [
    [led, 5400],
    [other, 7200],
  ] as const)
    await newEntry(who, where, { startedAt: "2026-03-04T08:00:00Z", durationSeconds: seconds });
  // Members get no digest of a week before they joined.
  await db.query(sql`update members set created_at = '2026-03-01' where org_id = ${owner.orgId}`);
  // 9 March 2026 is a Monday, and digests are sent on Mondays.
  await addReminders(db, owner.orgId, new Date("2026-03-09T09:00:00Z"));
  const { receiver, run } = await newMailNode(t, db);
  await run();
  const [toLead, toOwner] = [lead, owner].map(async (who) => {
    const address = await toAddress(who);
    return receiver.mails.find((mail) => mail.to.includes(address))?.text ?? "";
  });
  assert.match(
    (await toLead) ?? "",
    /^Your team’s week of 2 March\n[^]*\n {4}1:30 {2}member\n\n1 person, 1:30 in total\n/,
  );
  assert.match((await toOwner) ?? "", /\n {4}2:00 {2}member\n {4}1:30 {2}member\n\n2 people, 3:30 in total\n/);
});

test("a refused mail is given up, others are tried again as the same mail, and owners see both", async (t) => {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const refused = await newMailNode(t, db, { refuse: "550 No such person" });
  await decide(owner, member, owner);
  await refused.run();
  await refused.run(60 * 24);
  const failed = (await ok(owner.get("/v1/notices/failed-mails"))).data;
  assert.deepEqual(
    [failed.length, failed[0].userId, failed[0].attempts, failed[0].nextAttemptAt],
    [1, member.userId, 1, null],
  );
  assert.match(failed[0].reason, /No such person/);
  assertProblem(await member.get("/v1/notices/failed-mails"), 403, "forbidden");

  await decide(owner, member, owner, 2);
  const working = await newMailNode(t, db);
  await working.run(0, "smtp://127.0.0.1:1");
  assert.equal((await ok(owner.get("/v1/notices/failed-mails"))).data.length, 2);
  await working.run(4);
  assert.equal(working.receiver.mails.length, 0, "not before the pause has passed");
  await working.run(11);
  assert.equal(working.receiver.mails.length, 1);
  assert.equal((await ok(owner.get("/v1/notices/failed-mails"))).data.length, 1);
});

test("a mail that waited for a mail server for two days is not sent", async (t) => {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  await decide(owner, member, owner);
  const { receiver, run } = await newMailNode(t, db);
  await run(60 * 48);
  assert.deepEqual(receiver.mails, []);
  await db.query(sql`update notices set mail_due_at = null where org_id = ${owner.orgId}`);
});

test("an organization with many mails does not delay those of another", async (t) => {
  const [many, few] = [await world.newOrganization(), await world.newOrganization()];
  await insertMembers(db, many.orgId, 100);
  await tellAll(db, many);
  await tellAll(db, few);
  const { receiver, run } = await newMailNode(t, db);
  await run();
  const address = await toAddress(few);
  const at = receiver.mails.findIndex(({ to }) => to.includes(address));
  assert.ok(at >= 0 && at < 25, `number ${at + 1} of ${receiver.mails.length}`);
});
