import assert from "node:assert/strict";
import { test } from "node:test";
import { listOperations, pathOf } from "#test/cases/operations.ts";
import { validRequest } from "#test/cases/valid-requests.ts";
import { responseChecker } from "#test/http/response-checker.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("an operation that is documented to return tables does so in each format", async () => {
  const world = await testApp();
  const check = await responseChecker(world.app);
  const tried: string[] = [];
  for (const operation of await listOperations(world.app)) {
    const { "x-table-formats": tables, responses } = operation.described;
    if (tables === undefined) continue;
    const caller = await world.newOrganization();
    const path = pathOf(operation, (await validRequest(operation, caller)).ids);
    const sent: Record<string, string | undefined> = {};
    for (const format of ["csv", "xlsx"]) {
      const answer = await caller.get(`${path}?format=${format}`);
      check(operation, answer);
      assert.equal(answer.status, 200, answer.text);
      sent[format] = answer.headers["content-type"]?.split(";", 1)[0];
    }
    assert.deepEqual([sent, Object.keys(responses["200"].content)], [tables, ["application/json"]], operation.id);
    tried.push(operation.id);
  }
  assert.deepEqual(tried, ["listAuditEvents", "getSummary", "getCosts", "getBillingBatchLines"]);
});
