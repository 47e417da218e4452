import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { eachOperation, pathOf } from "#test/cases/operations.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { validRequest } from "#test/cases/valid-requests.ts";

test("a malformed id is 404 in every path, whatever else is wrong", async () => {
  const { app, newOrganization, newSession } = await testApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  await eachOperation(app, async (operation) => {
    if (operation.pathParameters.length === 0) return;
    const caller = operation.sessionOnly ? session : owner;
    const { ids, body } = await validRequest(operation, caller);
    for (const name of operation.pathParameters) {
      for (const malformed of ["\0", `${ids[name]}\0`, `${ids[name]}'`, "x".repeat(90), "_"]) {
        const path = pathOf(operation, { ...ids, [name]: malformed });
        for (const answer of [
          await caller.send(operation.method, path, body),
          await caller.send(operation.method, `${path}?foo=1`, operation.method === "GET" ? undefined : { foo: 1 }),
        ]) {
          assertProblem(answer, 404, "not_found");
        }
      }
    }
  });
});

test("a method that only an entry with that id would have is a 405 on the batch", async () => {
  const caller = await (await testApp()).newOrganization();
  for (const method of ["GET", "HEAD", "DELETE", "PUT"]) {
    for (const path of ["/v1/time-entries/batch", "/v1/time-entries/batch/?x=1"]) {
      const answer = await caller.send(method, path);
      assert.deepEqual([answer.status, answer.headers["allow"]], [405, "PATCH, POST"], `${method} ${path}`);
    }
  }
});

test("an integer in a query must be written in digits", async () => {
  const caller = await (await testApp()).newOrganization();
  for (const limit of ["0x10", "1e1", "%201", "1%20", "+1", "1.0", "", "1&limit=2", "-1", "9999999999"]) {
    assert.equal((await caller.get(`/v1/time-entries?limit=${limit}`)).status, 422, limit);
  }
  assert.equal((await caller.get("/v1/time-entries?limit=010")).status, 200);
});

test("a fresh row is created and updated at the same instant", async () => {
  const caller = await (await testApp()).newOrganization();
  const where = await newProject(caller);
  const rows = await Promise.all([
    caller.post("/v1/clients", { name: "Acme" }),
    ...Array.from({ length: 20 }, () => caller.post("/v1/projects", { name: "Website" })),
  ]);
  for (const { status, text, json } of rows) {
    assert.equal(status, 201, text);
    assert.equal(json.createdAt, json.updatedAt);
  }
  for (let index = 0; index < 20; index++) {
    const entry = await newEntry(caller, where);
    assert.equal(entry.createdAt, entry.updatedAt);
  }
});

test("a tampered cursor is a 422, whatever its content", async () => {
  const caller = await (await testApp()).newOrganization();
  const where = await newProject(caller);
  await newEntry(caller, where);
  await newEntry(caller, where);
  const { nextCursor } = (await caller.get("/v1/time-entries?limit=1")).json;
  const [bound, , id, synced] = JSON.parse(Buffer.from(nextCursor, "base64url").toString());
  for (const value of ["2026-03-01T09:00:00+20:00", "2026-03-01T09:00:00+16:00", "now", ""]) {
    const cursor = Buffer.from(JSON.stringify([bound, value, id, synced])).toString("base64url");
    assert.equal((await caller.get(`/v1/time-entries?limit=1&cursor=${cursor}`)).status, 422, value);
  }
});

test("an encoded body in chunks is a 415, like one with a length", async () => {
  const caller = await (await testApp()).newOrganization();
  for (const headers of [
    { "content-encoding": "gzip" },
    { "content-encoding": "gzip", "transfer-encoding": "chunked" },
  ]) {
    const answer = await caller.post("/v1/clients", { name: "Acme" }, headers);
    assert.equal(answer.status, 415, JSON.stringify(headers));
  }
});
