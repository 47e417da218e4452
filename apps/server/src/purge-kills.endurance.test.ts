import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "#test/databases/test-database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { endingFilled, killPurgeAt, personExists, purge, rowsLeft } from "#test/worlds/ending.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { tenantTables } from "./worker.ts";

test("a purge that is killed at any table is resumed, and its organization is inaccessible from the start", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const caller = await endingFilled(world);
  for (const table of tenantTables) {
    await killPurgeAt(db, table);
    const answer = await caller.get("/v1/organization");
    assertProblem(answer, 401, table === "api_keys" ? "revoked_api_key" : "invalid_api_key");
    assert.ok((await rowsLeft(db, caller.orgId)).includes("organizations"));
  }
  assert.deepEqual(await rowsLeft(db, caller.orgId), ["organizations", "members"]);

  await purge(db);
  assert.deepEqual(await rowsLeft(db, caller.orgId), []);
  assert.equal(await personExists(db, caller.userId), false);
});
