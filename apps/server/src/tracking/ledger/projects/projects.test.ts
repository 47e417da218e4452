import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("a project needs a name, and the rest has defaults", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();

  const made = await caller.post("/v1/projects", { name: "Website" });

  assert.equal(made.status, 201);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  assert.match(id, /^proj_[0-9a-z]+$/);
  assert.equal(made.headers["location"], `/v1/projects/${id}`);
  assert.equal(made.headers["etag"], '"1~0.0"');
  assert.ok(Date.parse(createdAt) <= Date.parse(updatedAt));
  assert.deepEqual(rest, {
    name: "Website",
    code: null,
    clientId: null,
    color: "#1141bc",
    description: "",
    status: "active",
    billable: true,
    rounding: null,
    budget: null,
    visibility: "organization",
    memberIds: [],
    unbilledAmountMinor: 0,
    unbilledSeconds: 0,
    version: 1,
  });
  const read = await caller.get(`/v1/projects/${id}`);
  assert.deepEqual(read.json, made.json);
  assert.equal((await caller.get(`/v1/projects/${id}`, { "if-none-match": '"1~0.0"' })).status, 304);
  assertProblem(await caller.post("/v1/projects", { code: 5 }), 400, "missing_field", ["/name", "/code"]);
});

test("every field is stored, and can be changed and cleared with null", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const client = await caller.post("/v1/clients", { name: "ACME" });
  const sent = {
    name: "😀".repeat(200),
    code: "WEB-1",
    clientId: client.json.id,
    color: "#3B82f6",
    description: "Relaunch",
    status: "archived",
    billable: false,
    rounding: { mode: "nearest", minutes: 15 },
    visibility: "members",
    memberIds: [caller.userId],
  };
  const made = await caller.post("/v1/projects", sent);
  assert.partialDeepStrictEqual(made.json, sent);
  let expected = made.json;
  const examples: [object, object][] = [
    [{ name: "Shop" }, { name: "Shop" }],
    [{ code: null }, { code: null }],
    [{ clientId: null }, { clientId: null }],
    [{ color: null }, { color: null }],
    [{ description: null }, { description: "" }],
    [{ status: "active" }, { status: "active" }],
    [{ billable: true }, { billable: true }],
    [{ rounding: { mode: "up", minutes: 1440 } }, { rounding: { mode: "up", minutes: 1440 } }],
    [{ rounding: null }, { rounding: null }],
    [{ visibility: "organization" }, { visibility: "organization" }],
    [{ memberIds: null }, { memberIds: [] }],
  ];
  for (const [change, changed] of examples) {
    const answer = await caller.patch(`/v1/projects/${made.json.id}`, change);
    assert.equal(answer.status, 200, answer.text);
    expected = { ...expected, ...changed, version: expected.version + 1, updatedAt: answer.json.updatedAt };
    assert.deepEqual(answer.json, expected);
  }
  const {
    createdAt: _c,
    updatedAt: _u,
    version: _v,
    unbilledAmountMinor: _a,
    unbilledSeconds: _s,
    id,
    ...same
  } = expected;
  for (const change of [{}, same]) assert.deepEqual((await caller.patch(`/v1/projects/${id}`, change)).json, expected);
});

test("an invalid value is a 422 with its field, in a create and in a change", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  const examples: [string, unknown[]][] = [
    ["/name", ["", " ", null, 5, "x".repeat(201), "a\0", "\ud800"]],
    ["/code", ["", "x".repeat(41), 5]],
    ["/clientId", [5]],
    ["/color", ["red", "#fff", "#12345g", "#1234567"]],
    ["/description", ["x".repeat(2001), "\0"]],
    ["/status", ["done", null]],
    ["/billable", [null, "true"]],
    ["/rounding", ["up", 15]],
    ["/rounding/mode", [{ mode: "half", minutes: 15 }]],
    ["/rounding/minutes", [0, 1441, 1.5, "15"].map((minutes) => ({ mode: "up", minutes }))],
    ["/rounding/step", [{ mode: "up", minutes: 15, step: 1 }]],
  ];
  for (const [pointer, values] of examples) {
    for (const value of values) {
      const body = { name: "Website", [pointer.split("/")[1] ?? ""]: value };
      assertProblem(await caller.post("/v1/projects", body), 422, "validation_failed", [pointer]);
      assertProblem(await caller.patch(`/v1/projects/${projectId}`, body), 422, "validation_failed", [pointer]);
    }
  }
  const incomplete = { name: "x", rounding: { mode: "up" } };
  assertProblem(await caller.post("/v1/projects", incomplete), 400, "missing_field", ["/rounding/minutes"]);
  assert.equal((await caller.get("/v1/projects")).json.data.length, 1);
});

