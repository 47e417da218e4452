import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { eachOperation, isMutation, newCallerOf, pathOf } from "#test/cases/operations.ts";
import { digestOf, listTablesOfTenants } from "#test/worlds/tenant-rows.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { senderOf, validRequest } from "#test/cases/valid-requests.ts";

const reads = new Set(["getOrganization", "listTimeEntries", "getSummary", "exportOrganization"]);

test("while the disk is full every operation that may change something is a 503 without effect; reads continue", async () => {
  let isDiskFull = false;
  const world = await newTestApp({ isDiskFull: () => isDiskFull });
  const tables = await listTablesOfTenants(world.db);
  await eachOperation(world.app, async (operation) => {
    if (!isMutation(operation) && !reads.has(operation.id)) return;
    isDiskFull = false;
    const caller = await newCallerOf(world, operation);
    const { ids, body } = await validRequest(operation, caller);
    const sender = await senderOf(operation, caller);
    const before = await digestOf(world.db, tables, caller.orgId);

    isDiskFull = true;
    const answer = await sender.send(operation.method, pathOf(operation, ids), body);

    if (!isMutation(operation)) return assert.ok(answer.status < 300, answer.text);
    assertProblem(answer, 503, "unavailable");
    assert.match(answer.json.detail, /database's disk is nearly full/);
    assert.equal(answer.headers["retry-after"], "60");
    assert.deepEqual(await digestOf(world.db, tables, caller.orgId), before);
  });
  const signIn = { email: "a@example.com", password: "lantern orbit sparrow" };
  assertProblem(await world.anonymous.send("POST", "/auth/sign-in", signIn), 503, "unavailable");
  assertProblem(await world.anonymous.send("POST", "/v1/clients", { name: "A" }), 401, "missing_api_key");
});
