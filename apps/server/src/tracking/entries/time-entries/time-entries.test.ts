import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("a created entry is returned as sent, with id and createdAt", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);

  const made = await caller.post("/v1/time-entries", entryBody(where));

  assert.equal(made.status, 201);
  assert.match(made.json.id, /^time_[0-9a-z]+$/);
  assert.equal(made.headers["location"], `/v1/time-entries/${made.json.id}`);
  assert.equal(made.headers["content-type"], "application/json");
  assert.equal(made.headers["etag"], '"1"');
  const { id, createdAt, updatedAt, ...rest } = made.json;
  assert.deepEqual(rest, {
    ...entryBody(where),
    endedAt: "2026-03-02T10:00:00Z",
    userId: caller.userId,
    description: "",
    tags: [],
    billable: true,
    billableSeconds: 3600,
    rateMinor: 0,
    rateSource: "none",
    amountMinor: 0,
    costRateMinor: 0,
    costRateSource: "none",
    costMinor: 0,
    externalRef: null,
    source: "api",
    billed: false,
    locked: false,
    version: 1,
    deletedAt: null,
  });
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.ok(Date.parse(updatedAt) - Date.parse(createdAt) <= 5);
  assert.deepEqual((await caller.get(`/v1/time-entries/${id}`)).json, made.json);
});

test("every field that can be sent is stored", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const member = await newMember(caller, "member");
  const sent = {
    ...entryBody(where),
    userId: member.userId,
    description: "Wrote the é 😀 \n\t report",
    tags: ["Deep work", "Büro"],
    billable: false,
    externalRef: "jira:1/2?ü",
  };

  const made = await newEntry(caller, where, sent);

  assert.partialDeepStrictEqual(made, { ...sent, billableSeconds: 0 });
  assert.deepEqual((await caller.get(`/v1/time-entries/${made.id}`)).json, made);
});

test("null for an optional field is the same as leaving it out", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);

  const made = await newEntry(caller, where, { description: null, tags: null, billable: null, externalRef: null });

  const { description, tags, billable, externalRef } = made;
  assert.deepEqual(
    { description, tags, billable, externalRef },
    { description: "", tags: [], billable: true, externalRef: null },
  );
});

test("one entry is read with its ETag, may be cached by its caller, and is not sent again while unchanged", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const path = `/v1/time-entries/${entry.id}`;

  const read = await caller.get(path);
  assert.deepEqual(
    [read.status, read.headers["etag"], read.headers["cache-control"]],
    [200, '"1"', "private, no-cache"],
  );
  for (const tags of ['"1"', '"0", "1"', 'W/"1"', "*"]) {
    const again = await caller.get(path, { "if-none-match": tags });
    assert.deepEqual([again.status, again.text, again.headers["etag"]], [304, "", '"1"'], tags);
  }
  await caller.patch(path, { durationSeconds: 60 });
  const changed = await caller.get(path, { "if-none-match": '"1"' });
  assert.deepEqual([changed.status, changed.headers["etag"], changed.json.version], [200, '"2"', 2]);
});

test("HEAD and a trailing slash behave like GET", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));

  for (const path of ["/v1/time-entries", `/v1/time-entries/${entry.id}`]) {
    const read = await caller.get(path);
    const head = await caller.send("HEAD", path);
    assert.deepEqual([head.status, head.text], [200, ""]);
    for (const name of ["content-type", "content-length", "etag", "cache-control"]) {
      assert.equal(head.headers[name], read.headers[name], `${path} ${name}`);
    }
    assert.equal((await caller.get(`${path}/`)).text, read.text);
  }
  assert.equal((await caller.send("HEAD", "/v1/time-entries/time_0")).status, 404);
});

test("an unknown id is a 404 in any form, for every method", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  const foreign = await newEntry(stranger, await newProject(stranger));
  const { projectId } = await newProject(caller);

  for (const id of [foreign.id, projectId, "time_0", "1", "%00", "%F0%9F%98%80", "%zz", "a".repeat(10_000), "..%2f"]) {
    const path = `/v1/time-entries/${id}`;
    assertProblem(await caller.get(path), 404, "not_found");
    assertProblem(await caller.patch(path, { description: "x" }), 404, "not_found");
    assertProblem(await caller.delete(path), 404, "not_found");
    assertProblem(await caller.post(`${path}/restore`), 404, "not_found");
  }
  assert.equal((await stranger.get(`/v1/time-entries/${foreign.id}`)).json.version, 1);
});

test("the id in the path is checked before the body, but after the body's type and size", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const path = "/v1/time-entries/time_0";

  assertProblem(await caller.send("PATCH", path, undefined, { raw: "{" }), 404, "not_found");
  assertProblem(await caller.patch(path, { durationSeconds: "5", other: 1 }), 404, "not_found");
  assertProblem(await caller.patch(path), 404, "not_found");
  const text = { raw: "{}", headers: { "content-type": "text/plain" } };
  assertProblem(await caller.send("PATCH", path, undefined, text), 415, "unsupported_media_type");
  const large = { raw: Buffer.alloc(1_048_577, " ") };
  assertProblem(await caller.send("PATCH", path, undefined, large), 413, "payload_too_large");
});
