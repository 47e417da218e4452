import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

test("each of the four document fields is required", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const body = entryBody(await newProject(caller));

  for (const field of Object.keys(body)) {
    const { [field]: _left, ...rest } = body as Record<string, unknown>;
    assertProblem(await caller.post(path, rest), 400, "missing_field", [`/${field}`]);
  }
  const pointers = Object.keys(body).map((field) => `/${field}`);
  assertProblem(await caller.post(path, {}), 400, "missing_field", pointers);
});

test("a body that isn't a JSON object is a 400", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();

  for (const raw of ["{", "[]", "null", '"a"', "1", '{"durationSeconds":1,"durationSeconds":2}', "\xff"]) {
    assertProblem(
      await caller.send("POST", path, undefined, { raw: Buffer.from(raw, "latin1") }),
      400,
      "malformed_request",
    );
  }
  assertProblem(await caller.post(path), 400, "malformed_request");
  const empty = { raw: "", headers: { "content-type": "text/plain" } };
  assertProblem(await caller.send("POST", path, undefined, empty), 400, "malformed_request");
});

test("an invalid value is a 422 with its field", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const body = entryBody(await newProject(caller));
  const long = (characters: number) => "😀".repeat(characters);
  const examples: [string, unknown[]][] = [
    ["projectId", [5, null, {}, [], true]],
    ["taskId", [5, null]],
    ["userId", [5, null]],
    ["startedAt", [null, 0, "", "2026-03-02", "2026-03-02T09:00:00", "2026-02-30T09:00:00Z", "2026-03-02T24:00:01Z"]],
    ["startedAt", ["2016-12-31T23:59:60Z", "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "2026-03-02T09:00:00Z\0"]],
    ["durationSeconds", [null, -1, 1.5, "5", 604_801, true, 1e21]],
    ["description", [5, long(2001), "a\0b", "a\ud800b", "\udc00"]],
    ["tags", ["a", {}, Array.from({ length: 21 }, (_, index) => `t${index}`)]],
    ["tags/0", [[5], [null], [""], ["  "], [long(51)], ["a\0"], ["\ud83d"]]],
    ["billable", ["true", 1, 0]],
    ["externalRef", [5, "", long(256), "a\0", "\udfff"]],
    ["id", ["time_1"]],
    ["endedAt", ["2026-03-02T10:00:00Z"]],
    ["billableSeconds", [1]],
    ["__proto__x", [1]],
  ];
  for (const [field, values] of examples) {
    for (const value of values) {
      const answer = await caller.post(path, { ...body, [field.split("/")[0] as string]: value });
      assertProblem(answer, 422, "validation_failed", [`/${field}`]);
    }
  }
  assert.deepEqual((await caller.get(path)).json.data, []);
});

test("a create without a task says where tasks are, and field names of other time trackers get a hint with ours", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const { taskId: _, ...withoutTask } = entryBody(where);
  const missing = await caller.post(path, withoutTask);
  assertProblem(missing, 400, "missing_field", ["/taskId"]);
  assert.match(missing.json.detail, /GET \/v1\/projects\/\{id\}\/tasks lists .*POST \/v1\/timer.* General\.$/);
  const inBatch = await caller.post(`${path}/batch`, { entries: [entryBody(where), withoutTask] });
  assert.match(inBatch.json.errors[0].message, /^is required\. GET \/v1\/projects/);
  for (const [name, says] of [
    ["endedAt", /send durationSeconds: endedAt is startedAt plus the duration/],
    ["end_time", /send durationSeconds/],
    ["duration", /send durationSeconds, in whole seconds/],
    ["start", /send startedAt/],
    ["notes", /send description/],
  ] as const) {
    const answer = await caller.post(path, { ...entryBody(where), [name]: 1 });
    assertProblem(answer, 422, "validation_failed", [`/${name}`]);
    assert.match(answer.json.detail, says);
  }
});

test("values at their limits are stored unchanged", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const tags = Array.from({ length: 20 }, (_, index) => `${index}${"😀".repeat(48)}`);
  const examples: object[] = [
    { durationSeconds: 0 },
    { durationSeconds: 604_800 },
    { description: "😀".repeat(2000) },
    { description: "é".repeat(2000) },
    { tags },
    { tags: ["😀".repeat(50)] },
    { externalRef: "😀".repeat(255) },
    { startedAt: "1970-01-01T00:00:00Z" },
    { startedAt: "2199-12-31T23:59:59.999Z" },
  ];
  for (const example of examples) {
    const { id } = await newEntry(caller, where, example);
    assert.partialDeepStrictEqual((await caller.get(`${path}/${id}`)).json, example);
  }
  assert.equal(
    (await newEntry(caller, where, { startedAt: "2199-12-31T23:59:59Z", durationSeconds: 1 })).endedAt,
    "2200-01-01T00:00:00Z",
  );
});

