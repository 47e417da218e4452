import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";
import { addReminders } from "#tracking/month/reminders/add-reminders.ts";

// 2021-03-08 is a Monday, so this is a Wednesday.
let now = new Date("2021-03-10T12:00:00Z");
const world = await newTestApp({ now: () => now });
const { db } = world;
const on = { mail: true, dashboard: true };

async function newWorld() {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  const member = await world.newMember(owner, "member");
  return { owner, where, member };
}

async function ok(answer: Promise<Answer>): Promise<Json> {
  const given = await answer;
  assert.ok(given.status < 300, given.text);
  return given.status === 204 ? undefined : given.json;
}

async function choose(who: Caller, preferences: object): Promise<void> {
  await ok((await world.newSession(who)).patch("/v1/me", { preferences }));
}

async function at(instant: string, { orgId }: Caller): Promise<void> {
  now = new Date(instant);
  // Backdates the members, because members get no reminders for days before they joined.
  await db.query(sql`update members set created_at = '2021-01-01' where org_id = ${orgId}`);
  await addReminders(db, orgId, now);
}

const titles = async (who: Caller, query = "") =>
  (await ok(who.get(`/v1/notices${query}`))).data.map(({ title }: Json) => title);

function sheetOf({ userId }: Caller, start: string): string {
  return `/v1/timesheets/sheet_${userId.slice("user_".length)}m${start.replaceAll("-", "")}`;
}

test("a person chooses each kind and way, and the rest stays", async () => {
  const { member } = await newWorld();
  const session = await world.newSession(member);
  const usual = (await ok(session.get("/v1/me"))).preferences.notices;
  assert.deepEqual(
    Object.entries(usual).flatMap(([kind, ways]) => ((ways as Json).mail ? [kind] : [])),
    ["timesheet_due", "timesheet_submitted", "timesheet_decided", "budget"],
  );
  const { preferences } = await ok(session.patch("/v1/me", { preferences: { notices: { digest: { mail: true } } } }));
  assert.deepEqual(preferences.notices, { ...usual, digest: { mail: true, dashboard: false } });
  await choose(member, { theme: "dark", notices: { budget: { mail: false } } });
  const after = (await ok(session.get("/v1/me"))).preferences;
  assert.deepEqual(
    [after.theme, after.notices.digest.mail, after.notices.budget],
    ["dark", true, { mail: false, dashboard: true }],
  );
  for (const [notices, pointer] of [
    [null, "/preferences/notices"],
    [{ birthdays: on }, "/preferences/notices/birthdays"],
    [{ budget: { sms: true } }, "/preferences/notices/budget/sms"],
    [{ budget: { mail: "yes" } }, "/preferences/notices/budget/mail"],
  ] as const)
    assertProblem(await session.patch("/v1/me", { preferences: { notices } }), 422, "validation_failed", [pointer]);
});

test("time that is missing is told on the next working morning, once, and never for a day with time", async () => {
  const { owner, where, member } = await newWorld();
  const other = await world.newMember(owner, "member");
  const viewer = await world.newMember(owner, "viewer");
  for (const who of [member, other, viewer]) await choose(who, { notices: { time_missing: on } });
  // This entry ends after midnight in Berlin, so Friday needs no reminder.
  await newEntry(other, where, { startedAt: "2021-03-04T22:30:00Z", durationSeconds: 7200 });
  await at("2021-03-06T09:00:00Z", owner);
  assert.deepEqual(await titles(member), [], "Saturday is a day off");
  await at("2021-03-08T06:59:00Z", owner);
  assert.deepEqual(await titles(member), [], "before eight");
  await at("2021-03-08T07:00:00Z", owner);
  await at("2021-03-08T15:00:00Z", owner);
  assert.deepEqual(await titles(member), ["No time on Friday 5 March"]);
  assert.deepEqual([await titles(other), await titles(viewer), await titles(owner)], [[], [], []]);
  const [notice] = (await ok(member.get("/v1/notices"))).data;
  assert.deepEqual(
    [notice.kind, notice.path, notice.readAt],
    ["time_missing", "/time?from=2021-03-05&to=2021-03-05", null],
  );
});

test("the morning and the day are those of the person's zone", async () => {
  const { owner, where, member } = await newWorld();
  await choose(member, { notices: { time_missing: on }, timeZone: "Asia/Tokyo", language: "de" });
  // It is already Tuesday in Tokyo but still Monday in Berlin.
  await newEntry(member, where, { startedAt: "2021-03-08T20:00:00Z", durationSeconds: 3600 });
  await at("2021-03-08T23:30:00Z", owner);
  assert.deepEqual(await titles(member), ["Keine Zeit am Montag, 8. März"]);
  await at("2021-03-09T23:30:00Z", owner);
  assert.equal((await titles(member)).length, 1, "Tuesday has time");
});

