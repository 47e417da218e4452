import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/rates";

async function newRate(caller: Caller, rate: object): Promise<Json> {
  const made = await caller.post(path, { kind: "billable", rateMinor: 9000, ...rate });
  assert.equal(made.status, 201, made.text);
  return made.json;
}

test("a rate is created for each scope, read, and deleted", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId, taskId } = await newProject(caller);
  const { userId } = caller;
  const none = { userId: null, projectId: null, taskId: null };
  for (const [scope, ids] of [
    ["organization", {}],
    ["member", { userId }],
    ["project", { projectId }],
    ["projectMember", { projectId, userId }],
    ["task", { taskId }],
  ] as const) {
    const made = await caller.post(path, { kind: "cost", scope, ...ids, rateMinor: 4000 });
    assert.equal(made.status, 201, made.text);
    const { id, createdAt, updatedAt, ...rest } = made.json;
    assert.match(id, /^rate_[0-9a-f]{32}$/);
    assert.equal(createdAt, updatedAt);
    const expected = { kind: "cost", scope, ...none, ...ids, rateMinor: 4000, effectiveFrom: "1970-01-01", version: 1 };
    assert.deepEqual(rest, expected);
    assert.deepEqual([made.headers["location"], made.headers["etag"]], [`${path}/${id}`, '"1"']);
    const read = await caller.get(`${path}/${id}`);
    assert.deepEqual([read.status, read.json, read.headers["etag"]], [200, made.json, '"1"']);
    // A rate from a reply is a valid request, even with its nulls.
    const { id: _id, createdAt: _at, updatedAt: _then, version: _version, ...fields } = read.json;
    assert.equal((await caller.post(path, { ...fields, effectiveFrom: "2026-03-01" })).status, 201);

    assertProblem(await caller.delete(`${path}/${id}`, { "if-match": '"2"' }), 412, "precondition_failed");
    assert.equal((await caller.delete(`${path}/${id}`, { "if-match": '"1"' })).status, 204);
    assertProblem(await caller.delete(`${path}/${id}`), 404, "not_found");
    assertProblem(await caller.get(`${path}/${id}`), 404, "not_found");
  }
});

test("a body without required fields is a 400, one with invalid values a 422", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const valid = { kind: "billable", scope: "organization", rateMinor: 9000 };
  assertProblem(await caller.post(path, {}), 400, "missing_field", ["/kind", "/scope", "/rateMinor"]);
  for (const [field, values] of [
    ["kind", ["amount", null, 1]],
    ["scope", ["client", null]],
    ["rateMinor", [-1, 0.5, 10_000_000_001, 1e21, "9000", null]],
    ["effectiveFrom", ["1969-12-31", "2200-01-01", "2026-02-30", "2026-3-1", "2026-03-01T00:00:00Z", "", null, 0]],
    ["userId", [1]],
    ["currency", ["EUR"]],
  ] as const) {
    for (const value of values) {
      const answer = await caller.post(path, { ...valid, [field]: value });
      assertProblem(answer, 422, "validation_failed", [`/${field}`]);
    }
  }
  assert.equal((await caller.post(path, { ...valid, rateMinor: 10_000_000_000 })).status, 201);
  assert.equal((await caller.post(path, { ...valid, rateMinor: 0, effectiveFrom: "2199-12-31" })).status, 201);
});

test("a rate has exactly the ids of its scope", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId, taskId } = await newProject(caller);
  const ids: Record<string, string> = { userId: caller.userId, projectId, taskId };
  const needs: Record<string, string[]> = {
    organization: [],
    member: ["userId"],
    project: ["projectId"],
    projectMember: ["projectId", "userId"],
    task: ["taskId"],
  };
  for (const [scope, needed] of Object.entries(needs)) {
    const named = Object.fromEntries(needed.map((field) => [field, ids[field]]));
    const body = { kind: "billable", scope, rateMinor: 9000, ...named };
    for (const field of Object.keys(ids)) {
      const code = needed.includes(field) ? "required" : "not_allowed";
      const wrong = { ...body, [field]: needed.includes(field) ? undefined : ids[field] };
      const answer = await caller.post(path, wrong);
      assertProblem(answer, 422, "validation_failed", [`/${field}`]);
      assert.equal(answer.json.errors[0].code, code, answer.text);
    }
    assert.equal((await caller.post(path, body)).status, 201);
  }
});

