import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Answer, type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";
const withKey = (value: string) => ({ "idempotency-key": value });

/** The parts of a reply that a replay must repeat. */
function essence({ status, text, headers }: Answer) {
  const { location, etag, "content-type": contentType, "content-length": length } = headers;
  return { status, text, location, etag, contentType, length };
}

async function countEntries(caller: Caller): Promise<number> {
  return (await caller.get(`${path}?limit=200`)).json.data.length;
}

test("a repeated request gets the first reply's bytes, and is done once", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const body = entryBody(await newProject(caller), { description: "ü 😀 \u2028" });

  const first = await caller.post(path, body, withKey("a"));
  const second = await caller.post(`${path}/`, body, withKey("a"));

  assert.equal(first.status, 201);
  assert.equal(first.headers["idempotent-replayed"], undefined);
  assert.equal(second.headers["idempotent-replayed"], "true");
  assert.deepEqual(essence(second), essence(first));
  assert.notEqual(second.headers["x-request-id"], first.headers["x-request-id"]);
  assert.equal(await countEntries(caller), 1);
  const plain = await caller.post(path, body);
  assert.deepEqual(Object.keys(plain.json), Object.keys(first.json));
});

test("every POST can be repeated: each kind of resource, a batch, timer starts and stops, a restore", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entry = (await caller.post(path, entryBody(where))).json;
  await caller.delete(`${path}/${entry.id}`);
  const requests: [string, unknown][] = [
    ["/v1/clients", { name: "ACME" }],
    ["/v1/projects", { name: "Shop" }],
    [`/v1/projects/${where.projectId}/tasks`, { name: "Test" }],
    [`${path}/batch`, { entries: [entryBody(where), entryBody(where)] }],
    [`${path}/${entry.id}/restore`, undefined],
    ["/v1/timer", where],
    ["/v1/timer/stop", undefined],
  ];
  for (const [url, body] of requests) {
    const first = await caller.post(url, body, withKey("same"));
    assert.ok([200, 201].includes(first.status), first.text);
    const second = await caller.post(url, body, withKey("same"));
    assert.equal(second.headers["idempotent-replayed"], "true", url);
    assert.deepEqual(essence(second), essence(first), url);
  }
  // The restored entry, two entries from the batch, and one from the timer.
  assert.equal(await countEntries(caller), 4);
  assertProblem(await caller.get("/v1/timer"), 404, "not_found");
});

test("a reply is not replayed to a member whose role now shows less, and nothing is done twice", async () => {
  const { db, newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "manager");
  const where = await newProject(owner);
  const become = (role: string) =>
    db.query(sql`update members set role = ${role} where org_id = ${owner.orgId} and user_id = ${member.userId}`);
  // Another member's entry with amounts; a `member` may see neither.
  const body = entryBody(where, { userId: owner.userId });
  const first = await member.post(path, body, withKey("a"));
  assert.equal(first.json.amountMinor, 0);

  await become("member");
  assertProblem(await member.post(path, body, withKey("a")), 422, "idempotency_mismatch");
  assert.equal(await countEntries(owner), 1);
  await become("manager");
  assert.deepEqual(essence(await member.post(path, body, withKey("a"))), essence(first));
});

test("another body under the same key is 422, down to its spaces", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const raw = '{"name":"ACME"}';
  const send = (text: string) => caller.send("POST", "/v1/clients", undefined, { raw: text, headers: withKey("a") });
  assert.equal((await send(raw)).status, 201);

  for (const other of ['{"name": "ACME"}', '{"name":"Acme"}', "{}", "{", ""]) {
    assertProblem(await send(other), 422, "idempotency_mismatch");
  }
  assert.equal((await send(raw)).headers["idempotent-replayed"], "true");
});

test("a key applies to one API key and one path", async () => {
  const { newOrganization, newKey } = await testApp();
  const caller = await newOrganization();
  const other = await newKey(caller, ["projects:write", "time-entries:write"]);
  const send = (by: Caller, url: string) => by.post(url, { name: "x" }, withKey("a"));

  const answers = [
    await send(caller, "/v1/clients"),
    await send(other, "/v1/clients"),
    await send(caller, "/v1/projects"),
    await send(await newOrganization(), "/v1/clients"),
    await caller.post("/v1/clients", { name: "x" }, withKey("A")),
  ];

  for (const answer of answers)
    assert.deepEqual([answer.status, answer.headers["idempotent-replayed"]], [201, undefined]);
});

test("only successes are stored: after a refusal the same key does the work", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  await caller.patch(`/v1/projects/${where.projectId}`, { status: "archived" });
  const body = entryBody(where);

  assertProblem(await caller.post(path, body, withKey("a")), 422, "project_archived");
  assertProblem(await caller.post(path, body, withKey("a")), 422, "project_archived");
  assertProblem(await caller.post(path, { ...body, durationSeconds: -1 }, withKey("a")), 422, "validation_failed");
  await caller.patch(`/v1/projects/${where.projectId}`, { status: "active" });
  const done = await caller.post(path, body, withKey("a"));
  assert.deepEqual([done.status, done.headers["idempotent-replayed"]], [201, undefined]);
});

