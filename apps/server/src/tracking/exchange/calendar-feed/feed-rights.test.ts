import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf, newPerson, signedIn, testPassword } from "#test/http/browser.ts";
import { readCalendar, readPath } from "#test/http/read-calendar.ts";
import { newCalendarFeed, newEntry, newProject, newTeam } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const yesterday = daysAgo(1);

function ok(answer: Answer): Json {
  assert.ok(answer.status < 300, answer.text);
  return answer.status === 204 ? undefined : answer.json;
}

/** A team with two members and a lead, and an outsider; each has one entry from yesterday. */
async function newWorld() {
  const world = await testApp();
  const owner = await world.newOrganization();
  const people: Record<"lead" | "ann" | "bob" | "outsider", Caller> = {
    lead: await world.newMember(owner, "member"),
    ann: await world.newMember(owner, "member"),
    bob: await world.newMember(owner, "member"),
    outsider: await world.newMember(owner, "member"),
  };
  for (const [name, { userId }] of Object.entries(people))
    await world.db.query(sql`update users set name = ${name} where id = ${userId}`);
  const { lead, ann, bob } = people;
  const team = await newTeam(owner, { memberIds: [ann.userId, bob.userId], leadIds: [lead.userId] });
  const where = await newProject(owner);
  for (const [description, caller] of Object.entries(people))
    await newEntry(caller, where, { startedAt: yesterday, description });
  const feedOf = async (caller: Caller, feed: object = { scope: "team", teamId: team.id }) =>
    newCalendarFeed(await world.newSession(caller), feed);
  const read = (address: string) => readPath(world, address);
  const titles = async (address: string) =>
    readCalendar(await read(address))
      .map(({ summary }) => summary)
      .toSorted();
  return { world, owner, ...people, team, where, feedOf, read, titles };
}

const gone = async (answer: Promise<Answer>) => assertProblem(await answer, 404, "not_found");

test("a lead's feed has the team's present members, while the lead leads", async () => {
  const { owner, lead, bob, outsider, team, feedOf, read, titles } = await newWorld();
  const address = await feedOf(lead);
  const path = `/v1/teams/${team.id}`;
  assert.deepEqual(await titles(address), ["ann: ann (Website)", "bob: bob (Website)"]);
  assert.match((await read(address)).text, /X-WR-CALNAME:Stint: Design \(Test\)/);

  ok(await owner.patch(path, { memberIds: [bob.userId, outsider.userId] }));
  assert.deepEqual(await titles(address), ["bob: bob (Website)", "outsider: outsider (Website)"]);

  ok(await owner.patch(path, { leadIds: [bob.userId] }));
  await gone(read(address));
  assert.deepEqual((await lead.get("/v1/me/calendar-feed")).json.feed.teamId, team.id);
  ok(await owner.patch(path, { leadIds: [lead.userId] }));
  assert.equal((await titles(address)).length, 2);

  // Viewers cannot lead a team, so the feed stops working. Managers see everyone's entries, so the feed works again.
  const role = (name: string) => owner.patch(`/v1/members/${lead.userId}`, { role: name });
  ok(await role("viewer"));
  await gone(read(address));
  ok(await role("manager"));
  ok(await owner.patch(path, { leadIds: [] }));
  assert.equal((await titles(address)).length, 2);
  ok(await role("member"));
  await gone(read(address));

  const managed = await feedOf(owner);
  assert.equal((await titles(managed)).length, 2);
  ok(await owner.delete(path));
  await gone(read(managed));
});

test("a lead who works for the team sees their entries once, with everyone's former time", async () => {
  const { owner, lead, ann, bob, team, feedOf, titles } = await newWorld();
  ok(await owner.patch(`/v1/teams/${team.id}`, { memberIds: [lead.userId, ann.userId] }));
  assert.deepEqual(await titles(await feedOf(lead)), ["ann: ann (Website)", "lead: lead (Website)"]);
  // A feed with scope `own` shows neither names nor other members' entries.
  assert.deepEqual(await titles(await feedOf(bob, { scope: "own" })), ["bob (Website)"]);
});

test("a project that is hidden later takes others' entries along, and only the names of one's own", async () => {
  const { owner, lead, ann, team, where, feedOf, read, titles } = await newWorld();
  const [led, own] = [await feedOf(lead), await feedOf(ann, { scope: "own" })];
  const other = await newProject(owner, { name: "Open" }, { name: "Sketch" });
  await newEntry(ann, other, { startedAt: daysAgo(2), description: "visible" });
  await newEntry(ann, where, { startedAt: daysAgo(3) });
  assert.equal((await titles(led)).length, 4);

  const hide = (memberIds: string[]) =>
    owner.patch(`/v1/projects/${where.projectId}`, { visibility: "members", memberIds });
  ok(await hide([]));
  assert.deepEqual(await titles(led), ["ann: visible (Open)"]);
  assert.deepEqual(await titles(own), ["Time entry", "ann", "visible (Open)"]);
  for (const address of [led, own]) assert.doesNotMatch((await read(address)).text, /Website|Build/);
  // Managers and above see every project.
  assert.equal((await titles(await feedOf(owner))).length, 4);

  ok(await hide([ann.userId]));
  assert.deepEqual(await titles(own), ["Build (Website)", "ann (Website)", "visible (Open)"]);
  assert.deepEqual(await titles(led), ["ann: visible (Open)"]);
  ok(await hide([lead.userId]));
  assert.equal((await titles(led)).length, 4);

  // The lead's own entries remain, because the lead is a member of the team.
  ok(await hide([]));
  ok(await owner.patch(`/v1/teams/${team.id}`, { memberIds: [lead.userId, ann.userId] }));
  assert.deepEqual(await titles(led), ["ann: visible (Open)", "lead: lead"]);
});

