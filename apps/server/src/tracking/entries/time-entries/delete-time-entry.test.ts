import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";
const dayMs = 86_400_000;

test("a deleted entry is gone for every operation but restore, and a second delete is 404", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller), { tags: ["x"] });
  const url = `${path}/${entry.id}`;

  const deleted = await caller.delete(url);

  assert.deepEqual([deleted.status, deleted.text, deleted.headers["content-type"]], [204, "", undefined]);
  assertProblem(await caller.delete(url), 404, "not_found");
  assertProblem(await caller.get(url), 404, "not_found");
  assertProblem(await caller.patch(url, { description: "x" }), 404, "not_found");
  assert.deepEqual((await caller.get(path)).json.data, []);
  assert.deepEqual((await caller.get("/v1/tags")).json.data, []);
});

test("a restored entry is unchanged, except for its version", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller), { tags: ["x"], externalRef: "r", description: "d" });
  const url = `${path}/${entry.id}`;
  await caller.delete(url);

  const restored = await caller.post(`${url}/restore`, {});

  assert.equal(restored.status, 200);
  assert.equal(restored.headers["etag"], '"3"');
  assert.deepEqual(restored.json, { ...entry, version: 3, updatedAt: restored.json.updatedAt });
  assert.ok(Date.parse(restored.json.updatedAt) > Date.parse(entry.updatedAt));
  assert.deepEqual((await caller.get(url)).json, restored.json);
});

test("restore refuses entries that aren't deleted, a stale If-Match first, and a non-empty body", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const restore = (body?: unknown, headers?: Record<string, string>) =>
    caller.post(`${path}/${entry.id}/restore`, body, headers);

  assertProblem(await restore({}, { "if-match": '"9"' }), 412, "precondition_failed");
  assertProblem(await restore(), 409, "not_deleted");
  assertProblem(await restore({ force: true }), 422, "validation_failed", ["/force"]);
  assertProblem(await restore([]), 400, "malformed_request");
  await caller.delete(`${path}/${entry.id}`);
  assertProblem(await restore({}, { "if-match": '"1"' }), 412, "precondition_failed");
  assert.equal((await restore({}, { "if-match": '"2"' })).status, 200);
});

test("an entry is restored into a project that has since been archived", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entry = await newEntry(caller, where);
  await caller.delete(`${path}/${entry.id}`);
  await caller.patch(`/v1/projects/${where.projectId}`, { status: "archived" });

  assert.equal((await caller.post(`${path}/${entry.id}/restore`)).status, 200);
});

test("an entry can be restored for 30 days and not a moment longer", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const kept = await newEntry(caller, where);
  const late = await newEntry(caller, where);
  const deletedAt = new Date(Date.now() - 30 * dayMs);
  await db.query(sql`
    update time_entries set deleted_at = ${deletedAt.toISOString()} where org_id = ${caller.orgId}`);
  const restoreAt = async (id: string, ms: number) => {
    const { app } = await newTestApp({ now: () => new Date(ms) });
    const { apiKey } = caller;
    const url = `${path}/${id}/restore`;
    return app.inject({ method: "POST", url, headers: { authorization: `Bearer ${apiKey}` } });
  };

  const tooLate = await restoreAt(late.id, deletedAt.getTime() + 30 * dayMs);
  assert.deepEqual([tooLate.statusCode, tooLate.json().code], [404, "not_found"]);
  assert.equal((await restoreAt(kept.id, deletedAt.getTime() + 30 * dayMs - 1)).statusCode, 200);
});

test("a list shows deleted entries on request", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const live = await newEntry(caller, where);
  const deleted = await newEntry(caller, where, { startedAt: "2026-03-02T08:00:00Z" });
  await caller.delete(`${path}/${deleted.id}`);

  const { data } = (await caller.get(`${path}?includeDeleted=true`)).json;

  const { deletedAt, updatedAt } = data[1];
  assert.deepEqual(data, [live, { ...deleted, version: 2, deletedAt, updatedAt }]);
  assert.ok(Math.abs(Date.parse(deletedAt) - Date.now()) < 60_000);
  assert.deepEqual((await caller.get(`${path}?includeDeleted=false`)).json.data, [live]);
});

test("of concurrent deletes one succeeds and the others find nothing", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));

  const deletes = await Promise.all(Array.from({ length: 8 }, () => caller.delete(`${path}/${entry.id}`)));
  assert.equal(deletes.filter(({ status }) => status === 204).length, 1);
  assert.equal(deletes.filter(({ status }) => status === 404).length, 7);
  const restores = await Promise.all(Array.from({ length: 8 }, () => caller.post(`${path}/${entry.id}/restore`)));
  assert.equal(restores.filter(({ status }) => status === 200).length, 1);
  assert.equal(restores.filter(({ status }) => status === 409).length, 7);
  const changes = await db.query<{ action: string }>(
    sql`select action from changes where org_id = ${caller.orgId} and target_id = ${entry.id} order by at, id`,
  );
  assert.deepEqual(
    changes.map(({ action }) => action),
    ["time_entry.created", "time_entry.deleted", "time_entry.restored"],
  );
});
