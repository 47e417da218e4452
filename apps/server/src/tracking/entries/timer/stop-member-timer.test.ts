import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-01T08:00:00Z") });

const forgotten = { startedAt: "2026-03-31T13:00:00Z", description: "Basket" };
const evening = { endedAt: "2026-03-31T17:30:00Z" };

async function start(caller: Caller, where: object): Promise<Json> {
  const { status, text, json } = await caller.post("/v1/timer", { ...where, ...forgotten });
  assert.equal(status, 201, text);
  return json.timer;
}

function stop(caller: Caller, of: Caller, body: object = evening, headers = {}): ReturnType<Caller["post"]> {
  return caller.post(`/v1/timers/${of.userId}/stop`, body, headers);
}

test("who may write a member's entries stops their forgotten timer at the end of the day", async () => {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const manager = await world.newMember(owner, "manager");
  const member = await world.newMember(owner, "member");
  const where = await newProject(owner);
  await start(member, where);
  const stopped = await stop(manager, member);
  assert.equal(stopped.status, 201, stopped.text);
  const { id, userId, startedAt, durationSeconds, description } = stopped.json;
  assert.deepEqual(
    [userId, startedAt, durationSeconds, description],
    [member.userId, forgotten.startedAt, 4.5 * 3600, "Basket"],
  );
  assert.equal((await member.get(`/v1/time-entries/${id}`)).status, 200);
  assertProblem(await member.get("/v1/timer"), 404, "not_found");
  assertProblem(await stop(manager, member), 409, "timer_not_running");

  await start(member, where);
  const now = await stop(member, member, {});
  assert.deepEqual([now.status, now.json.durationSeconds], [201, 19 * 3600], now.text);
});

test("nobody else's timer, none that is hidden, and no end before the start or after now", async () => {
  const owner = await world.newOrganization();
  const [member, other, viewer, lead] = [
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
    await world.newMember(owner, "viewer"),
    await world.newMember(owner, "member"),
  ];
  const team = { name: "Design", memberIds: [member.userId], leadIds: [lead.userId] };
  assert.equal((await owner.post("/v1/teams", team)).status, 201);
  const stranger = await world.newOrganization();
  const where = await newProject(owner);
  const timer = await start(member, where);

  for (const caller of [other, viewer]) assertProblem(await stop(caller, member), 403, "forbidden");
  assertProblem(await stop(stranger, member), 404, "not_found");
  assertProblem(await stop(lead, other), 403, "forbidden");
  for (const endedAt of ["2026-03-31T12:59:59Z", "2026-04-01T08:00:01Z", "yesterday"])
    assertProblem(await stop(owner, member, { endedAt }), 422, "validation_failed", ["/endedAt"]);
  assertProblem(await stop(owner, member, evening, { "if-match": '"9"' }), 412, "precondition_failed");
  const [listed] = (await owner.get("/v1/timers")).json.data;
  assert.deepEqual(listed, timer, "no refusal changes the timer");

  const visibleTo = { visibility: "members", memberIds: [member.userId] };
  assert.equal((await owner.patch(`/v1/projects/${where.projectId}`, visibleTo)).status, 200);
  assertProblem(await stop(lead, member), 409, "timer_not_running");
  assert.equal((await owner.patch(`/v1/projects/${where.projectId}`, { visibility: "organization" })).status, 200);
  assert.equal((await stop(lead, member)).status, 201);
});

test("a timer that is stopped by two people at once becomes one entry", async () => {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const where = await newProject(owner);
  for (let round = 0; round < 5; round++) {
    await start(member, where);
    const answers = await Promise.all([stop(owner, member), member.post("/v1/timer/stop"), stop(owner, member)]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    );
  }
  assert.equal((await member.get("/v1/time-entries")).json.data.length, 5);
});

test("a timer that kept a period open is stopped, and then the period is submitted", async () => {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const member = await world.newMember(owner, "member");
  await owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-03-01" } });
  const where = await newProject(owner);
  await newEntry(member, where, { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600 });
  await start(member, where);
  const submit = `/v1/timesheets/sheet_${member.userId.slice("user_".length)}m20260301/submit`;
  assertProblem(await owner.post(submit), 409, "timer_running");
  assert.equal((await stop(owner, member)).status, 201);
  const submitted = await owner.post(submit);
  assert.deepEqual([submitted.status, submitted.json.seconds], [200, 5.5 * 3600], submitted.text);
});