test("a timer that runs for ten hours is told then and each day after, until it stops", async () => {
  const { owner, where, member } = await newWorld();
  await choose(member, { notices: { timer_running_long: on } });
  now = new Date("2021-03-08T08:00:00Z");
  const { timer } = await ok(member.post("/v1/timer", { projectId: where.projectId, taskId: where.taskId }));
  await at("2021-03-08T17:59:00Z", owner);
  assert.deepEqual(await titles(member), []);
  for (const instant of [
    "2021-03-08T18:01:00Z",
    "2021-03-08T22:00:00Z",
    "2021-03-09T17:00:00Z",
    "2021-03-09T18:01:00Z",
  ])
    await at(instant, owner);
  const { data } = await ok(member.get("/v1/notices"));
  assert.equal(data.length, 2);
  assert.deepEqual([data[0].kind, data[0].timerStartedAt], ["timer_running_long", timer.startedAt]);
  await ok(member.post(`/v1/timers/${member.userId}/stop`, { endedAt: "2021-03-08T16:00:00Z" }));
  assert.equal((await ok(member.get("/v1/notices"))).data[0].timerStartedAt, null);
});

test("a timesheet is due, is submitted to the leads, and its member is told the decision", async () => {
  const { owner, where, member } = await newWorld();
  const [lead, other] = [await world.newMember(owner, "member"), await world.newMember(owner, "manager")];
  await newEntry(member, where, { startedAt: "2021-03-08T08:00:00Z" });
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2021-03-01", ownApproval: true } }));
  await at("2021-04-01T05:00:00Z", owner);
  assert.deepEqual(await titles(member), []);
  await at("2021-04-01T09:00:00Z", owner);
  await at("2021-04-02T09:00:00Z", owner);
  assert.deepEqual(await titles(member), ["Your timesheet for March 2021 is due"]);
  const sheet = sheetOf(member, "2021-03-01");
  await ok(member.post(`${sheet}/submit`));
  // The member has no lead, so everyone who may approve all timesheets is notified.
  assert.equal((await titles(owner))[0], "member submitted March 2021");
  assert.equal((await titles(other))[0], "member submitted March 2021");
  await ok(owner.post("/v1/teams", { name: "Design", memberIds: [member.userId], leadIds: [lead.userId] }));
  await ok(member.post(`${sheet}/withdraw`));
  await ok(member.post(`${sheet}/submit`));
  const submitted = (all: string[]) => all.filter((title) => title.includes("submitted")).length;
  assert.deepEqual([submitted(await titles(owner)), submitted(await titles(lead))], [1, 1]);
  await ok(lead.post(`${sheet}/reject`, { note: "Friday\nis missing" }));
  const [decided] = (await ok(member.get("/v1/notices"))).data;
  assert.deepEqual(
    [decided.title, decided.text],
    ["Your timesheet for March 2021 was sent back", "member wrote: Friday\nis missing"],
  );
  // Former leads no longer see submissions by the team's members.
  const [team] = (await ok(owner.get("/v1/teams"))).data;
  await ok(owner.patch(`/v1/teams/${team.id}`, { leadIds: [] }));
  assert.equal(submitted(await titles(lead)), 0);
  assert.equal((await ok(lead.get("/v1/me"))).unreadNotices, (await titles(lead)).length);
});

test("budgets are told to those who look after them, once for each threshold", async () => {
  const { owner, where, member } = await newWorld();
  const manager = await world.newMember(owner, "manager");
  await choose(owner, { notices: { budget: { dashboard: false, mail: false } } });
  await ok(
    owner.patch(`/v1/projects/${where.projectId}`, {
      budget: { kind: "time", seconds: 36_000, alertPercents: [50, 100] },
    }),
  );
  const entry = await newEntry(member, where, { startedAt: "2021-03-08T08:00:00Z", durationSeconds: 20_000 });
  await ok(member.delete(`/v1/time-entries/${entry.id}`));
  await newEntry(member, where, { startedAt: "2021-03-08T08:00:00Z", durationSeconds: 36_001 });
  const { name } = await ok(owner.get(`/v1/projects/${where.projectId}`));
  assert.deepEqual(await titles(manager), [`${name} is over budget`, `${name} has used 50% of its budget`]);
  assert.deepEqual([await titles(owner), await titles(member)], [[], []]);
  await ok(owner.patch(`/v1/members/${manager.userId}`, { role: "member" }));
  assert.deepEqual(await titles(manager), []);
});

