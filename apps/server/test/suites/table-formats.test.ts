import assert from "node:assert/strict";
import { test } from "node:test";
import { listOperations, pathOf } from "#test/cases/operations.ts";
import { validRequest } from "#test/cases/valid-requests.ts";
import { responseChecker } from "#test/http/response-checker.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

async function checkCsvOptions(caller: Caller, path: string): Promise<void> {
  const plain = (await caller.get(`${path}?format=csv`)).text;
  const chosen = await caller.get(`${path}?format=csv&separator=semicolon&decimalMark=comma&bom=true`);
  const [header = ""] = plain.split("\r\n");
  assert.match(header, /^[^;\uFEFF]*,/, path);
  assert.equal(chosen.text.split("\r\n")[0], `\uFEFF${header.replaceAll(",", ";")}`, path);
  assert.equal((await caller.get(`${path}?format=csv&separator=pipe`)).status, 422);
}

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
    assert.deepEqual(sent, tables, operation.id);
    const documented = ["application/json", ...Object.values<string>(tables)];
    assert.deepEqual(Object.keys(responses["200"].content), documented, operation.id);
    tried.push(operation.id);
    await checkCsvOptions(caller, path);
  }
  await checkCsvOptions(await world.newOrganization(), "/v1/reports/entries");
  assert.deepEqual(tried, ["listAuditEvents", "getSummary", "getCosts", "getBillingBatchLines"]);
});
