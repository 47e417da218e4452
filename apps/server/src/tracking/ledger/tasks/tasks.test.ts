import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("a task needs a name, and the rest has defaults", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);

  const made = await caller.post(`/v1/projects/${projectId}/tasks`, { name: "Design" });

  assert.equal(made.status, 201);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  assert.match(id, /^task_[0-9a-z]+$/);
  assert.equal(made.headers["location"], `/v1/tasks/${id}`);
  assert.ok(Date.parse(createdAt) <= Date.parse(updatedAt));
  assert.deepEqual(rest, {
    projectId,
    name: "Design",
    description: "",
    status: "open",
    billable: null,
    estimateSeconds: null,
    version: 1,
  });
  const read = await caller.get(`/v1/tasks/${id}`);
  assert.deepEqual(read.json, made.json);
  assert.equal(read.headers["etag"], '"1"');
  assertProblem(await caller.post(`/v1/projects/${projectId}/tasks`, {}), 400, "missing_field", ["/name"]);
});

test("every field of a task is stored, and can be changed and cleared with null", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  const sent = { name: "Design", description: "d", status: "done", billable: false, estimateSeconds: 2_147_483_647 };
  let expected = (await caller.post(`/v1/projects/${projectId}/tasks`, sent)).json;
  assert.partialDeepStrictEqual(expected, sent);
  const url = `/v1/tasks/${expected.id}`;
  const examples: [object, object][] = [
    [{ name: "Build" }, { name: "Build" }],
    [{ description: null }, { description: "" }],
    [{ status: "open" }, { status: "open" }],
    [{ billable: null }, { billable: null }],
    [{ estimateSeconds: 0 }, { estimateSeconds: 0 }],
    [{ estimateSeconds: null }, { estimateSeconds: null }],
  ];
  for (const [change, changed] of examples) {
    const answer = await caller.patch(url, change, { "if-match": `"${expected.version}"` });
    assert.equal(answer.status, 200, answer.text);
    expected = { ...expected, ...changed, version: expected.version + 1, updatedAt: answer.json.updatedAt };
    assert.deepEqual(answer.json, expected);
  }
  for (const change of [{}, { name: "Build", billable: null }]) {
    assert.deepEqual((await caller.patch(url, change)).json, expected);
  }
  assertProblem(await caller.patch(url, { name: "x" }, { "if-match": '"1"' }), 412, "precondition_failed");
});

test("an invalid value is a 422 with its field", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId, taskId } = await newProject(caller);
  const examples: [string, unknown[]][] = [
    ["/name", ["", "\t", null, 5, "x".repeat(201), "\0"]],
    ["/description", ["x".repeat(2001), 5]],
    ["/status", ["closed", null]],
    ["/billable", ["no", 1]],
    ["/estimateSeconds", [-1, 1.5, "60", 2_147_483_648]],
    ["/projectId", [projectId]],
  ];
  for (const [pointer, values] of examples) {
    for (const value of values) {
      const body = { name: "x", [pointer.slice(1)]: value };
      assertProblem(await caller.post(`/v1/projects/${projectId}/tasks`, body), 422, "validation_failed", [pointer]);
      assertProblem(await caller.patch(`/v1/tasks/${taskId}`, body), 422, "validation_failed", [pointer]);
    }
  }
  assertProblem(await caller.post(`/v1/projects/${projectId}/tasks`, []), 400, "malformed_request");
});

test("a task is listed under its project only, filtered by status and text", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller, {}, { name: "a_1" });
  await newProject(caller, {}, { name: "elsewhere" });
  await caller.post(`/v1/projects/${projectId}/tasks`, { name: "AX1", status: "done" });
  const names = async (query: string) => {
    const answer = await caller.get(`/v1/projects/${projectId}/tasks?${query}`);
    return answer.json.data.map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await names(""), ["AX1", "a_1"]);
  assert.deepEqual(await names("status=open"), ["a_1"]);
  assert.deepEqual(await names("status=done"), ["AX1"]);
  assert.deepEqual(await names("q=a_1"), ["a_1"]);
  assert.deepEqual(await names("q=A"), ["AX1", "a_1"]);
  assert.deepEqual(await names("q=a&status=done"), ["AX1"]);
});

test("a task without entries is deleted once; one with entries or a timer is 409 with the count", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const other = await caller.post(`/v1/projects/${where.projectId}/tasks`, { name: "unused" });
  await newEntry(caller, where);
  await newEntry(caller, where);
  const url = `/v1/tasks/${where.taskId}`;

  const refused = await caller.delete(url);
  assertProblem(refused, 409, "has_time_entries");
  assert.equal(refused.json.detail, "The task has 2 time entries. Mark the task as done instead.");
  assertProblem(await caller.delete(url, { "if-match": '"2"' }), 412, "precondition_failed");
  await caller.post("/v1/timer", { projectId: where.projectId, taskId: other.json.id });
  assertProblem(await caller.delete(`/v1/tasks/${other.json.id}`), 409, "in_use");
  await caller.delete("/v1/timer");
  assert.equal((await caller.delete(`/v1/tasks/${other.json.id}`)).status, 204);
  assertProblem(await caller.delete(`/v1/tasks/${other.json.id}`), 404, "not_found");
});

test("a task that is created while its project is being deleted finds no project", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const made = await caller.post("/v1/projects", { name: "x" });
  const id: string = made.json.id;
  const deleting = await hold(db, sql`delete from projects where org_id = ${caller.orgId} and id = ${id}`);
  const creating = caller.post(`/v1/projects/${id}/tasks`, { name: "x" });
  await deleting.untilItBlocks(1);
  await deleting.commit();
  assertProblem(await creating, 404, "not_found");
});

test("tasks of all projects are listed newest first, filtered like those of one, without hidden projects", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const [open, hidden] = [
    await newProject(owner, {}, { name: "Design" }),
    await newProject(owner, { visibility: "members" }, { name: "Secret design" }),
  ];
  await newProject(await newOrganization(), {}, { name: "Design elsewhere" });
  await owner.patch(`/v1/tasks/${open.taskId}`, { status: "done" });
  const idsOf = async (caller: typeof owner, query = "") =>
    (await caller.get(`/v1/tasks${query}`)).json.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await idsOf(owner), [hidden.taskId, open.taskId]);
  assert.deepEqual(await idsOf(member), [open.taskId]);
  assert.deepEqual(await idsOf(member, `?projectId=${hidden.projectId}`), []);
  assert.deepEqual(await idsOf(owner, `?projectId=${hidden.projectId},${open.projectId}`), [
    hidden.taskId,
    open.taskId,
  ]);
  assert.deepEqual(await idsOf(owner, "?status=done"), [open.taskId]);
  assert.deepEqual(await idsOf(owner, "?q=secret"), [hidden.taskId]);
  const { nextCursor } = (await owner.get("/v1/tasks?limit=1")).json;
  assert.deepEqual(await idsOf(owner, `?limit=1&cursor=${nextCursor}`), [open.taskId]);
  assertProblem(await owner.get("/v1/tasks?projectId=x"), 422, "validation_failed", ["/projectId"]);
});