test("periods of a budget that had ended when their time was recorded are not told", async () => {
  const { owner, where, member } = await newWorld();
  const manager = await world.newMember(owner, "manager");
  const { name } = await ok(
    owner.patch(`/v1/projects/${where.projectId}`, {
      budget: { kind: "time", seconds: 3600, period: "weekly", alertPercents: [50] },
    }),
  );
  // Notices go by the database's clock, which no test sets.
  const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * 86_400_000).toISOString();
  await newEntry(member, where, { startedAt: weeksAgo(2), durationSeconds: 7200 });
  await newEntry(member, where, { startedAt: weeksAgo(1), durationSeconds: 1800 });
  assert.deepEqual(await titles(manager), []);
  await newEntry(member, where, { startedAt: weeksAgo(0), durationSeconds: 1800 });
  assert.deepEqual(await titles(manager), [`${name} has used 50% of its budget`]);
  const events = (await ok(owner.get("/v1/audit-events?action=budget.*"))).data;
  assert.equal(events.length, 4, "events report all periods");
});

test("a digest covers no week before its reader joined", async () => {
  const { owner } = await newWorld();
  await choose(owner, { notices: { digest: on } });
  const join = (instant: string) =>
    db.query(sql`update members set created_at = ${instant} where org_id = ${owner.orgId}`);
  await join("2021-03-08T06:00:00Z");
  await addReminders(db, owner.orgId, new Date("2021-03-08T09:00:00Z"));
  assert.deepEqual(await titles(owner), []);
  await addReminders(db, owner.orgId, new Date("2021-03-15T09:00:00Z"));
  assert.deepEqual(await titles(owner), ["Your team’s week of 8 March"]);
});

test("notices are read one by one or all, and only by their person", async () => {
  const { owner, member } = await newWorld();
  const stranger = await world.newOrganization();
  for (const who of [member, owner]) await choose(who, { notices: { time_missing: on } });
  for (const day of ["09", "10", "11"]) await at(`2021-03-${day}T09:00:00Z`, owner);
  const { data, nextCursor } = await ok(member.get("/v1/notices?limit=2"));
  assert.deepEqual([data.length, (await ok(member.get("/v1/me"))).unreadNotices], [2, 3]);
  assert.equal((await ok(member.get(`/v1/notices?limit=2&cursor=${nextCursor}`))).data.length, 1);
  const ids = [data[0].id];
  const sessions = {
    stranger: await world.newSession(stranger),
    owner: await world.newSession(owner),
    member: await world.newSession(member),
  };
  assertProblem(await member.post("/v1/notices/read", { ids }), 403, "session_required");
  for (const other of [sessions.stranger, sessions.owner])
    assertProblem(await other.post("/v1/notices/read", { ids }), 404, "not_found");
  assert.deepEqual(await ok(sessions.member.post("/v1/notices/read", { ids })), { unread: 2 });
  assert.equal((await titles(member, "?unread=true")).length, 2);
  assert.deepEqual(await ok(sessions.member.post("/v1/notices/read", {})), { unread: 0 });
  assert.equal((await titles(member)).length, 3);
  assert.equal((await titles(owner, "?unread=true")).length, 3);
  const blind = await world.newKey(member, ["projects:read"]);
  assert.deepEqual(await titles(blind), [], "a key reads no notices about what it may not read");
});

test("the language is the person's choice, or else that of the request", async () => {
  const { owner, member } = await newWorld();
  await choose(member, { notices: { time_missing: on } });
  await at("2021-03-09T09:00:00Z", owner);
  const first = async (accepted: string) =>
    (await member.get("/v1/notices", { "accept-language": accepted })).json.data[0].title;
  assert.equal(await first("it, fr-CH;q=0.9, en;q=0.8"), "Aucun temps saisi lundi 8 mars");
  assert.equal(await first("*"), "No time on Monday 8 March");
  await choose(member, { language: "de" });
  assert.equal(await first("fr"), "Keine Zeit am Montag, 8. März");
});

test("whoever is deactivated is told nothing, and keeps nothing new on returning", async () => {
  const { owner, member } = await newWorld();
  await choose(member, { notices: { time_missing: on } });
  await ok(owner.delete(`/v1/members/${member.userId}`));
  await at("2021-03-09T09:00:00Z", owner);
  const rows = await db.query(sql`select 1 from notices where org_id = ${owner.orgId}`);
  assert.equal(rows.length, 0);
});