test("the objects of a rate must exist here, and foreign ids look like unknown ones", async () => {
  const { newOrganization } = await testApp();
  const [caller, stranger] = [await newOrganization(), await newOrganization()];
  const foreign = await newProject(stranger);
  const theirs = await newRate(stranger, { scope: "project", projectId: foreign.projectId });
  for (const [scope, field, id] of [
    ["member", "userId", stranger.userId],
    ["project", "projectId", foreign.projectId],
    ["task", "taskId", foreign.taskId],
  ] as const) {
    for (const given of [id, `${id}0`, "", "\u0000", "no id"]) {
      const answer = await caller.post(path, { kind: "billable", scope, [field]: given, rateMinor: 1 });
      assertProblem(answer, 404, "not_found", [`/${field}`]);
    }
  }
  assertProblem(await caller.get(`${path}/${theirs.id}`), 404, "not_found");
  assertProblem(await caller.delete(`${path}/${theirs.id}`), 404, "not_found");
  for (const filter of [`projectId=${foreign.projectId}`, `userId=${stranger.userId}`, `taskId=${foreign.taskId}`]) {
    const { status, json } = await caller.get(`${path}?${filter}`);
    assert.deepEqual([status, json], [200, { data: [], nextCursor: null }]);
  }
  assert.deepEqual((await caller.get(path)).json.data, []);
  assert.deepEqual((await stranger.get(path)).json.data, [theirs]);
});

test("a second rate of one kind for the same object and day is a 409, until the first is deleted", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  const body = { kind: "billable", scope: "project", projectId, rateMinor: 9000, effectiveFrom: "2026-03-01" };
  const { id } = await newRate(caller, body);

  const answer = await caller.post(path, { ...body, rateMinor: 12_000 });

  assertProblem(answer, 409, "rate_exists", ["/effectiveFrom"]);
  assert.match(answer.json.detail, /Delete it, or choose another effectiveFrom/);
  assert.equal((await caller.post(path, { ...body, effectiveFrom: "2026-03-02" })).status, 201);
  assert.equal((await caller.post(path, { ...body, kind: "cost" })).status, 201);
  const both = { ...body, scope: "projectMember", userId: caller.userId };
  assert.equal((await caller.post(path, both)).status, 201);
  assert.equal((await caller.delete(`${path}/${id}`)).status, 204);
  assert.equal((await caller.post(path, { ...body, rateMinor: 12_000 })).status, 201);
  const answers = await Promise.all(Array.from({ length: 8 }, () => caller.post(path, { ...both, kind: "cost" })));
  const statuses = answers.map(({ status }) => status).toSorted((x, y) => x - y);
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
});