test("a deactivation ends the feed for good, by every door", async () => {
  const { world, owner, ann, bob, lead, feedOf, read } = await newWorld();
  const own = { scope: "own" };
  const [removed, changed, left] = [await feedOf(ann, own), await feedOf(bob, own), await feedOf(lead)];
  ok(await owner.delete(`/v1/members/${ann.userId}`));
  ok(await owner.patch(`/v1/members/${bob.userId}`, { status: "deactivated" }));
  ok(await (await world.newSession(lead)).delete("/v1/me/membership"));
  for (const address of [removed, changed, left]) await gone(read(address));

  for (const { userId } of [ann, bob, lead]) ok(await owner.patch(`/v1/members/${userId}`, { status: "active" }));
  for (const address of [removed, changed, left]) await gone(read(address));
  const back = await world.newSession(ann);
  assert.deepEqual((await back.get("/v1/me/calendar-feed")).json, { feed: null });
  assert.equal((await read(await newCalendarFeed(back))).status, 200);
  const { data } = (await owner.get("/v1/audit-events?targetType=calendar_feed&limit=200")).json;
  assert.equal(data.filter(({ action }: Json) => action === "calendar_feed.ended").length, 3);
});

test("a deactivation that SQL writes ends reading too", async () => {
  const { world, owner, ann, feedOf, read } = await newWorld();
  const address = await feedOf(ann, { scope: "own" });
  await world.db.query(
    sql`update members set deactivated_at = now() where org_id = ${owner.orgId} and user_id = ${ann.userId}`,
  );
  await gone(read(address));
});

test("a feed created beside a deactivation does not outlive it", async () => {
  const { world, owner, ann, read } = await newWorld();
  for (let round = 0; round < 5; round++) {
    const session = await world.newSession(ann);
    const [made] = await Promise.all([
      session.post("/v1/me/calendar-feed", { scope: "own" }),
      owner.delete(`/v1/members/${ann.userId}`),
    ]);
    assert.ok([201, 401].includes(made.status), made.text);
    ok(await owner.patch(`/v1/members/${ann.userId}`, { status: "active" }));
    if (made.status === 201) await gone(read(new URL(made.json.address).pathname));
  }
});

test("a feed shows nothing of another organization, not even of the same person", async () => {
  const { world, owner, ann, feedOf, titles } = await newWorld();
  const other = await world.newOrganization();
  await world.db.query(sql`
    insert into members (org_id, user_id, role) values (${other.orgId}, ${ann.userId}, 'admin')`);
  const there: Caller = { ...ann, orgId: other.orgId };
  await newEntry(other, await newProject(other, { name: "Elsewhere" }), { startedAt: yesterday, userId: ann.userId });
  const here = await feedOf(ann, { scope: "own" });
  const address = await feedOf(there, { scope: "own" });
  assert.deepEqual(await titles(here), ["ann (Website)"]);
  assert.deepEqual(await titles(address), ["Build (Elsewhere)"]);
  ok(await owner.delete(`/v1/members/${ann.userId}`));
  assert.deepEqual(await titles(address), ["Build (Elsewhere)"]);
});

test("while the organization awaits its deletion, a feed is read and ended, but not created", async () => {
  const { world, owner, ann, feedOf, titles } = await newWorld();
  const address = await feedOf(ann, { scope: "own" });
  assert.equal((await owner.get("/v1/organization/export")).status, 200);
  ok(await owner.post("/v1/organization/deletion", { confirmName: "Test" }));
  assert.equal((await titles(address)).length, 1);
  const session = await world.newSession(ann);
  assertProblem(await session.post("/v1/me/calendar-feed", { scope: "own" }), 409, "organization_ending");
  ok(await session.delete("/v1/me/calendar-feed"));
});

test("a feed ends with the session in which it was created, also if another session has replaced that one", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const [thief, victim] = [await signedIn(world, person), await signedIn(world, person)];
  const create = async (browser: typeof thief): Promise<string> => {
    const made = await browser.post("/v1/me/calendar-feed", { scope: "own" });
    assert.equal(made.status, 201, made.text);
    return new URL(made.json.address).pathname;
  };
  const statusOf = async (address: string) => (await readPath(world, address)).status;
  const idOf = async (browser: typeof thief) => (await browser.get("/v1/me")).json.key.id;

  const first = await create(thief);
  assert.equal((await victim.send("DELETE", `/v1/me/sessions/${await idOf(thief)}`)).status, 204);
  assert.equal(await statusOf(first), 404);

  const other = await signedIn(world, person);
  const second = await create(other);
  const former = await idOf(other);
  assert.equal((await other.post("/auth/switch", { organizationId: person.orgId })).status, 200);
  assert.notEqual(await idOf(other), former);
  assert.equal((await other.send("DELETE", "/v1/me/sessions")).status, 204);
  assert.equal(await statusOf(second), 200);
  assert.equal((await other.post("/auth/sign-out")).status, 204);
  assert.equal(await statusOf(second), 200);
  const third = await signedIn(world, person);
  const body = { currentPassword: testPassword, newPassword: "another good one 7" };
  assert.ok((await third.send("PUT", "/v1/me/password", body)).status < 300);
  assert.equal(await statusOf(second), 404);

  const own = await create(third);
  assert.equal((await third.send("DELETE", "/v1/me/sessions")).status, 204);
  assert.equal(await statusOf(own), 200);
  const actions = (await actionsOf(world, person.orgId)).filter((action) => action.startsWith("calendar_feed."));
  const [made, ended] = ["calendar_feed.created", "calendar_feed.ended"];
  assert.deepEqual(actions, [made, ended, made, ended, made]);
});