test("while the first request runs a second is a 409 that asks to retry in a second", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const send = (value: string) => caller.post(path, entryBody(where), withKey(value));
  const blocking = await hold(
    db,
    sql`select 1 from tasks where org_id = ${caller.orgId} and id = ${where.taskId} for update`,
  );
  const first = send("a");
  await blocking.untilItBlocks(1);

  const second = await send("a");

  assertProblem(second, 409, "idempotency_in_progress");
  assert.equal(second.headers["retry-after"], "1");
  await blocking.commit();
  assert.equal((await first).status, 201);
  const third = await send("a");
  assert.deepEqual(essence(third), essence(await first));
  assert.equal(third.headers["idempotent-replayed"], "true");
});

test("of many equal concurrent requests one is done, and the others are replays or asked to wait", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);

  const answers = await Promise.all(Array.from({ length: 10 }, () => caller.post("/v1/timer", where, withKey("a"))));

  const done = answers.filter(({ status, headers }) => status === 201 && headers["idempotent-replayed"] === undefined);
  assert.equal(done.length, 1);
  for (const answer of answers) {
    if (answer.status === 201) assert.equal(answer.text, done[0]?.text);
    else assertProblem(answer, 409, "idempotency_in_progress");
  }
  assert.equal(await countEntries(caller), 0);
});

test("a key is 1 to 255 printable characters, bare or quoted", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const send = (value: string) => caller.post("/v1/clients", { name: "x" }, withKey(value));

  for (const value of ["x", "a b~!{}:;,/?", "k".repeat(255), `"${"q".repeat(255)}"`]) {
    assert.equal((await send(value)).status, 201, value);
    assert.equal((await send(value)).headers["idempotent-replayed"], "true", value);
  }
  assert.equal((await send('"x"')).headers["idempotent-replayed"], "true");
  for (const value of ["", '""', "k".repeat(256), `"${"q".repeat(256)}"`, "é", "a\tb"]) {
    assertProblem(await send(value), 422, "validation_failed", ["/Idempotency-Key"]);
  }
});

test("a replay comes after 401, 429 and 403, and before the state of the resource in the path", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const manager = await newMember(owner, "manager");
  const where = await newProject(manager);
  const url = `/v1/projects/${where.projectId}/tasks`;
  const first = await manager.post(url, { name: "x" }, withKey("a"));
  await manager.delete(`/v1/projects/${where.projectId}`);
  assertProblem(await manager.post(url, { name: "x" }, withKey("b")), 404, "not_found");
  assert.deepEqual(essence(await manager.post(url, { name: "x" }, withKey("a"))), essence(first));

  await db.query(sql`
    update members set role = 'viewer' where org_id = ${owner.orgId} and user_id = ${manager.userId}`);
  assertProblem(await manager.post(url, { name: "x" }, withKey("a")), 403, "forbidden");
  await db.query(sql`update api_keys set revoked_at = now() where id = ${manager.keyId}`);
  assertProblem(await manager.post(url, { name: "x" }, withKey("a")), 401, "revoked_api_key");
});

test("a replay counts against the rate limit", async () => {
  const { newOrganization } = await newTestApp({ rateLimit: { perMinute: 1, burst: 1 }, monotonicMs: () => 0 });
  const caller = await newOrganization();
  const send = () => caller.post("/v1/clients", { name: "x" }, withKey("a"));
  assert.equal((await send()).status, 201);
  assert.equal((await send()).headers["idempotent-replayed"], "true");
  assertProblem(await send(), 429, "rate_limited");
});

test("a reply is forgotten after 24 hours, and the key can be used again", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const send = (name: string) => caller.post("/v1/clients", { name }, withKey("a"));
  const age = (age: string) =>
    db.query(sql`
    update idempotent_replies set created_at = now() - ${age}::interval where org_id = ${caller.orgId}`);
  const first = await send("x");

  await age("23 hours 59 minutes");
  assert.equal((await send("x")).text, first.text);
  await age("24 hours");
  const second = await send("y");
  assert.deepEqual([second.status, second.headers["idempotent-replayed"]], [201, undefined]);
  assert.equal((await send("y")).text, second.text);
});

test("other methods ignore the header", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  const url = `/v1/projects/${projectId}`;
  for (const name of ["a", "b"]) {
    const answer = await caller.patch(url, { name }, withKey("k"));
    assert.deepEqual([answer.json.name, answer.headers["idempotent-replayed"]], [name, undefined]);
  }
  assert.equal((await caller.get(url, withKey(""))).status, 200);
  assert.equal((await caller.delete(url, withKey("é"))).status, 204);
});
