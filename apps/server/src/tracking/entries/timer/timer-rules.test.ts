import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

async function tasksOf(caller: Caller, projectId: string): Promise<{ id: string; name: string; status: string }[]> {
  return (await caller.get(`/v1/projects/${projectId}/tasks`)).json.data;
}

test("a start needs a projectId and refuses invalid values", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const future = new Date(Date.now() + 60_000).toISOString();
  const start = (more: object) => caller.post("/v1/timer", { ...where, ...more });

  assertProblem(await caller.post("/v1/timer"), 400, "malformed_request");
  assertProblem(await caller.post("/v1/timer", { taskId: 5 }), 400, "missing_field", ["/projectId", "/taskId"]);
  const examples: [string, unknown[]][] = [
    ["projectId", [5, null]],
    ["taskId", [null]],
    ["startedAt", [null, "2026-03-02", "now", future]],
    ["description", ["😀".repeat(2001), "\0", 5]],
    ["tags", ["x", Array(21).fill("x")]],
    ["tags/0", [["x".repeat(51)]]],
    ["billable", ["yes"]],
    ["durationSeconds", [5]],
    ["userId", ["x"]],
  ];
  for (const [field, values] of examples) {
    for (const value of values) {
      assertProblem(await start({ [field.split("/")[0] ?? ""]: value }), 422, "validation_failed", [`/${field}`]);
    }
  }
  assertProblem(await caller.get("/v1/timer"), 404, "not_found");
});

test("a start needs a project and task that exist, belong together and accept entries", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const where = await newProject(caller);
  const foreign = await newProject(stranger);
  const closed = await newProject(caller, {}, { status: "done" });
  const archived = await newProject(caller);
  await caller.patch(`/v1/projects/${archived.projectId}`, { status: "archived" });
  const start = (body: object) => caller.post("/v1/timer", body);

  assertProblem(await start({ projectId: foreign.projectId }), 404, "not_found", ["/projectId"]);
  assertProblem(await start({ projectId: "\ud800" }), 404, "not_found", ["/projectId"]);
  assertProblem(await start({ ...where, taskId: foreign.taskId }), 404, "not_found", ["/taskId"]);
  assertProblem(await start({ ...where, taskId: closed.taskId }), 422, "task_not_in_project", ["/taskId"]);
  assertProblem(await start(closed), 422, "task_done", ["/taskId"]);
  assertProblem(await start(archived), 422, "project_archived", ["/projectId"]);
  assertProblem(await start({ projectId: archived.projectId }), 422, "project_archived", ["/projectId"]);
});

test("without a task the timer uses the project's task General, created on first use", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);

  const first = (await caller.post("/v1/timer", { projectId })).json.timer;
  const second = (await caller.post("/v1/timer", { projectId })).json.timer;

  assert.equal(second.taskId, first.taskId);
  const task = (await caller.get(`/v1/tasks/${first.taskId}`)).json;
  assert.partialDeepStrictEqual(task, { projectId, name: "General", status: "open", billable: null, version: 1 });
  assert.equal((await tasksOf(caller, projectId)).length, 2);
});

test("a General that is done is not reused and a new one is created", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId, taskId } = await newProject(caller, {}, { name: "General", status: "done" });

  const { timer } = (await caller.post("/v1/timer", { projectId })).json;

  assert.notEqual(timer.taskId, taskId);
  assert.deepEqual((await tasksOf(caller, projectId)).map(({ status }) => status).toSorted(), ["done", "open"]);
});

test("a member without the right to write tasks gets the task General too", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const { projectId } = await newProject(owner);
  const member = await newMember(owner, "member", ["time-entries:write"]);
  assert.equal((await member.post("/v1/timer", { projectId })).status, 201);
});

test("a timer may have begun earlier, back to 1970", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  for (const [sent, kept] of [
    ["2026-03-02T09:00:00.25+01:00", "2026-03-02T08:00:00.250Z"],
    ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"],
  ]) {
    assert.equal((await caller.post("/v1/timer", { ...where, startedAt: sent })).json.timer.startedAt, kept);
  }
});

