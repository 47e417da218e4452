import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

test("concurrent creates each get their own response, good and bad ones mixed", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const member = await newMember(caller, "member");
  const where = await newProject(caller);
  const foreign = await newProject(stranger);
  const closed = await newProject(caller, {}, { status: "done" });
  await newEntry(caller, where, { externalRef: "taken" });
  const kinds = [
    { send: () => caller.post(path, entryBody(where, { description: "own" })), status: 201 },
    { send: () => caller.post(path, entryBody({ ...where, taskId: "task_0" })), status: 404, pointer: "/taskId" },
    { send: () => stranger.post(path, entryBody(foreign, { description: "foreign" })), status: 201 },
    { send: () => caller.post(path, entryBody(where, { externalRef: "taken" })), status: 409, pointer: "/externalRef" },
    { send: () => member.post(path, entryBody(where, { description: "member" })), status: 201 },
    { send: () => caller.post(path, entryBody(closed)), status: 422, pointer: "/taskId" },
    { send: () => caller.post(path, entryBody(foreign)), status: 404, pointer: "/projectId" },
    { send: () => caller.post(path, entryBody(where, { userId: "user_0" })), status: 404, pointer: "/userId" },
  ];

  const answers = await Promise.all([...kinds, ...kinds].map((kind) => kind.send()));

  for (const [index, answer] of answers.entries()) {
    const { status, pointer } = kinds[index % kinds.length] ?? { status: 0 };
    assert.equal(answer.status, status, answer.text);
    if (pointer !== undefined) assert.equal(answer.json.errors[0].pointer, pointer);
  }
  const made = answers.filter(({ status }) => status === 201).map(({ json }) => json);
  assert.equal(new Set(made.map(({ id }) => id)).size, 6);
  for (const entry of made) {
    const reader = entry.description === "foreign" ? stranger : entry.description === "member" ? member : caller;
    assert.deepEqual((await reader.get(`${path}/${entry.id}`)).json, entry);
  }
  const changes = await db.query<{ target_id: string }>(sql`
    select target_id from changes
     where org_id in (${caller.orgId}, ${stranger.orgId}) and target_id in (select id from time_entries)`);
  assert.equal(changes.length, 7);
});

test("100 concurrent creates are all stored, each with its own id", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => caller.post(path, entryBody(where, { durationSeconds: index }))),
  );
  for (const answer of answers) assert.equal(answer.status, 201, answer.text);
  const durations = answers.map(({ json }) => json.durationSeconds);
  assert.deepEqual(
    durations,
    Array.from({ length: 100 }, (_, index) => index),
  );
  const listed = (await caller.get(`${path}?limit=200`)).json.data;
  assert.deepEqual(new Set(listed.map(({ id }: { id: string }) => id)), new Set(answers.map(({ json }) => json.id)));
});

test("an entry whose task is deleted at the same instant is refused like any entry without a task", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const ways = [
    (body: object) => caller.post(path, body),
    (body: object) => caller.post(path, body, { "idempotency-key": "k" }),
    (body: object) => caller.post(`${path}/batch`, { entries: [body] }),
  ];
  for (const create of ways) {
    const where = await newProject(caller);
    const deleting = await hold(db, sql`delete from tasks where org_id = ${caller.orgId} and id = ${where.taskId}`);
    const creating = create(entryBody(where));
    await deleting.untilItBlocks(1);
    await deleting.commit();
    const answer = await creating;
    assertProblem(answer, 404, "not_found");
    assert.match(answer.json.errors[0].pointer, /\/taskId$/);
  }
});

test("this also applies to an entry that arrived together with one that failed", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const other = await newProject(caller);
  await newEntry(caller, other, { externalRef: "taken" });
  const deleting = await hold(db, sql`delete from tasks where org_id = ${caller.orgId} and id = ${where.taskId}`);
  const creating = caller.post(path, entryBody(where));
  const failing = caller.post(path, entryBody(other, { externalRef: "taken" }));
  await deleting.untilItBlocks(1);
  await deleting.commit();

  assertProblem(await creating, 404, "not_found", ["/taskId"]);
  assertProblem(await failing, 409, "external_ref_taken", ["/externalRef"]);
});

test("an entry that moves to a task deleted at the same instant is refused and stays", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const where = await newProject(caller);
  const deleting = await hold(db, sql`delete from tasks where org_id = ${caller.orgId} and id = ${where.taskId}`);
  const moving = caller.patch(`${path}/${entry.id}`, where);
  await deleting.untilItBlocks(1);
  await deleting.commit();

  assertProblem(await moving, 404, "not_found", ["/taskId"]);
  assert.deepEqual((await caller.get(`${path}/${entry.id}`)).json, entry);
});

test("a project or task is not deleted while an entry is created in it", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  for (const target of ["project", "task"] as const) {
    const where = await newProject(caller);
    const entry = await newEntry(caller, await newProject(caller));
    const moving = await hold(
      db,
      sql`update time_entries set project_id = ${where.projectId}, task_id = ${where.taskId}
           where org_id = ${caller.orgId} and id = ${entry.id}`,
    );
    const url = target === "project" ? `/v1/projects/${where.projectId}` : `/v1/tasks/${where.taskId}`;
    const deleting = caller.delete(url);
    await moving.untilItBlocks(1);
    await moving.commit();
    assertProblem(await deleting, 409, "has_time_entries");
    assert.equal((await caller.get(url)).status, 200);
  }
});

test("creates concurrent with a deletion of their project leave no orphan and no fault", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (let round = 0; round < 6; round++) {
    const where = await newProject(caller);
    const create = (index: number) => {
      if (index % 4 === 0) return caller.post(`${path}/batch`, { entries: [entryBody(where)] });
      if (index % 4 === 1) return caller.post("/v1/timer", where);
      return caller.post(path, entryBody(where), index % 4 === 2 ? { "idempotency-key": `${round}-${index}` } : {});
    };
    const url = round % 2 === 0 ? `/v1/projects/${where.projectId}` : `/v1/tasks/${where.taskId}`;
    const [deleted, ...created] = await Promise.all([
      caller.delete(url),
      ...Array.from({ length: 8 }, (_, index) => create(index)),
    ]);
    const exists = (await caller.get(url)).status === 200;
    assert.equal(deleted?.status, exists ? 409 : 204, deleted?.text);
    for (const answer of created) assert.ok([201, 404].includes(answer.status), answer.text);
    assert.equal(
      created.some(({ status }) => status === 201),
      exists,
    );
    await caller.delete("/v1/timer");
  }
});
