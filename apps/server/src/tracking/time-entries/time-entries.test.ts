import assert from "node:assert/strict";
import { test } from "node:test";
import { entryBody, newEntry, newProject } from "#test/factories.ts";
import { testApp } from "#test/test-app.ts";

test("a created entry comes back as it was sent, with id and createdAt", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);

  const made = await caller.post("/v1/time-entries", entryBody(where));

  assert.equal(made.status, 201);
  assert.match(made.json.id, /^time_[0-9a-z]+$/);
  assert.equal(made.headers["location"], `/v1/time-entries/${made.json.id}`);
  assert.equal(made.headers["content-type"], "application/json");
  const { projectId, taskId, startedAt, durationSeconds, createdAt, userId } = made.json;
  assert.deepEqual(
    { projectId, taskId, startedAt, durationSeconds, userId },
    { ...entryBody(where), userId: caller.userId },
  );
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual((await caller.get(`/v1/time-entries/${made.json.id}`)).json, made.json);
  assert.deepEqual((await newEntry(caller, where)).tags, []);
});
