import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("a client needs a name, and the rest has defaults", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();

  const made = await caller.post("/v1/clients", { name: "ACME" });

  assert.equal(made.status, 201);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  assert.match(id, /^client_[0-9a-z]+$/);
  assert.equal(made.headers["location"], `/v1/clients/${id}`);
  assert.ok(Date.parse(createdAt) <= Date.parse(updatedAt));
  assert.deepEqual(rest, {
    name: "ACME",
    note: "",
    archived: false,
    unbilledAmountMinor: 0,
    unbilledSeconds: 0,
    version: 1,
  });
  const read = await caller.get(`/v1/clients/${id}`);
  assert.deepEqual([read.json, read.headers["etag"]], [made.json, '"1~0.0"']);
  assertProblem(await caller.post("/v1/clients", {}), 400, "missing_field", ["/name"]);
});

test("every field of a client is kept, changed and cleared, and a change of nothing makes no version", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  let expected = (await caller.post("/v1/clients", { name: "ACME", note: "n", archived: true })).json;
  assert.partialDeepStrictEqual(expected, { name: "ACME", note: "n", archived: true });
  const url = `/v1/clients/${expected.id}`;
  for (const [change, changed] of [
    [{ name: "Acme Ltd" }, { name: "Acme Ltd" }],
    [{ note: null }, { note: "" }],
    [{ archived: false }, { archived: false }],
  ] as const) {
    const answer = await caller.patch(url, change);
    expected = { ...expected, ...changed, version: expected.version + 1, updatedAt: answer.json.updatedAt };
    assert.deepEqual(answer.json, expected);
  }
  assert.deepEqual((await caller.patch(url, { note: null, archived: false })).json, expected);
  assertProblem(await caller.patch(url, { note: "x" }, { "if-match": '"1"' }), 412, "precondition_failed");
  for (const [pointer, value] of [
    ["/name", " "],
    ["/name", null],
    ["/note", "😀".repeat(2001)],
    ["/archived", null],
    ["/archived", "yes"],
    ["/email", "x"],
  ] as const) {
    const body = { name: "x", [pointer.slice(1)]: value };
    assertProblem(await caller.patch(url, body), 422, "validation_failed", [pointer]);
    assertProblem(await caller.post("/v1/clients", body), 422, "validation_failed", [pointer]);
  }
});

test("clients are listed newest first and filtered by archived and text", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const [name, archived] of [
    ["A%", false],
    ["ab", true],
    ["c", false],
  ] as const) {
    await caller.post("/v1/clients", { name, archived });
  }
  const names = async (query: string) =>
    (await caller.get(`/v1/clients?${query}`)).json.data.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(""), ["c", "ab", "A%"]);
  assert.deepEqual(await names("archived=false"), ["c", "A%"]);
  assert.deepEqual(await names("archived=true"), ["ab"]);
  assert.deepEqual(await names("q=a"), ["ab", "A%"]);
  assert.deepEqual(await names("q=a%25"), ["A%"]);
});

test("a client with projects is 409 with their count, one without is deleted once", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const client = (await caller.post("/v1/clients", { name: "ACME" })).json;
  const { projectId } = await newProject(caller, { clientId: client.id, status: "active" });
  const url = `/v1/clients/${client.id}`;

  const refused = await caller.delete(url);
  assertProblem(refused, 409, "in_use");
  assert.match(refused.json.detail, /has 1 project\./);
  assertProblem(await caller.delete(url, { "if-match": '"9"' }), 412, "precondition_failed");
  await caller.patch(`/v1/projects/${projectId}`, { clientId: null });
  assert.equal((await caller.delete(url)).status, 204);
  assertProblem(await caller.delete(url), 404, "not_found");
});

test("a project for a client that is being deleted waits, and then finds no client", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  for (const send of [
    (clientId: string) => caller.post("/v1/projects", { name: "x", clientId }),
    (clientId: string) => caller.patch(`/v1/projects/${projectId}`, { clientId }),
  ]) {
    const id: string = (await caller.post("/v1/clients", { name: "ACME" })).json.id;
    const deleting = await hold(db, sql`delete from clients where org_id = ${caller.orgId} and id = ${id}`);
    const sending = send(id);
    await deleting.untilItBlocks(1);
    await deleting.commit();
    assertProblem(await sending, 404, "not_found", ["/clientId"]);
  }
});