test("rates are listed newest first, in pages, and by any of the values of each filter", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const other = await newMember(caller, "member");
  const [a, b] = [await newProject(caller), await newProject(caller)];
  const made = [
    await newRate(caller, { scope: "organization" }),
    await newRate(caller, { scope: "organization", kind: "cost" }),
    await newRate(caller, { scope: "member", userId: caller.userId }),
    await newRate(caller, { scope: "member", userId: other.userId }),
    await newRate(caller, { scope: "project", projectId: a.projectId }),
    await newRate(caller, { scope: "projectMember", projectId: b.projectId, userId: other.userId }),
    await newRate(caller, { scope: "task", taskId: b.taskId, kind: "cost" }),
  ];
  const find = async (query: string) => {
    const { status, json, text } = await caller.get(`${path}?${query}`);
    assert.equal(status, 200, text);
    return json.data.map((rate: Json) => made.findIndex(({ id }) => id === rate.id));
  };
  for (const [query, found] of [
    ["", [6, 5, 4, 3, 2, 1, 0]],
    ["kind=cost", [6, 1]],
    ["kind=cost&kind=billable", [6, 5, 4, 3, 2, 1, 0]],
    ["scope=member&scope=task", [6, 3, 2]],
    [`userId=${other.userId}`, [5, 3]],
    ["userId=me", [2]],
    [`projectId=${a.projectId}&projectId=${b.projectId}`, [5, 4]],
    [`projectId=${b.projectId}&userId=${caller.userId}`, []],
    [`taskId=${b.taskId}`, [6]],
    ["taskId=task_0", []],
    [`taskId=task_0,${b.taskId}`, [6]],
    ["kind=cost,billable", [6, 5, 4, 3, 2, 1, 0]],
  ] as const) {
    assert.deepEqual(await find(query), found, query);
  }
  const seen: Json[] = [];
  let next = `${path}?limit=2&kind=billable`;
  for (let pages = 1; ; pages++) {
    const { json, headers } = await caller.get(next);
    seen.push(...json.data);
    if (json.nextCursor === null) break;
    next = /^<(.+)>; rel="next"$/.exec(headers["link"] ?? "")?.[1] ?? assert.fail("there is a link to the next page");
    assert.ok(pages < 4);
  }
  assert.deepEqual(seen, [made[5], made[4], made[3], made[2], made[0]]);
  assertProblem(await caller.get(`${path}?kind=hourly`), 422, "validation_failed", ["/kind"]);
  assertProblem(await caller.get(`${path}?scope=all`), 422, "validation_failed", ["/scope"]);
  assertProblem(await caller.get(`${path}?user=x`), 422, "unknown_parameter", ["/user"]);
});

test("creating or deleting a rate leaves every entry unchanged", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const rate = await newRate(caller, { scope: "organization" });
  const entry = await newEntry(caller, where);
  assert.deepEqual([entry.rateMinor, entry.amountMinor], [9000, 9000]);

  await newRate(caller, { scope: "project", projectId: where.projectId, rateMinor: 20_000 });
  assert.equal((await caller.delete(`${path}/${rate.id}`)).status, 204);

  assert.deepEqual((await caller.get(`/v1/time-entries/${entry.id}`)).json, entry);
});

test("rates are deleted with their project or task", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId, taskId } = await newProject(caller);
  const rates = [
    await newRate(caller, { scope: "project", projectId }),
    await newRate(caller, { scope: "task", taskId }),
  ];
  assert.equal((await caller.delete(`/v1/projects/${projectId}`)).status, 204);
  for (const { id } of rates) assertProblem(await caller.get(`${path}/${id}`), 404, "not_found");
});

test("a repeated create with its Idempotency-Key returns the same rate and creates no second one", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const body = { kind: "billable", scope: "organization", rateMinor: 9000 };
  const first = await caller.post(path, body, { "idempotency-key": "once" });
  const again = await caller.post(path, body, { "idempotency-key": "once" });
  assert.deepEqual([again.status, again.text, again.headers["etag"]], [201, first.text, '"1"']);
  assert.equal(again.headers["idempotent-replayed"], "true");
  assert.equal((await caller.get(path)).json.data.length, 1);
});

test("a rate that is created while the time zone changes begins in the new one", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const held = await hold(db, sql`select change_entry_rules(${caller.orgId})`);
  await held.query(sql`update organizations set time_zone = 'America/New_York' where id = ${caller.orgId}`);

  const making = newRate(caller, { scope: "organization", effectiveFrom: "2026-03-01" });
  await held.untilItBlocks(1);
  await held.commit();

  const { id } = await making;
  const rows = await db.query(sql`select effective_at from rates where org_id = ${caller.orgId} and id = ${id}`);
  assert.deepEqual(rows, [{ effective_at: "2026-03-01T05:00:00Z" }]);
});
