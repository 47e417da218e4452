import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

async function changesOf(db: Awaited<ReturnType<typeof testApp>>["db"], id: string): Promise<string[]> {
  const rows = await db.query<{ action: string }>(sql`select action from changes where target_id = ${id} order by id`);
  return rows.map((row) => row.action);
}

test("absent fields stay, sent ones change, null clears", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const member = await newMember(caller, "member");
  const entry = await newEntry(caller, await newProject(caller), {
    description: "a",
    tags: ["x"],
    externalRef: "r",
    billable: false,
  });
  const other = await newProject(caller);
  const examples: [object, object][] = [
    [{ description: "b" }, { description: "b" }],
    [{ description: null }, { description: "" }],
    [{ tags: ["Y", "y", " z "] }, { tags: ["Y", "z"] }],
    [{ tags: null }, { tags: [] }],
    [{ externalRef: "s" }, { externalRef: "s" }],
    [{ externalRef: null }, { externalRef: null }],
    [{ billable: true }, { billable: true, billableSeconds: 3600 }],
    [
      { startedAt: "2026-03-03T09:00:00.5+01:00" },
      { startedAt: "2026-03-03T08:00:00.500Z", endedAt: "2026-03-03T09:00:00.500Z" },
    ],
    [{ durationSeconds: 60 }, { durationSeconds: 60, billableSeconds: 60, endedAt: "2026-03-03T08:01:00.500Z" }],
    [other, other],
    [{ userId: member.userId }, { userId: member.userId }],
  ];
  let expected = entry;
  for (const [sent, changed] of examples) {
    const answer = await caller.patch(`${path}/${entry.id}`, sent);
    assert.equal(answer.status, 200, answer.text);
    expected = { ...expected, ...changed, version: expected.version + 1, updatedAt: answer.json.updatedAt };
    assert.deepEqual(answer.json, expected);
    assert.equal(answer.headers["etag"], `"${expected.version}"`);
    assert.deepEqual((await caller.get(`${path}/${entry.id}`)).json, expected);
  }
});

test("a change that changes nothing makes no version and no change row", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entry = await newEntry(caller, where, { tags: ["x"], startedAt: "2026-03-02T09:00:00.500Z" });

  const same = { ...where, startedAt: "2026-03-02T10:00:00.5+01:00", durationSeconds: 3600, tags: [" x ", "X"] };
  for (const body of [{}, same, { description: null }, { billable: null }, { userId: caller.userId }]) {
    assert.deepEqual((await caller.patch(`${path}/${entry.id}`, body)).json, entry, JSON.stringify(body));
  }
  assert.deepEqual(await changesOf(db, entry.id), ["time_entry.created"]);
  await caller.patch(`${path}/${entry.id}`, { description: "x" });
  assert.deepEqual(await changesOf(db, entry.id), ["time_entry.created", "time_entry.updated"]);
});

test("an invalid value is a 422 and changes nothing", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const examples: Record<string, unknown[]> = {
    projectId: [5, null],
    taskId: [null],
    userId: [null],
    startedAt: [null, "2026-03-02"],
    durationSeconds: [null, -1, 1.5, "5", 604_801],
    description: [5, "😀".repeat(2001), "\0", "\ud800"],
    tags: ["x"],
    billable: ["true", 0],
    externalRef: ["", "\ud800"],
    version: [2],
    deletedAt: [null],
    project_id: ["x"],
  };
  for (const [field, values] of Object.entries(examples)) {
    for (const value of values) {
      const answer = await caller.patch(`${path}/${entry.id}`, { billable: false, [field]: value });
      assertProblem(answer, 422, "validation_failed", [`/${field}`]);
    }
  }
  for (const raw of ["", "[]", "{"]) {
    assertProblem(await caller.send("PATCH", `${path}/${entry.id}`, undefined, { raw }), 400, "malformed_request");
  }
  assert.deepEqual((await caller.get(`${path}/${entry.id}`)).json, entry);
});

