import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("tags are counted regardless of case, shown in their latest spelling, most used first", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  await newEntry(caller, where, { tags: ["deep work", "x"], startedAt: "2026-03-01T09:00:00Z" });
  await newEntry(caller, where, { tags: ["Deep Work"], startedAt: "2026-03-03T09:00:00Z" });
  await newEntry(caller, where, { tags: ["DEEP WORK", "a"], startedAt: "2026-03-02T09:00:00.5Z" });

  const { status, json } = await caller.get("/v1/tags");

  assert.equal(status, 200);
  assert.deepEqual(json, {
    data: [
      { name: "Deep Work", count: 3, lastUsedAt: "2026-03-03T09:00:00Z" },
      { name: "a", count: 1, lastUsedAt: "2026-03-02T09:00:00.500Z" },
      { name: "x", count: 1, lastUsedAt: "2026-03-01T09:00:00Z" },
    ],
  });
});

test("a tag is gone once no entry has it", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const kept = await newEntry(caller, where, { tags: ["a", "b"] });
  const deleted = await newEntry(caller, where, { tags: ["c"] });
  await caller.delete(`/v1/time-entries/${deleted.id}`);
  await caller.patch(`/v1/time-entries/${kept.id}`, { tags: ["b"] });

  const names = async () => (await caller.get("/v1/tags")).json.data.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(), ["b"]);
  await caller.post(`/v1/time-entries/${deleted.id}/restore`);
  assert.deepEqual(await names(), ["b", "c"]);
});

test("a member sees the tags of its own entries, a viewer all, an organization never another's", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const viewer = await newMember(owner, "viewer");
  const stranger = await newOrganization();
  const where = await newProject(owner);
  await newEntry(owner, where, { tags: ["both", "owner's"] });
  await newEntry(member, where, { tags: ["both"] });
  await newEntry(stranger, await newProject(stranger), { tags: ["both"] });

  const counts = async (caller: typeof owner) =>
    (await caller.get("/v1/tags")).json.data.map(({ name, count }: { name: string; count: number }) => [name, count]);
  const all = [
    ["both", 2],
    ["owner's", 1],
  ];
  assert.deepEqual(await counts(owner), all);
  assert.deepEqual(await counts(viewer), all);
  assert.deepEqual(await counts(member), [["both", 1]]);
  assert.deepEqual(await counts(stranger), [["both", 1]]);
});

test("the list of tags has no parameters and needs the right to read entries", async () => {
  const { newOrganization, newKey } = await testApp();
  const caller = await newOrganization();
  assertProblem(await caller.get("/v1/tags?limit=1"), 422, "unknown_parameter", ["/limit"]);
  const key = await newKey(caller, ["time-entries:write", "projects:read"]);
  assertProblem(await key.get("/v1/tags"), 403, "insufficient_scope");
});
