import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries/batch";

test("a batch creates its entries and returns them in the order sent", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const caller = await newOrganization();
  const member = await newMember(caller, "member");
  const where = await newProject(caller);
  const entries = [
    entryBody(where, { description: "a", durationSeconds: 3 }),
    entryBody(where, { description: "b", durationSeconds: 1, userId: member.userId, tags: ["x"], externalRef: "r" }),
    entryBody(where, { description: "c", durationSeconds: 2, billable: false, startedAt: "2026-03-02T10:00:00+01:00" }),
  ];

  const made = await caller.post(path, { entries });

  assert.equal(made.status, 201);
  assert.deepEqual(Object.keys(made.json), ["data"]);
  const expected = entries.map((entry) => ({ ...entry, startedAt: "2026-03-02T09:00:00Z" }));
  assert.partialDeepStrictEqual(made.json.data, expected);
  for (const entry of made.json.data) {
    assert.deepEqual((await caller.get(`/v1/time-entries/${entry.id}`)).json, entry);
  }
  const changes = await db.query<{ target_id: string }>(sql`
    select target_id from changes where org_id = ${caller.orgId} and action = 'time_entry.created'`);
  assert.equal(changes.length, 3);
});

test("a batch may have 500 entries; 501 or none are a 422", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entries = Array.from({ length: 501 }, (_, index) => entryBody(where, { durationSeconds: index }));

  assertProblem(await caller.post(path, { entries }), 422, "validation_failed", ["/entries"]);
  assertProblem(await caller.post(path, { entries: [] }), 422, "validation_failed", ["/entries"]);
  const made = await caller.post(path, { entries: entries.slice(1) });
  assert.equal(made.status, 201);
  assert.deepEqual(
    made.json.data.map((entry: { durationSeconds: number }) => entry.durationSeconds),
    Array.from({ length: 500 }, (_, index) => index + 1),
  );
});

test("a body that isn't a batch is a 400 if something is missing, else a 422", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();

  assertProblem(await caller.post(path), 400, "malformed_request");
  assertProblem(await caller.post(path, []), 400, "malformed_request");
  assertProblem(await caller.post(path, {}), 400, "missing_field", ["/entries"]);
  assertProblem(await caller.post(path, { entries: {} }), 422, "validation_failed", ["/entries"]);
  assertProblem(await caller.post(path, { entries: [5] }), 422, "validation_failed", ["/entries/0"]);
});

test("every bad entry is reported, and a missing field makes it a 400", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const { startedAt: _left, ...incomplete } = entryBody(where);
  const entries = [
    entryBody(where),
    entryBody(where, { durationSeconds: -1, tags: ["a", 5] }),
    incomplete,
    entryBody({ ...where, taskId: "task_0" }),
    entryBody(where, { colour: "red" }),
  ];

  const named = ["/entries/1/durationSeconds", "/entries/1/tags/1", "/entries/3/taskId", "/entries/4/colour"];
  const answer = await caller.post(path, { entries });
  assertProblem(answer, 400, "missing_field", [...named, "/entries/2/startedAt"]);
  const complete = entries.with(2, entryBody(where));
  assertProblem(await caller.post(path, { entries: complete }), 422, "validation_failed", named);
  assert.deepEqual((await caller.get("/v1/time-entries")).json.data, []);
});

test("refusals by state are a 422 before unknown ids, and all of them are reported", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const closed = await newProject(caller, {}, { status: "done" });
  const archived = await newProject(caller);
  await caller.patch(`/v1/projects/${archived.projectId}`, { status: "archived" });
  const unknown = [
    entryBody({ ...where, projectId: "proj_0" }),
    entryBody(where),
    entryBody({ ...where, taskId: "\0" }),
    entryBody(where, { userId: "user_0" }),
  ];
  const named = ["/entries/0/projectId", "/entries/2/taskId", "/entries/3/userId"];

  assertProblem(await caller.post(path, { entries: unknown }), 404, "not_found", named);
  const mixed = [...unknown, entryBody(closed), entryBody(archived), entryBody({ ...where, taskId: closed.taskId })];
  const refused = await caller.post(path, { entries: mixed });
  const all = [...named, "/entries/4/taskId", "/entries/5/projectId", "/entries/6/taskId"];
  assertProblem(refused, 422, "task_done", all);
  assert.deepEqual((await caller.get("/v1/time-entries")).json.data, []);
});

test("a reference that is in use, or twice in the batch, is a 409", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  await newEntry(caller, where, { externalRef: "old" });
  const refs = ["a", null, "old", "b", "a", "a"];
  const entries = refs.map((externalRef) => entryBody(where, { externalRef }));

  const named = ["/entries/2/externalRef", "/entries/4/externalRef", "/entries/5/externalRef"];
  assertProblem(await caller.post(path, { entries }), 409, "external_ref_taken", named);
  assert.equal((await caller.get("/v1/time-entries")).json.data.length, 1);
});

test("an unknown project comes before a reference in use, and both are reported", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const closed = await newProject(caller, {}, { status: "done" });
  await newEntry(caller, where, { externalRef: "old" });
  const taken = entryBody(where, { externalRef: "old" });
  const unknown = entryBody({ ...where, projectId: "proj_0" });

  const named = ["/entries/0/externalRef", "/entries/1/projectId"];
  assertProblem(await caller.post(path, { entries: [taken, unknown] }), 404, "not_found", named);
  const refused = await caller.post(path, { entries: [taken, unknown, entryBody(closed)] });
  assertProblem(refused, 422, "task_done", [...named, "/entries/2/taskId"]);
});

test("of batches that race for the same references, one is stored completely", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const refs = ["a", "b", "c", "d"];
  const batch = (order: string[]) => ({ entries: order.map((externalRef) => entryBody(where, { externalRef })) });

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => caller.post(path, batch(index % 2 === 0 ? refs : refs.toReversed()))),
  );

  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  const every = refs.map((_, index) => `/entries/${index}/externalRef`);
  for (const answer of answers) if (answer.status !== 201) assertProblem(answer, 409, "external_ref_taken", every);
  assert.equal((await caller.get("/v1/time-entries")).json.data.length, 4);
});