test("a change keeps absent fields, clears null ones, and makes no version if nothing changes", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const started = await caller.post("/v1/timer", { ...where, description: "a", tags: ["x"], billable: true });
  let expected = started.json.timer;
  const examples: [object, object][] = [
    [{ description: "b" }, { description: "b" }],
    [{ description: null }, { description: "" }],
    [{ tags: ["y", "Y"] }, { tags: ["y"] }],
    [{ tags: null }, { tags: [] }],
    [{ billable: null }, { billable: null }],
    [{ startedAt: "2026-03-02T09:00:00Z" }, { startedAt: "2026-03-02T09:00:00Z" }],
  ];
  for (const [sent, changed] of examples) {
    const { status, json } = await caller.patch("/v1/timer", sent);
    assert.equal(status, 200);
    expected = { ...expected, ...changed, version: expected.version + 1, updatedAt: json.updatedAt };
    assert.deepEqual(json, expected);
  }
  for (const sent of [{}, where, { description: "", tags: [] }, { projectId: where.projectId }]) {
    assert.deepEqual((await caller.patch("/v1/timer", sent)).json, expected);
  }
});

test("a move to another project uses the given task, else that project's General", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const from = await newProject(caller);
  const to = await newProject(caller);
  await caller.post("/v1/timer", from);

  assert.partialDeepStrictEqual((await caller.patch("/v1/timer", to)).json, to);
  const moved = (await caller.patch("/v1/timer", { projectId: from.projectId })).json;
  const general = (await tasksOf(caller, from.projectId)).find(({ name }) => name === "General");
  assert.deepEqual([moved.projectId, moved.taskId], [from.projectId, general?.id]);
});

test("a change is refused in the order of checks", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const archived = await newProject(caller);
  await caller.patch(`/v1/projects/${archived.projectId}`, { status: "archived" });
  await caller.post("/v1/timer", where);
  const stale = { "if-match": '"x"' };
  const change = (body: unknown, headers = stale) => caller.patch("/v1/timer", body, headers);

  assertProblem(await change(undefined), 400, "malformed_request");
  assertProblem(await change({ projectId: "proj_0", description: 5 }), 422, "validation_failed", ["/description"]);
  assertProblem(await change({ startedAt: "2199-01-01T00:00:00Z" }), 422, "validation_failed", ["/startedAt"]);
  assertProblem(await change({ projectId: "proj_0" }), 404, "not_found", ["/projectId"]);
  assertProblem(await change({ taskId: "task_0" }), 404, "not_found", ["/taskId"]);
  assertProblem(await change({ projectId: archived.projectId }), 412, "precondition_failed");
  assertProblem(await change(archived), 412, "precondition_failed");
  assertProblem(await change({}), 412, "precondition_failed");
  const fresh = { "if-match": "*" };
  assertProblem(await change({ projectId: archived.projectId }, fresh), 422, "project_archived", ["/projectId"]);
  assertProblem(await change({ taskId: archived.taskId }, fresh), 422, "task_not_in_project", ["/taskId"]);
});

test("measured time is never lost: a timer can be stopped in an archived project or a closed task", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  await caller.post("/v1/timer", where);
  await caller.patch(`/v1/tasks/${where.taskId}`, { status: "done" });
  await caller.patch(`/v1/projects/${where.projectId}`, { status: "archived" });

  assert.equal((await caller.patch("/v1/timer", { description: "x" })).status, 200);
  assert.partialDeepStrictEqual((await caller.post("/v1/timer/stop")).json, { ...where, description: "x" });
});

test("a stopped timer is billable by its own, its task's or its project's setting at that moment, and rounded", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, { billable: false });
  const startedAt = new Date(Date.now() - 100_000).toISOString();
  const run = async (more: object) => {
    await caller.post("/v1/timer", { ...where, startedAt, ...more });
    const { billable, billableSeconds } = (await caller.post("/v1/timer/stop")).json;
    return [billable, billableSeconds];
  };

  assert.deepEqual(await run({}), [false, 0]);
  await caller.patch(`/v1/projects/${where.projectId}`, { rounding: { mode: "up", minutes: 15 } });
  assert.deepEqual(await run({ billable: true }), [true, 900]);
  await caller.patch(`/v1/tasks/${where.taskId}`, { billable: true });
  assert.deepEqual(await run({}), [true, 900]);
});

test("a start on a task that is concurrently deleted is refused", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const deleting = await hold(db, sql`delete from tasks where org_id = ${caller.orgId} and id = ${where.taskId}`);
  const starting = caller.post("/v1/timer", where);
  await deleting.untilItBlocks(1);
  await deleting.commit();

  assertProblem(await starting, 404, "not_found", ["/taskId"]);
});
