import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { accountKey } from "./throttle.ts";

test("300 attempts by strangers that hang in the database delay neither known browsers nor signed-in people", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const person = await newPerson(world);
  const known = await signedIn(world, person, "203.0.113.1");
  const session = await signedIn(world, person, "203.0.113.2");
  const key = accountKey(person.email);
  await db.query(
    sql`insert into sign_in_throttles (key, most, window_seconds, failed_at) values (${key}, 1000, 900, '{}')`,
  );

  let hanging: Promise<number[]> | undefined;
  await db.transaction(async (tx) => {
    // Blocks every stranger's attempt on this account before it is counted.
    await tx.query(sql`select from sign_in_throttles where key = ${key} for update`);
    const attempt = async (_: unknown, number: number) => {
      const browser = openBrowser(world.app, `100.65.${number >> 8}.${number & 255}`);
      const answer = await browser.post("/auth/sign-in", { email: person.email, password: "not the password" });
      if (answer.status === 503) {
        assertProblem(answer, 503, "unavailable");
        assert.equal(answer.headers["retry-after"], "2");
      }
      return answer.status;
    };
    hanging = Promise.all(Array.from({ length: 300 }, attempt));
    assert.equal((await known.post("/auth/sign-in", { email: person.email, password: testPassword })).status, 200);
    assert.equal((await session.post("/auth/reauthenticate", { password: testPassword })).status, 204);
    assert.equal((await person.post("/v1/clients", { name: "Client" })).status, 201);
    const [waiting] = await db.query<{ count: number }>(sql`
      select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`);
    assert.equal(waiting?.count, 2, "all strangers together hold two connections");
  });
  const statuses = (await hanging) ?? [];
  const count = (...of: number[]) => statuses.filter((status) => of.includes(status)).length;
  assert.deepEqual([count(401, 429), count(503)], [102, 198]);
  await world.background.idle();
});
