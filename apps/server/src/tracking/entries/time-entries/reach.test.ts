import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";
const idsOf = (answer: { json: { data: { id: string }[] } }) => answer.json.data.map((entry) => entry.id);

test("a member sees only their entries in lists, whatever the query", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  const others = await newEntry(owner, where, { externalRef: "r" });
  const own = await newEntry(member, where);

  assert.deepEqual(idsOf(await member.get(path)), [own.id]);
  for (const query of [`userId=${owner.userId}`, "externalRef=r", "userId=user_0"]) {
    assert.deepEqual(idsOf(await member.get(`${path}?${query}`)), [], query);
  }
  for (const query of ["userId=me", `userId=${owner.userId}&userId=me`, `userId=${member.userId}`]) {
    assert.deepEqual(idsOf(await member.get(`${path}?${query}`)), [own.id], query);
  }
  await owner.delete(`${path}/${others.id}`);
  assert.deepEqual(idsOf(await member.get(`${path}?includeDeleted=true`)), [own.id]);
});

test("a member is refused another's entry before the body is read", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const entry = await newEntry(owner, await newProject(owner));
  const url = `${path}/${entry.id}`;

  assertProblem(await member.get(url), 403, "forbidden");
  assertProblem(await member.patch(url, { durationSeconds: "5" }), 403, "forbidden");
  assertProblem(await member.send("PATCH", url, undefined, { raw: "{" }), 403, "forbidden");
  assertProblem(await member.patch(url, { description: "x" }, { "if-match": '"9"' }), 403, "forbidden");
  assertProblem(await member.delete(url), 403, "forbidden");
  assertProblem(await member.post(`${url}/restore`, { a: 1 }), 403, "forbidden");
  await owner.delete(url);
  assertProblem(await member.post(`${url}/restore`), 403, "forbidden");
});

test("a member writes only their own entries", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  const own = await newEntry(member, where);
  const forOwner = entryBody(where, { userId: owner.userId });

  assertProblem(await member.post(path, forOwner), 403, "forbidden", ["/userId"]);
  assertProblem(await member.post(path, forOwner, { "idempotency-key": "k" }), 403, "forbidden", ["/userId"]);
  const batch = { entries: [entryBody(where), forOwner] };
  assertProblem(await member.post(`${path}/batch`, batch), 403, "forbidden", ["/entries/1/userId"]);
  assertProblem(await member.patch(`${path}/${own.id}`, { userId: owner.userId }), 403, "forbidden", ["/userId"]);
  assert.equal((await newEntry(member, where, { userId: member.userId })).userId, member.userId);
  assert.equal((await owner.get(path)).json.data.length, 2);
});

test("a viewer reads everything and writes nothing", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const viewer = await newMember(owner, "viewer");
  const where = await newProject(owner);
  const entry = await newEntry(owner, where, { tags: ["x"] });
  const url = `${path}/${entry.id}`;

  assert.deepEqual(idsOf(await viewer.get(path)), [entry.id]);
  const { rateMinor, rateSource, amountMinor, costRateMinor, costRateSource, costMinor, ...withoutMoney } = entry;
  assert.deepEqual(
    [rateMinor, rateSource, amountMinor, costRateMinor, costRateSource, costMinor],
    [0, "none", 0, 0, "none", 0],
  );
  assert.deepEqual((await viewer.get(url)).json, withoutMoney);
  assert.equal((await viewer.get("/v1/tags")).json.data.length, 1);
  assertProblem(await viewer.post(path, entryBody(where)), 403, "forbidden");
  assertProblem(await viewer.post(`${path}/batch`, { entries: [entryBody(where)] }), 403, "forbidden");
  assertProblem(await viewer.patch(url, {}), 403, "forbidden");
  assertProblem(await viewer.delete(url), 403, "forbidden");
  assertProblem(await viewer.post(`${url}/restore`), 403, "forbidden");
  assertProblem(await viewer.post("/v1/timer", { projectId: where.projectId }), 403, "forbidden");
  assertProblem(await viewer.post("/v1/timer/stop"), 403, "forbidden");
});

test("owner, admin and manager write the entries of others", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  for (const writer of [owner, await newMember(owner, "admin"), await newMember(owner, "manager")]) {
    const made = await newEntry(writer, where, { userId: member.userId });
    assert.equal(made.userId, member.userId);
    assert.ok(idsOf(await writer.get(path)).includes(made.id));
    assert.equal((await writer.patch(`${path}/${made.id}`, { description: "x" })).status, 200);
    assert.equal((await writer.delete(`${path}/${made.id}`)).status, 204);
    assert.equal((await writer.post(`${path}/${made.id}/restore`)).status, 200);
    assert.equal((await writer.get(`${path}/${made.id}`)).status, 200);
  }
});

test("a key can do what its scopes allow and no more, whatever its member's role", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  const entry = await newEntry(owner, where);
  const url = `${path}/${entry.id}`;
  const reader = await newKey(owner, ["time-entries:read"]);
  const writer = await newKey(owner, ["time-entries:write"]);
  const none = await newKey(owner, []);

  assert.equal((await reader.get(url)).status, 200);
  assert.equal((await reader.get("/v1/tags")).status, 200);
  assert.equal((await reader.get("/v1/timer")).status, 404);
  assertProblem(await reader.patch(url, {}), 403, "insufficient_scope");
  assertProblem(await reader.get("/v1/projects"), 403, "insufficient_scope");
  assert.equal((await writer.patch(url, { description: "x" })).status, 200);
  assert.equal((await writer.post(path, entryBody(where))).status, 201);
  assertProblem(await writer.get(path), 403, "insufficient_scope");
  const refused = await none.get(path);
  assertProblem(refused, 403, "insufficient_scope");
  assert.match(refused.json.detail, /time-entries:read/);
});

test("a removed right takes effect with the next request", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const manager = await newMember(owner, "manager");
  const entry = await newEntry(owner, await newProject(owner));
  assert.equal((await manager.get(`${path}/${entry.id}`)).status, 200);

  await db.query(sql`
    update members set role = 'member' where org_id = ${manager.orgId} and user_id = ${manager.userId}`);

  assertProblem(await manager.get(`${path}/${entry.id}`), 403, "forbidden");
});
