import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

async function start(caller: Caller, where: object, more: object = {}): Promise<Json> {
  const started = await caller.post("/v1/timer", { ...where, ...more });
  assert.equal(started.status, 201, started.text);
  return started.json.timer;
}

async function timersOf(caller: Caller): Promise<Json[]> {
  const listed = await caller.get("/v1/timers");
  assert.equal(listed.status, 200, listed.text);
  assert.equal(listed.json.nextCursor, null);
  return listed.json.data;
}

test("running timers are listed, the latest start first, to those who may see others' entries", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const [manager, member, viewer] = [
    await newMember(owner, "manager"),
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
  ];
  const where = await newProject(owner);
  assert.deepEqual(await timersOf(owner), []);
  const late = await start(member, where, { startedAt: "2026-03-01T11:00:00Z", description: "Basket", tags: ["shop"] });
  const early = await start(manager, where, { startedAt: "2026-03-01T09:00:00Z" });

  for (const caller of [owner, manager, viewer]) assert.deepEqual(await timersOf(caller), [late, early]);
  assert.deepEqual([late.userId, late.description, late.tags], [member.userId, "Basket", ["shop"]]);
  assert.deepEqual(await timersOf(member), [late]);
  assert.equal((await manager.delete("/v1/timer")).status, 204);
  assert.equal((await member.post("/v1/timer/stop")).status, 201);
  assert.deepEqual(await timersOf(owner), []);
});

test("the list can be filtered by member, and a member never gets another's timer", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const [first, second] = [await newMember(owner, "member"), await newMember(owner, "member")];
  const where = await newProject(owner);
  const [own, other] = [await start(first, where), await start(second, where)];
  const ask = async (caller: Caller, userId: string) => (await caller.get(`/v1/timers?userId=${userId}`)).json.data;

  assert.deepEqual(await ask(owner, first.userId), [own]);
  assert.deepEqual(await ask(owner, "me"), []);
  assert.deepEqual(await ask(first, "me"), [own]);
  assert.deepEqual(await ask(first, second.userId), []);
  assert.deepEqual(await ask(second, `${first.userId},me`), [other]);
});

test("a timer on a hidden project is shown to its member and to those who see the project", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const [manager, first, second] = [
    await newMember(owner, "manager"),
    await newMember(owner, "member"),
    await newMember(owner, "member"),
  ];
  const viewer = await newMember(owner, "viewer");
  const [hidden, open] = [await newProject(owner), await newProject(owner)];
  await start(first, hidden, { startedAt: "2026-03-01T09:00:00Z" });
  await start(second, open, { startedAt: "2026-03-01T08:00:00Z" });
  const path = `/v1/projects/${hidden.projectId}`;
  assert.equal((await owner.patch(path, { visibility: "members", memberIds: [] })).status, 200);
  const shownTo = async (caller: Caller) => (await timersOf(caller)).map(({ userId }) => userId);

  for (const caller of [owner, manager]) assert.deepEqual(await shownTo(caller), [first.userId, second.userId]);
  assert.deepEqual(await shownTo(viewer), [second.userId]);
  assert.deepEqual(await shownTo(first), [first.userId]);

  // A member who becomes a viewer still sees their running timer, even without entries.
  assert.equal((await owner.patch(`/v1/members/${first.userId}`, { role: "viewer" })).status, 200);
  assert.deepEqual(await shownTo(first), [first.userId, second.userId]);
});

test("pages of timers miss none, even with equal starts", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  const started = [];
  for (let minute = 0; minute < 5; minute++) {
    const member = await newMember(owner, "member");
    started.push(await start(member, where, { startedAt: `2026-03-01T09:0${Math.floor(minute / 2)}:00Z` }));
  }
  const all = await timersOf(owner);
  const inOrder = (a: Json, b: Json) =>
    a.startedAt === b.startedAt ? (a.userId < b.userId ? 1 : -1) : a.startedAt < b.startedAt ? 1 : -1;
  assert.deepEqual(all, started.toSorted(inOrder));

  const paged = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { json } = await owner.get(`/v1/timers?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
    paged.push(...json.data);
    cursor = json.nextCursor;
  }
  assert.deepEqual(paged, all);
  for (const [query, code, pointer] of [
    ["limit=0", "validation_failed", "/limit"],
    ["cursor=x", "validation_failed", "/cursor"],
    ["projectId=x", "unknown_parameter", "/projectId"],
  ] as const)
    assertProblem(await owner.get(`/v1/timers?${query}`), 422, code, [pointer]);
});