test("an unknown client is a 404, before a stale If-Match and after invalid values", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const foreign = (await stranger.post("/v1/clients", { name: "Other" })).json.id;
  const url = `/v1/projects/${(await newProject(caller)).projectId}`;

  for (const clientId of [foreign, "", "\ud800", "client_0"]) {
    assertProblem(await caller.post("/v1/projects", { name: "x", clientId }), 404, "not_found", ["/clientId"]);
    assertProblem(await caller.patch(url, { clientId }, { "if-match": '"9"' }), 404, "not_found", ["/clientId"]);
    assertProblem(await caller.patch(url, { clientId, name: "" }), 422, "validation_failed", ["/name"]);
  }
  assertProblem(await caller.patch(url, { name: "x" }, { "if-match": '"9"' }), 412, "precondition_failed");
  assert.equal((await caller.patch(url, { name: "x" }, { "if-match": '"1"' })).status, 200);
});

test("a project without entries is deleted with its tasks; a second delete is 404", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const { projectId, taskId } = await newProject(caller);
  const url = `/v1/projects/${projectId}`;

  assertProblem(await caller.delete(url, { "if-match": '"2"' }), 412, "precondition_failed");
  const deleted = await caller.delete(url, { "if-match": '"1"' });

  assert.deepEqual([deleted.status, deleted.text], [204, ""]);
  assertProblem(await caller.delete(url), 404, "not_found");
  assertProblem(await caller.get(`/v1/tasks/${taskId}`), 404, "not_found");
  const changes = await db.query<{ action: string }>(
    sql`select action from changes where org_id = ${caller.orgId} and action like '%.deleted' order by action`,
  );
  assert.deepEqual(changes, [{ action: "project.deleted" }, { action: "task.deleted" }]);
});

test("a project with entries, deleted ones included, is 409 with their count; so is one with a timer", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const url = `/v1/projects/${where.projectId}`;
  const detail = async () => {
    const answer = await caller.delete(url);
    assertProblem(answer, 409, answer.json.code);
    return [answer.json.code, answer.json.detail];
  };

  await caller.post("/v1/timer", where);
  assert.deepEqual(await detail(), [
    "in_use",
    "1 timer is running on the project. Archive the project instead, or stop the timer first.",
  ]);
  await caller.delete("/v1/timer");
  const first = await newEntry(caller, where);
  assert.deepEqual(await detail(), ["has_time_entries", "The project has 1 time entry. Archive the project instead."]);
  assertProblem(await caller.delete(url, { "if-match": '"9"' }), 412, "precondition_failed");
  await newEntry(caller, where);
  await caller.delete(`/v1/time-entries/${first.id}`);
  assert.match((await detail())[1], /has 2 time entries \(1 deleted, but still restorable\)\./);
  assert.equal((await caller.get(`/v1/tasks/${where.taskId}`)).status, 200);
});

test("archiving is a change of its own kind", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  for (const status of ["archived", "archived", "active"]) await caller.patch(`/v1/projects/${projectId}`, { status });
  const changes = await db.query<{ action: string }>(
    sql`select action from changes where org_id = ${caller.orgId} and target_id = ${projectId} order by at, id`,
  );
  assert.deepEqual(
    changes.map(({ action }) => action),
    ["project.created", "project.archived", "project.updated"],
  );
});
