import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "#platform/database/database.ts";
import { explained, isMutation, listOperations, type Operation, pathOf } from "#test/cases/operations.ts";
import { rights } from "#test/cases/rights-table.ts";
import { senderOf, validRequest } from "#test/cases/valid-requests.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { newPerson, openBrowser, testPassword } from "#test/http/browser.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

test("in whatever order everything is changed, the doctor explains each change", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const owner = await world.newOrganization();
  // Their own organizations end, so the last ones would have nothing left to change.
  const operations = (await listOperations(world.app)).filter((one) => isMutation(one) && !rights[one.id]?.ofAll);
  const [order = []] = fc.sample(fc.shuffledSubarray(operations, { minLength: operations.length }), 1);
  const change = async (operation: Operation) => {
    // A new member each time, because some operations end their caller's keys and sessions.
    const member = await world.newMember(owner, "owner");
    const sender = await senderOf(operation, member);
    const { ids, body } = await validRequest(operation, sender);
    const { status, text } = await sender.send(operation.method, pathOf(operation, ids), body);
    assert.ok(status < 300, text);
    await assertSound(db);
  };
  for (const operation of order)
    await explained(`${operation.id}, in the order ${order.map(({ id }) => id).join(" ")}`, () => change(operation));
});

test("a session that confirms who it is stays explained, as do those of earlier versions", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const { email, orgId } = await newPerson(world);
  const browser = openBrowser(world.app);
  assert.equal((await browser.post("/auth/sign-in", { email, password: testPassword })).status, 200);
  for (let times = 0; times < 2; times++)
    assert.equal((await browser.post("/auth/reauthenticate", { password: testPassword })).status, 204);
  const [last] = await db.query<{ previous: object }>(sql`
    select previous from changes where org_id = ${orgId} and action = 'session.reauthenticated' order by id desc limit 1`);
  assert.ok(last !== undefined && !("proved_by" in last.previous), "it was proved by a password before");
  await assertSound(db);
  // Change rows are append-only.
  await db.query(sql`alter table changes disable trigger all`);
  await db.query(sql`
    update changes set previous = previous || '{"proved_by": null}' where org_id = ${orgId} and action = 'session.reauthenticated'`);
  await assertSound(db);
});