test("startedAt is stored to the millisecond, shown in UTC, and endedAt follows from it", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const examples = [
    ["2026-03-01T09:00:00Z", "2026-03-01T09:00:00Z", "2026-03-01T10:00:00Z"],
    ["2026-03-01T09:00:00.120Z", "2026-03-01T09:00:00.120Z", "2026-03-01T10:00:00.120Z"],
    ["2026-03-01T09:00:00.001999Z", "2026-03-01T09:00:00.001Z", "2026-03-01T10:00:00.001Z"],
    ["2026-03-01T23:30:00+05:45", "2026-03-01T17:45:00Z", "2026-03-01T18:45:00Z"],
    ["2024-02-29T23:30:00-08:00", "2024-03-01T07:30:00Z", "2024-03-01T08:30:00Z"],
  ] as const;
  for (const [sent, startedAt, endedAt] of examples) {
    assert.partialDeepStrictEqual(await newEntry(caller, where, { startedAt: sent }), { startedAt, endedAt });
  }
});

test("tags are trimmed, and tags that differ only in case are the same", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);

  const { tags } = await newEntry(caller, where, { tags: [" Deep work ", "deep WORK", "Büro", "BÜRO", "x"] });

  assert.deepEqual(tags, ["Deep work", "Büro", "x"]);
});

test("an unknown project, task or member is a 404 with its field", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const where = await newProject(caller);
  const foreign = await newProject(stranger);

  for (const id of ["", "proj_0", "\0", "\ud800", "x".repeat(5000), "'; drop table projects", where.taskId]) {
    assertProblem(await caller.post(path, entryBody({ ...where, projectId: id })), 404, "not_found", ["/projectId"]);
  }
  for (const id of ["\0", "task_0", where.projectId, foreign.taskId]) {
    assertProblem(await caller.post(path, entryBody({ ...where, taskId: id })), 404, "not_found", ["/taskId"]);
  }
  for (const userId of ["", "me", "\0", "user_0", stranger.userId]) {
    assertProblem(await caller.post(path, entryBody(where, { userId })), 404, "not_found", ["/userId"]);
  }
  assertProblem(await caller.post(path, entryBody(foreign)), 404, "not_found", ["/projectId"]);
});

test("a task of another project, an archived project and a closed task are 422", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const open = await newProject(caller);
  const archived = await newProject(caller);
  const closed = await newProject(caller, {}, { status: "done" });
  await caller.patch(`/v1/projects/${archived.projectId}`, { status: "archived" });

  const mixed = { projectId: open.projectId, taskId: closed.taskId };
  assertProblem(await caller.post(path, entryBody(mixed)), 422, "task_not_in_project", ["/taskId"]);
  assertProblem(await caller.post(path, entryBody(archived)), 422, "project_archived", ["/projectId"]);
  assertProblem(await caller.post(path, entryBody(closed)), 422, "task_done", ["/taskId"]);
  const both = { projectId: archived.projectId, taskId: open.taskId };
  assertProblem(await caller.post(path, entryBody(both)), 422, "task_not_in_project", ["/taskId"]);
});

test("of several faults, the first in the order of checks is reported", async () => {
  const { newOrganization, newKey } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const reader = await newKey(caller, ["time-entries:read"]);
  await newEntry(caller, where, { externalRef: "taken" });
  const html = { raw: "<a>", headers: { "content-type": "text/html" } };
  const largeHtml = { raw: Buffer.alloc(1_048_577, " "), headers: { "content-type": "text/html" } };

  assertProblem(await reader.post(path, {}), 403, "insufficient_scope");
  assertProblem(await reader.send("POST", path, undefined, largeHtml), 403, "insufficient_scope");
  assertProblem(await caller.send("POST", path, undefined, largeHtml), 415, "unsupported_media_type");
  assertProblem(await caller.send("POST", path, undefined, html), 415, "unsupported_media_type");
  assertProblem(await caller.post(path, { ...where, durationSeconds: "5" }), 400, "missing_field");
  const invalidAndUnknown = { ...entryBody(where), taskId: "task_0", durationSeconds: -1 };
  assertProblem(await caller.post(path, invalidAndUnknown), 422, "validation_failed", ["/durationSeconds"]);
  const unknownAndTaken = { ...entryBody(where), taskId: "task_0", externalRef: "taken" };
  assertProblem(await caller.post(path, unknownAndTaken), 404, "not_found");
});

test("a body is JSON whatever the case and parameters of its type", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const raw = JSON.stringify(entryBody(await newProject(caller)));

  for (const type of ["application/json; charset=utf-8", "Application/JSON;charset=UTF-8", "application/json ; a=b"]) {
    assert.equal(
      (await caller.send("POST", path, undefined, { raw, headers: { "content-type": type } })).status,
      201,
      type,
    );
  }
  for (const type of [
    "",
    "text/plain",
    "application/jsonp",
    "application/x-www-form-urlencoded",
    "application/merge-patch+json",
  ]) {
    const answer = await caller.send("POST", path, undefined, { raw, headers: { "content-type": type } });
    assertProblem(answer, 415, "unsupported_media_type");
  }
});
