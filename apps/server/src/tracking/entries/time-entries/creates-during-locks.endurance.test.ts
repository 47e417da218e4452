import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sql, sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

type Where = { projectId: string; taskId: string };

const locks: [name: string, lock: (caller: Caller, where: Where) => Sql, body: object][] = [
  ["rules are being changed", ({ orgId }) => sql`select change_entry_rules(${orgId})`, {}],
  [
    "task is being deleted",
    ({ orgId }, { taskId }) => sql`select 1 from tasks where org_id = ${orgId} and id = ${taskId} for update`,
    {},
  ],
  [
    "member is being removed",
    ({ orgId, userId }) => sql`select 1 from members where org_id = ${orgId} and user_id = ${userId} for update`,
    {},
  ],
  [
    "external reference is being written",
    ({ orgId }) =>
      sql`insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, billable, billable_seconds, external_ref)
          select org_id, id || 'b', user_id, project_id, task_id, started_at, 1, true, 1, 'ref' from time_entries where org_id = ${orgId}`,
    { externalRef: "ref" },
  ],
];

for (const [name, lock, body] of locks) {
  test(`others' creates wait for nothing while an organization's ${name}`, async () => {
    const { newOrganization, db } = await testApp();
    const [blocked, other] = [await newOrganization(), await newOrganization()];
    const where = await newProject(blocked);
    const elsewhere = await newProject(other);
    await newEntry(blocked, where);
    const held = await hold(db, lock(blocked, where));
    // These entries fill more than two batches. If a batch waited for locks, they would block creates in every
    // organization.
    const waiting = Array.from({ length: 200 }, () => blocked.post(path, entryBody(where, body)));
    try {
      const beside = await Promise.all(Array.from({ length: 20 }, () => other.post(path, entryBody(elsewhere))));
      assert.deepEqual(new Set(beside.map(({ status }) => status)), new Set([201]));
      await held.untilItBlocks(1);
      assert.equal((await other.post(path, entryBody(elsewhere))).status, 201);
    } finally {
      await held.rollback();
    }
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    const [first] = statuses.filter((status) => status !== 409);
    assert.equal(first, 201, "they are written once the lock is gone");
    assert.equal(statuses.filter((status) => status === 201).length, "externalRef" in body ? 1 : 200);
  });
}

test("an entry that waited for another time zone and lock date is checked against the new ones", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const held = await hold(db, sql`select change_entry_rules(${caller.orgId})`);
  await held.query(sql`
    update organizations set lock_date = '2100-01-01', locked_before = '2100-01-01T00:00:00Z' where id = ${caller.orgId}`);
  const creating = caller.post(path, entryBody(where));
  await held.untilItBlocks(1);
  await held.commit();
  assertProblem(await creating, 409, "period_locked", ["/startedAt"]);
});

test("an organization whose creates pile up is asked to retry, and no other", async () => {
  const { newOrganization, db } = await testApp();
  const [blocked, other] = [await newOrganization(), await newOrganization()];
  const where = await newProject(blocked);
  const elsewhere = await newProject(other);
  const held = await hold(db, sql`select change_entry_rules(${blocked.orgId})`);
  const waiting = Array.from({ length: 501 }, () => blocked.post(path, entryBody(where)));
  try {
    const refused = await Promise.any(
      waiting.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject(new Error("taken")))),
    );
    assertProblem(refused, 503, "unavailable");
    assert.equal(refused.headers["retry-after"], "1");
    assert.equal((await other.post(path, entryBody(elsewhere))).status, 201);
  } finally {
    await held.rollback();
  }
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  assert.deepEqual([statuses.filter((s) => s === 201).length, statuses.filter((s) => s === 503).length], [500, 1]);
});
