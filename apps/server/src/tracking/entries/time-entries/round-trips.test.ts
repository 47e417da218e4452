import assert from "node:assert/strict";
import { test } from "node:test";
import { countRoundTrips } from "#test/databases/count-round-trips.ts";
import { traceCollector } from "#test/http/trace-collector.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { insist } from "#test/worlds/insist.ts";
import { type Answer, type Caller, newTestApp, testApp, type TestAppOptions } from "#test/worlds/test-app.ts";
import { tracingTo } from "#test/worlds/traced-world.ts";

type Place = Awaited<ReturnType<typeof newProject>>;

test("a write of one entry waits for the database at most three times", () => assertRoundTrips());

test("a traced write waits for the database no more often", async (t) => {
  const { tracing } = tracingTo(t, await traceCollector(t));
  await assertRoundTrips({ tracing });
});

async function assertRoundTrips(options?: TestAppOptions): Promise<void> {
  const world = await newTestApp(options);
  const owner = await world.newOrganization();
  const [here, there] = [await newProject(owner), await newProject(owner)];
  const { id } = await newEntry(owner, here);
  const path = `/v1/time-entries/${id}`;
  const post = (taskId: string) => owner.post("/v1/time-entries", entryBody({ ...here, taskId }));
  const counted = {
    creation: await trips(owner, () => post(here.taskId), 201),
    refusal: await trips(owner, () => post("task_0"), 404),
    description: await trips(owner, () => owner.patch(path, { description: "Planned" }), 200),
    duration: await trips(owner, () => owner.patch(path, { durationSeconds: 60 }), 200),
    start: await trips(owner, () => owner.patch(path, { startedAt: "2026-03-04T09:00:00Z" }), 200),
    project: await trips(owner, () => owner.patch(path, there), 200),
    nothing: await trips(owner, () => owner.patch(path, { durationSeconds: 60 }), 200),
    deletion: await trips(owner, () => owner.delete(path), 204),
    restoration: await trips(owner, () => owner.post(`${path}/restore`), 200),
  };
  assert.deepEqual(counted, {
    creation: 1,
    refusal: 1,
    description: 3,
    duration: 3,
    start: 3,
    project: 3,
    nothing: 2,
    deletion: 3,
    restoration: 3,
  });
}

test("a timesheet's cell waits for the database three times, or five if it is new and may be repeated", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  assert.deepEqual(await cellTrips(owner, await newProject(owner)), { creation: 5, change: 3, deletion: 3 });
});

test("a cell waits no more often beside a lock date and a submitted timesheet", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const here = await newProject(owner);
  const approvals = { period: "week", from: "2026-01-01", ownApproval: true };
  await change(owner, { lockDate: "2026-02-01", approvals });
  await newEntry(owner, here, { startedAt: "2026-02-24T09:00:00Z", userId: owner.userId });
  const { data } = (await owner.get("/v1/timesheets?from=2026-02-23&to=2026-03-01")).json;
  const submitted = await insist(() => owner.post(`/v1/timesheets/${data[0].id}/submit`, {}));
  assert.equal(submitted.status, 200, submitted.text);
  assert.deepEqual(await cellTrips(owner, here), { creation: 5, change: 3, deletion: 3 });
});

test("a cell waits once more for other entries of its time, or for its project's budget", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const budget = { kind: "time", seconds: 1_000_000, onExceed: "block", billableOnly: false };
  const [here, budgeted] = [await newProject(owner), await newProject(owner, { budget })];
  assert.deepEqual(await cellTrips(owner, budgeted), { creation: 6, change: 4, deletion: 4 });
  await change(owner, { entryRules: { overlaps: "refuse" } });
  assert.deepEqual(await cellTrips(owner, here), { creation: 6, change: 4, deletion: 3 });
});

async function change(owner: Caller, settings: object): Promise<void> {
  const changed = await insist(() => owner.patch("/v1/organization", settings));
  assert.equal(changed.status, 200, changed.text);
}

/** Counts the round trips of a cell, written as the dashboard does: with its session, an Idempotency-Key and If-Match. */
async function cellTrips(owner: Caller, place: Place): Promise<object> {
  const session = await owner.world.newSession(owner);
  const made: Answer[] = [];
  const create = async () => {
    const answer = await session.post("/v1/time-entries", entryBody(place), { "idempotency-key": place.taskId });
    made.push(answer);
    return answer;
  };
  const creation = await trips(session, create, 201);
  const path = `/v1/time-entries/${made[0]?.json.id}`;
  const lengthen = () => session.patch(path, { durationSeconds: 61 }, { "if-match": '"1"' });
  const remove = () => session.delete(path, { "if-match": '"2"' });
  return { creation, change: await trips(session, lengthen, 200), deletion: await trips(session, remove, 204) };
}

async function trips(caller: Caller, send: () => Promise<Answer>, status: number): Promise<number> {
  // Fills the cache of API keys, because every write by a test's own SQL empties it.
  await caller.get("/v1/me");
  const answers: Answer[] = [];
  const count = await countRoundTrips(async () => answers.push(await send()));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [status],
    answers[0]?.text ?? "",
  );
  return count;
}
