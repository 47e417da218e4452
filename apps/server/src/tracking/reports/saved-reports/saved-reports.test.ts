import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject, newSavedReport } from "#test/worlds/factories.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/saved-reports";
const summary = { report: "summary" };

test("a saved report keeps its query as it was sent, and is the caller's own unless shared", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  const query = {
    report: "summary",
    period: "lastMonth",
    tz: "Asia/Tokyo",
    groupBy: ["project", "date"],
    interval: "week",
    projectId: [projectId],
    userId: ["me"],
    tag: ["Design, again"],
    billable: true,
    q: "page",
  };
  const made = await caller.post(path, { name: "Hours", query });
  assert.equal(made.status, 201, made.text);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  assert.match(id, /^report_[0-9a-z]+$/);
  assert.deepEqual(rest, { name: "Hours", ownerId: caller.userId, shared: false, query, version: 1 });
  assert.equal(createdAt, updatedAt);
  assert.deepEqual((await caller.get(`${path}/${id}`)).json, made.json);
  assert.deepEqual((await caller.get(path)).json.data, [made.json]);
});

test("a saved report is changed with versions, and a change of nothing makes none", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const url = `${path}/${await newSavedReport(caller, { query: { report: "summary", period: "today", billable: true } })}`;
  assert.equal(
    (await caller.patch(url, { query: { billable: true, period: "today", report: "summary" } })).json.version,
    1,
  );
  const changed = await caller.patch(
    url,
    { name: "New", shared: true, query: { report: "budgets" } },
    { "if-match": '"1"' },
  );
  assert.partialDeepStrictEqual(changed.json, { name: "New", shared: true, query: { report: "budgets" }, version: 2 });
  assertProblem(await caller.patch(url, { name: "x" }, { "if-match": '"1"' }), 412, "precondition_failed");
  assertProblem(await caller.delete(url, { "if-match": '"1"' }), 412, "precondition_failed");
  assert.equal((await caller.get(url, { "if-none-match": '"2"' })).status, 304);
  const [event] = (await caller.get("/v1/audit-events?action=saved_report.updated")).json.data;
  assert.deepEqual(new Set(event.changes.map(({ field }: Json) => field)), new Set(["name", "shared", "query"]));
  assert.equal((await caller.delete(url)).status, 204);
  assertProblem(await caller.delete(url), 404, "not_found");
});

test("a private report exists for its owner only; a shared one is read by all and changed by managers", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const [manager, member, viewer] = [
    await newMember(owner, "manager"),
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
  ];
  const url = `${path}/${await newSavedReport(member)}`;
  for (const other of [owner, manager, viewer]) {
    assertProblem(await other.get(url), 404, "not_found");
    assertProblem(await other.get(`${url}/figures`), 404, "not_found");
    assert.deepEqual((await other.get(path)).json.data, []);
  }
  for (const other of [owner, manager]) {
    assertProblem(await other.patch(url, { name: "x" }), 404, "not_found");
    assertProblem(await other.delete(url), 404, "not_found");
  }
  assert.equal((await member.patch(url, { shared: true })).status, 200);
  const another = await newMember(owner, "member");
  for (const other of [owner, manager, viewer, another]) {
    assert.equal((await other.get(url)).json.ownerId, member.userId);
    assert.equal((await other.get(`${path}?shared=true`)).json.data.length, 1);
    assert.equal((await other.get(`${path}?shared=false`)).json.data.length, 0);
  }
  assertProblem(await viewer.post(path, { name: "x", query: summary }), 403, "forbidden");
  assertProblem(await another.patch(url, { name: 5 }), 403, "forbidden");
  assertProblem(await another.delete(url), 403, "forbidden");
  assert.equal((await manager.patch(url, { name: "By the manager" })).json.name, "By the manager");
  assert.equal((await manager.delete(url)).status, 204);
});

test("saved reports are found by name", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const name of ["Hours", "Costs 100%", "costs"]) await newSavedReport(caller, { name });
  const names = async (query: string) => (await caller.get(`${path}?${query}`)).json.data.map(({ name }: Json) => name);
  assert.deepEqual(await names(""), ["costs", "Costs 100%", "Hours"]);
  assert.deepEqual(await names("q=COSTS"), ["costs", "Costs 100%"]);
  assert.deepEqual(await names("q=0%25"), ["Costs 100%"]);
  const { nextCursor } = (await caller.get(`${path}?limit=2`)).json;
  assert.deepEqual(await names(`limit=2&cursor=${nextCursor}`), ["Hours"]);
});

test("a query with parameters that do not go together is refused at their place", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const url = `${path}/${await newSavedReport(caller)}`;
  for (const [pointer, query] of [
    ["/query/period", { report: "summary", period: "today", from: "2026-03-01" }],
    ["/query/period", { report: "budgets", period: "today" }],
    ["/query/interval", { report: "summary", interval: "week" }],
    ["/query/groupBy", { report: "detailed", groupBy: ["project"] }],
    ["/query/groupBy", { report: "weekly", groupBy: ["date"] }],
    ["/query/groupBy", { report: "weekly", groupBy: ["project", "user"] }],
    ["/query/userId", { report: "costs", userId: ["me"] }],
    ["/query/status", { report: "summary", status: ["active"] }],
    ["/query/projectId/0", { report: "summary", projectId: ["x"] }],
    ["/query/period", { report: "summary", period: "lastCentury" }],
    ["/query/tz", { report: "summary", tz: "Mars" }],
    ["/query/from", { report: "summary", from: "1 March" }],
    ["/query/other", { report: "summary", other: 1 }],
    ["/query/report", { report: "profit" }],
  ] as const) {
    assertProblem(await caller.post(path, { name: "x", query }), 422, "validation_failed", [pointer]);
    assertProblem(await caller.patch(url, { query }), 422, "validation_failed", [pointer]);
  }
  assertProblem(await caller.post(path, { name: "x" }), 400, "missing_field", ["/query"]);
  assertProblem(await caller.post(path, { query: summary }), 400, "missing_field", ["/name"]);
});

test("a session that began before a scope was added may use it, because the role decides", async () => {
  const { newOrganization, newSession, db } = await testApp();
  const session = await newSession(await newOrganization());
  await db.query(
    sql`update api_keys set scopes = '{reports:read}' where org_id = ${session.orgId} and id = ${session.keyId}`,
  );
  assert.equal((await session.post(path, { name: "Hours", query: summary })).status, 201);
});
