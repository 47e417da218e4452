import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newClient, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";
import { asInEvents } from "#test/worlds/as-in-events.ts";

const path = "/v1/projects/changes";
const begin = "1970-01-01T00:00:00Z";

async function sync(caller: Caller, since?: string): Promise<{ data: Json[]; syncedTo: string }> {
  const answer = await caller.get(`${path}?limit=2000${since === undefined ? "" : `&since=${since}`}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

const told = ({ data }: { data: Json[] }): string[] =>
  data.map(({ kind, gone, id, object }) => `${kind} ${gone === true ? `gone ${id}` : object.id}`);

/**
 * Waits until `syncedTo` is later than every write so far. A run from an earlier `syncedTo` would return changes of
 * the same millisecond again.
 */
async function settled(caller: Caller): Promise<string> {
  for (;;) {
    const { data, syncedTo } = await sync(caller);
    const last = data.at(-1)?.object.updatedAt ?? begin;
    if (Date.parse(syncedTo) > Date.parse(last)) return syncedTo;
  }
}

test("a first run lists projects, tasks and clients in one page, a later one what changed", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const clientId = await newClient(owner);
  const { projectId, taskId } = await newProject(owner, { clientId });
  assert.deepEqual(told(await sync(owner)), [`client ${clientId}`, `project ${projectId}`, `task ${taskId}`]);
  const since = await settled(owner);

  assert.deepEqual((await sync(owner, since)).data, []);
  const renamed = (await owner.patch(`/v1/projects/${projectId}`, { name: "Renamed" })).json;
  assert.deepEqual((await sync(owner, since)).data, [{ kind: "project", object: asInEvents(renamed) }]);
});

test("a deleted project is gone with each of its tasks; a first run returns none", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const { projectId, taskId } = await newProject(owner);
  const clientId = await newClient(owner);
  const since = await settled(owner);
  for (const target of [`projects/${projectId}`, `clients/${clientId}`])
    assert.equal((await owner.delete(`/v1/${target}`)).status, 204);

  const later = await sync(owner, since);
  assert.deepEqual(
    told(later).toSorted(),
    [`client gone ${clientId}`, `project gone ${projectId}`, `task gone ${taskId}`].toSorted(),
  );
  for (const change of later.data) assert.deepEqual(Object.keys(change), ["kind", "id", "gone", "updatedAt"]);
  assert.deepEqual((await sync(owner)).data, []);
});

test("syncedTo misses no project, task or client that was being written or deleted when it was requested", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  const clientId = await newClient(owner);
  const { projectId, taskId } = await newProject(owner, { clientId });
  const since = await settled(owner);
  const tables = [
    ["clients", clientId],
    ["projects", projectId],
    ["tasks", taskId],
  ] as const;
  const statements = {
    clients: sql`update clients set name = 'touched', updated_at = clock_timestamp() where id = ${clientId}`,
    projects: sql`update projects set name = 'touched', updated_at = clock_timestamp() where id = ${projectId}`,
    tasks: sql`update tasks set name = 'touched', updated_at = clock_timestamp() where id = ${taskId}`,
  };
  for (const [table, id] of tables) {
    const writing = await hold(db, statements[table]);
    // This project's transaction commits while `writing` is still open.
    await newProject(owner);
    const during = await sync(owner, since);
    assert.equal(
      during.data.some(({ object }) => object?.id === id && object.name === "touched"),
      false,
    );
    await writing.commit();
    const after = await sync(owner, during.syncedTo);
    assert.equal(after.data.find(({ object }) => object?.id === id)?.object.name, "touched", table);
  }
});

test("a member never gets hidden projects, not even when they are deleted", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const hidden = await newProject(owner, { visibility: "members" });
  assert.deepEqual(told(await sync(member)), []);
  const since = await settled(owner);
  await owner.patch(`/v1/tasks/${hidden.taskId}`, { name: "Renamed" });
  const brief = await newProject(owner, { visibility: "members" });
  for (const { projectId } of [hidden, brief])
    assert.equal((await owner.delete(`/v1/projects/${projectId}`)).status, 204);
  assert.deepEqual(told(await sync(member, since)), []);
});

test("a project that is hidden is gone with its tasks, and comes with them when it is shown again", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const { projectId, taskId } = await newProject(owner);
  const since = await settled(member);
  await owner.patch(`/v1/projects/${projectId}`, { visibility: "members" });
  assert.deepEqual(told(await sync(member, since)), [`project gone ${projectId}`, `task gone ${taskId}`]);

  const hiddenSince = await settled(owner);
  await owner.patch(`/v1/projects/${projectId}`, { memberIds: [member.userId] });
  const shown = new Set(told(await sync(member, hiddenSince)));
  assert.deepEqual(shown, new Set([`project ${projectId}`, `task ${taskId}`]));
});

test("a project that was hidden and then deleted is gone for members who saw it before", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const { projectId, taskId } = await newProject(owner);
  const since = await settled(member);
  await owner.patch(`/v1/projects/${projectId}`, { visibility: "members" });
  await owner.delete(`/v1/projects/${projectId}`);
  assert.deepEqual(
    new Set(told(await sync(member, since))),
    new Set([`project gone ${projectId}`, `task gone ${taskId}`]),
  );
});

test("another role gets the projects of that role, with or without their budgets in money", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const changing = await newMember(owner, "manager");
  const priced = await newProject(owner, { budget: { kind: "amount", amountMinor: 5000 } });
  const hidden = await newProject(owner, { visibility: "members" });
  const { data } = await sync(changing);
  assert.equal(data.find(({ object }) => object.id === priced.projectId)?.object.budget.amountMinor, 5000);
  const since = await settled(changing);

  await owner.patch(`/v1/members/${changing.userId}`, { role: "member" });
  const later = await sync(changing, since);
  assert.ok(told(later).includes(`project gone ${hidden.projectId}`));
  assert.ok(told(later).includes(`task gone ${hidden.taskId}`));
  const shown = later.data.find(({ object }) => object?.id === priced.projectId)?.object;
  assert.equal(shown?.id, priced.projectId);
  assert.equal("budget" in shown, false);
});

test("pages contain up to 2,000; a cursor continues only with its since", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  for (let count = 0; count < 2; count++) await newProject(owner);
  assertProblem(await owner.get(`${path}?limit=2001`), 422, "validation_failed", ["/limit"]);
  assertProblem(await owner.get(`${path}?since=yesterday`), 422, "validation_failed", ["/since"]);
  const first = (await owner.get(`${path}?limit=1`)).json;
  const second = (await owner.get(`${path}?limit=1&cursor=${first.nextCursor}`)).json;
  assert.equal(second.syncedTo, first.syncedTo);
  assertProblem(await owner.get(`${path}?since=${begin}&cursor=${first.nextCursor}`), 422, "validation_failed", [
    "/cursor",
  ]);
});