test("a move needs a project and a task that exist, belong together and accept entries", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const other = await newProject(caller);
  const foreign = await newProject(stranger);
  const archived = await newProject(caller);
  const closed = await newProject(caller, {}, { status: "done" });
  await caller.patch(`/v1/projects/${archived.projectId}`, { status: "archived" });
  const change = (body: object) => caller.patch(`${path}/${entry.id}`, body);

  assertProblem(await change({ projectId: "proj_0" }), 404, "not_found", ["/projectId"]);
  assertProblem(await change(foreign), 404, "not_found", ["/projectId"]);
  assertProblem(await change({ taskId: "\ud800" }), 404, "not_found", ["/taskId"]);
  assertProblem(await change({ taskId: foreign.taskId }), 404, "not_found", ["/taskId"]);
  assertProblem(await change({ userId: stranger.userId }), 404, "not_found", ["/userId"]);
  assertProblem(await change({ projectId: other.projectId }), 422, "task_not_in_project", ["/taskId"]);
  assertProblem(await change({ taskId: other.taskId }), 422, "task_not_in_project", ["/taskId"]);
  assertProblem(await change(archived), 422, "project_archived", ["/projectId"]);
  assertProblem(await change(closed), 422, "task_done", ["/taskId"]);
  assert.deepEqual((await caller.get(`${path}/${entry.id}`)).json, entry);
});

test("an entry that isn't moved can be corrected, even in an archived project or a closed task", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const member = await newMember(caller, "member");
  const where = await newProject(caller);
  const entry = await newEntry(caller, where);
  await caller.patch(`/v1/tasks/${where.taskId}`, { status: "done" });
  await caller.patch(`/v1/projects/${where.projectId}`, { status: "archived" });

  const changed = await caller.patch(`${path}/${entry.id}`, { ...where, durationSeconds: 60, userId: member.userId });

  assert.partialDeepStrictEqual(changed.json, { durationSeconds: 60, userId: member.userId, version: 2 });
});

test("If-Match allows a change only for the current state", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const url = `${path}/${entry.id}`;

  for (const tag of ['"0"', '"2"', 'W/"1"', "1", ""]) {
    assertProblem(await caller.patch(url, { description: "x" }, { "if-match": tag }), 412, "precondition_failed");
  }
  assertProblem(await caller.patch(url, {}, { "if-match": '"9"' }), 412, "precondition_failed");
  assertProblem(await caller.delete(url, { "if-match": '"9"' }), 412, "precondition_failed");
  const changed = await caller.patch(url, { description: "y" }, { "if-match": '"0", "1"' });
  assert.partialDeepStrictEqual(changed.json, { description: "y", version: 2 });
  assert.equal((await caller.delete(url, { "if-match": "*" })).status, 204);
});

test("a stale If-Match comes after invalid or unknown values and before refusals by state", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const archived = await newProject(caller);
  await newEntry(caller, where, { externalRef: "taken" });
  await caller.patch(`/v1/projects/${archived.projectId}`, { status: "archived" });
  const entry = await newEntry(caller, where);
  const change = (body: object) => caller.patch(`${path}/${entry.id}`, body, { "if-match": '"9"' });

  assertProblem(await change({ taskId: "task_0", durationSeconds: -1 }), 422, "validation_failed");
  assertProblem(await change({ taskId: "task_0" }), 404, "not_found", ["/taskId"]);
  assertProblem(await change({ userId: "user_0" }), 404, "not_found", ["/userId"]);
  assertProblem(await change(archived), 412, "precondition_failed");
  assertProblem(await change({ projectId: archived.projectId }), 412, "precondition_failed");
  assertProblem(await change({ externalRef: "taken" }), 412, "precondition_failed");
});

test("concurrent changes are all made, each with its own version", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => caller.patch(`${path}/${entry.id}`, { description: `change ${index}` })),
  );
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  const versions = answers.map((answer) => answer.json.version as number).toSorted((a, b) => a - b);
  assert.deepEqual(
    versions,
    Array.from({ length: 12 }, (_, index) => index + 2),
  );
  assert.equal((await changesOf(db, entry.id)).length, 13);
  const last = answers.find((answer) => answer.json.version === 13);
  assert.deepEqual((await caller.get(`${path}/${entry.id}`)).json, last?.json);
});

test("one of several concurrent changes with the same If-Match is made", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      caller.patch(`${path}/${entry.id}`, { description: `change ${index}` }, { "if-match": '"1"' }),
    ),
  );

  assert.deepEqual(
    answers.map((answer) => answer.status).toSorted((a, b) => a - b),
    [200, ...Array<number>(7).fill(412)],
  );
  assert.equal((await caller.get(`${path}/${entry.id}`)).json.version, 2);
});
