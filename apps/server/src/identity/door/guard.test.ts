import assert from "node:assert/strict";
import { test } from "node:test";
import { newApiKey } from "#identity/api-keys/api-key-format.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";

test("a request without a known, valid and unexpired key is a 401 with Bearer", async () => {
  const { anonymous, newOrganization, newKey, db } = await testApp();
  const owner = await newOrganization();
  const expired = await newKey(owner, ["projects:read"], new Date(Date.now() - 1).toISOString());
  const revoked = await newKey(owner, ["projects:read"]);
  await db.query(sql`update api_keys set revoked_at = now() where org_id = ${owner.orgId} and id = ${revoked.keyId}`);
  const examples: [string | undefined, string][] = [
    [undefined, "missing_api_key"],
    ["", "missing_api_key"],
    ["Bearer", "invalid_api_key"],
    [`Basic ${owner.apiKey}`, "invalid_api_key"],
    ["Bearer stint_000000000000000000000000000000000000", "invalid_api_key"],
    [`Bearer ${newApiKey()}`, "invalid_api_key"],
    [`Bearer ${expired.apiKey}`, "expired_api_key"],
    [`Bearer ${revoked.apiKey}`, "revoked_api_key"],
  ];
  for (const [authorization, code] of examples) {
    const headers = authorization === undefined ? {} : { authorization };
    for (const [method, path] of [
      ["GET", "/v1/projects"],
      ["POST", "/v1/projects"],
      ["PUT", "/v1/projects"],
      ["GET", "/v1/unknown"],
      ["DELETE", "/v1/projects/proj_0"],
      ["OPTIONS", "/v1/time-entries"],
    ] as const) {
      const answer = await anonymous.send(method, path, undefined, { headers });
      assertProblem(answer, 401, code);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
      assert.equal(answer.headers["ratelimit"], undefined);
      assert.equal(answer.headers["ratelimit-policy"], undefined);
    }
  }
});

test("a key works until the exact moment of its expiry", async () => {
  const clock = { now: new Date("2026-03-02T09:00:00Z") };
  const { newOrganization, newKey } = await newTestApp({ now: () => clock.now });
  const key = await newKey(await newOrganization(), ["projects:read"], "2026-03-02T10:00:00Z");

  clock.now = new Date("2026-03-02T09:59:59.999Z");
  assert.equal((await key.get("/v1/projects")).status, 200);
  clock.now = new Date("2026-03-02T10:00:00Z");
  assertProblem(await key.get("/v1/projects"), 401, "expired_api_key");
});

test("another method on a known path is a 405 that lists the possible ones", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const examples = [
    ["PUT", "/v1/time-entries", "GET, HEAD, POST"],
    ["DELETE", "/v1/time-entries/", "GET, HEAD, POST"],
    ["PUT", "/v1/time-entries/time_0", "DELETE, GET, HEAD, PATCH"],
    ["POST", "/v1/time-entries/time_0", "DELETE, GET, HEAD, PATCH"],
    ["PUT", "/v1/time-entries/batch", "PATCH, POST"],
    ["GET", "/v1/time-entries/batch/delete", "POST"],
    ["DELETE", "/v1/time-entries/batch/restore", "POST"],
    ["GET", "/v1/time-entries/time_0/restore", "POST"],
    ["PUT", "/v1/timer", "DELETE, GET, HEAD, PATCH, POST"],
    ["GET", "/v1/timer/stop", "POST"],
    ["POST", "/v1/tags", "GET, HEAD"],
    ["POST", "/v1/tasks/task_0?x=1", "DELETE, GET, HEAD, PATCH"],
    ["DELETE", "/v1/projects/proj_0/tasks", "GET, HEAD, POST"],
    ["DELETE", "/v1/organization", "GET, HEAD, PATCH"],
    ["OPTIONS", "/v1/clients", "GET, HEAD, POST"],
  ] as const;
  for (const [method, path, allow] of examples) {
    const answer = await caller.send(method, path);
    assertProblem(answer, 405, "method_not_allowed");
    assert.equal(answer.headers["allow"], allow, `${method} ${path}`);
  }
});

test("an unknown path is a 404 for every method, whatever its body", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const path of [
    "/v1/",
    "/v1",
    "/v1/unknown",
    "/v1/projects/proj_0/other",
    "/v1/timer/x",
    "/v1//projects",
    "/v1/%ff",
  ]) {
    assertProblem(await caller.get(path), 404, "not_found");
    const body = { raw: "<a>", headers: { "content-type": "text/html" } };
    assertProblem(await caller.send("POST", path, undefined, body), 404, "not_found");
  }
});

test("a valid request id is returned, otherwise one is generated", async () => {
  const { newOrganization, anonymous } = await testApp();
  const caller = await newOrganization();
  for (const id of ["a", "req-1/2:3", "x".repeat(128)]) {
    assert.equal((await caller.get("/v1/projects", { "x-request-id": id })).headers["x-request-id"], id);
    const refused = await anonymous.send("GET", "/v1/projects", undefined, { headers: { "x-request-id": id } });
    assert.deepEqual([refused.headers["x-request-id"], refused.json.requestId], [id, id]);
  }
  const made = new Set<string | undefined>();
  for (const id of ["", "a b", "x".repeat(129), "é", "a\tb"]) {
    made.add((await caller.get("/v1/projects", { "x-request-id": id })).headers["x-request-id"]);
  }
  assert.equal(made.size, 5);
  for (const id of made) assert.match(id ?? "", /^[0-9a-f-]{36}$/);
});

test("the request id and the key are written with the change", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  await caller.post("/v1/clients", { name: "x" }, { "x-request-id": "my-request" });
  const rows = await db.query(sql`
    select user_id, key_id, request_id from changes where org_id = ${caller.orgId} and action = 'client.created'`);
  assert.deepEqual(rows, [{ user_id: caller.userId, key_id: caller.keyId, request_id: "my-request" }]);
});

test("problems are plain JSON for a client that accepts only that", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const problem = "application/problem+json";
  for (const [accept, type] of [
    ["application/json", "application/json"],
    ["text/html, application/json;q=0.9", "application/json"],
    ["application/json, application/problem+json", problem],
    ["application/json, */*", problem],
    ["*/*", problem],
    ["text/html", problem],
  ] as const) {
    const answer = await caller.get("/v1/unknown", { accept });
    assert.deepEqual(
      [answer.status, answer.headers["content-type"], answer.json.code],
      [404, type, "not_found"],
      accept,
    );
  }
});

test("a body may have up to 1 MiB, and no content coding", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const padded = (bytes: number) => ({ raw: '{"name":"x"}'.padEnd(bytes, " ") });

  assert.equal((await caller.send("POST", "/v1/clients", undefined, padded(1_048_576))).status, 201);
  assertProblem(await caller.send("POST", "/v1/clients", undefined, padded(1_048_577)), 413, "payload_too_large");
  const coded = { raw: '{"name":"x"}', headers: { "content-encoding": "gzip" } };
  assertProblem(await caller.send("POST", "/v1/clients", undefined, coded), 415, "unsupported_media_type");
});
