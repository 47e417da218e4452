import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { hold } from "#test/databases/hold.ts";
import { newPerson, signedIn } from "#test/http/browser.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("ending the other sessions is answered only once they have ended", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const [here, there] = [await signedIn(world, person), await signedIn(world, person)];
  const thereId = (await there.get("/v1/me")).json.key.id;
  const row = sql`select from api_keys where org_id = ${person.orgId} and id = ${thereId} for update`;
  const holder = await hold(world.db, row);
  let isAnswered = false;
  const ending = here.send("DELETE", "/v1/me/sessions").finally(() => (isAnswered = true));
  await Promise.race([ending, holder.untilItBlocks(1)]);
  const wasAnsweredEarly = isAnswered;
  await holder.rollback();
  assert.equal(wasAnsweredEarly, false);
  assert.equal((await ending).status, 204);
  assert.equal((await there.get("/v1/organization")).status, 401);
});
