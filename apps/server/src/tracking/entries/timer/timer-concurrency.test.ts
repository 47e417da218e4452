import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const times = <T>(count: number, send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));

test("two concurrent starts leave one timer and one entry", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);

  const answers = await times(2, (index) => caller.post("/v1/timer", { ...where, description: `start ${index}` }));

  assert.deepEqual([answers[0]?.status, answers[1]?.status], [201, 201]);
  const second = answers.find((answer) => answer.json.stopped !== null);
  const entries = (await caller.get("/v1/time-entries")).json.data;
  assert.deepEqual(entries, [second?.json.stopped]);
  assert.deepEqual((await caller.get("/v1/timer")).json, second?.json.timer);
});

test("many concurrent starts stop one another in turn, and nothing is lost", async () => {
  const { newOrganization, newKey } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const other = await newKey(caller, ["time-entries:read", "time-entries:write"]);

  const answers = await times(10, (index) =>
    (index % 2 === 0 ? caller : other).post("/v1/timer", { ...where, description: String(index) }),
  );

  for (const answer of answers) assert.equal(answer.status, 201, answer.text);
  assert.equal(answers.filter((answer) => answer.json.stopped === null).length, 1);
  const running: string = (await caller.get("/v1/timer")).json.description;
  const entries: { description: string }[] = (await caller.get("/v1/time-entries")).json.data;
  assert.deepEqual(
    [...entries.map(({ description }) => description), running].toSorted(),
    Array.from({ length: 10 }, (_, index) => String(index)),
  );
});

test("of two concurrent stops one is a 201 and the other a 409", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  await caller.post("/v1/timer", where);

  const answers = await times(2, () => caller.post("/v1/timer/stop"));

  const stopped = answers.filter(({ status }) => status === 201);
  assert.equal(stopped.length, 1);
  for (const answer of answers) if (answer.status !== 201) assertProblem(answer, 409, "timer_not_running");
  assert.deepEqual((await caller.get("/v1/time-entries")).json.data, [stopped[0]?.json]);
});

test("a timer that is concurrently stopped and discarded is one or the other", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  for (let round = 0; round < 5; round++) {
    await caller.post("/v1/timer", where);
    const before = (await caller.get("/v1/time-entries")).json.data.length;

    const [stopped, discarded] = await Promise.all([caller.post("/v1/timer/stop"), caller.delete("/v1/timer")]);

    const wasStopped = stopped.status === 201;
    if (wasStopped) assertProblem(discarded, 404, "not_found");
    else assertProblem(stopped, 409, "timer_not_running");
    if (!wasStopped) assert.equal(discarded.status, 204);
    assert.equal((await caller.get("/v1/time-entries")).json.data.length, before + (wasStopped ? 1 : 0));
  }
});

test("concurrent starts of several members create the task General once", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const { projectId } = await newProject(owner);
  const callers = [owner, ...(await times(5, () => newMember(owner, "member")))];

  const answers = await Promise.all(callers.map((caller) => caller.post("/v1/timer", { projectId })));

  for (const answer of answers) assert.equal(answer.status, 201, answer.text);
  assert.equal(new Set(answers.map((answer) => answer.json.timer.taskId)).size, 1);
  const tasks: { name: string }[] = (await owner.get(`/v1/projects/${projectId}/tasks`)).json.data;
  assert.equal(tasks.filter(({ name }) => name === "General").length, 1);
});

test("concurrent changes of one timer are all made", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  await caller.post("/v1/timer", await newProject(caller));

  const answers = await times(8, (index) => caller.patch("/v1/timer", { description: String(index) }));

  const versions = answers.map(({ json }) => json.version as number).toSorted((a, b) => a - b);
  assert.deepEqual(versions, [2, 3, 4, 5, 6, 7, 8, 9]);
  const changes = await db.query(
    sql`select id from changes where org_id = ${caller.orgId} and action = 'timer.updated'`,
  );
  assert.equal(changes.length, 8);
});

test("a start that waits while its member is deactivated starts no timer", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  const member = await newMember(owner, "member");
  // Stops the deactivation after it has updated the member.
  const held = await hold(db, sql`lock table changes in share mode`);
  const deactivating = owner.delete(`/v1/members/${member.userId}`);
  await held.untilItBlocks(1);
  const starting = member.post("/v1/timer", where);
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitFor(async () => (await db.query(waiting)).length === 2);
  await held.commit();
  assert.equal((await deactivating).status, 204);
  assertProblem(await starting, 401, "revoked_api_key");
  assert.deepEqual((await owner.get("/v1/timers")).json.data, []);
});
