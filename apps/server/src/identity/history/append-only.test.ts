import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sql, sql } from "#platform/database/database.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { cleanUp } from "#src/worker.ts";

const refused = { code: "23001", constraint: "changes_append_only" };

test("change rows cannot be changed, deleted or truncated", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  const entry = await newEntry(owner, await newProject(owner));
  const count = () => db.query(sql`select count(*) from changes where org_id = ${owner.orgId}`);
  const before = await count();
  const statements: Sql[] = [
    sql`update changes set action = 'x' where org_id = ${owner.orgId}`,
    sql`update changes set user_id = null, object = '{}' where org_id = ${owner.orgId}`,
    // The content must not be purged while the entry exists.
    sql`update changes set object = '{}', previous = null where org_id = ${owner.orgId} and target_id = ${entry.id}`,
    sql`delete from changes where org_id = ${owner.orgId}`,
    sql`truncate changes`,
  ];
  for (const statement of statements) await assert.rejects(db.query(statement), refused, statement.text);
  assert.deepEqual(await count(), before);
});

test("purging an organization deletes its rows, and no other's", async () => {
  const { newOrganization, db } = await testApp();
  const [gone, other] = [await newOrganization(), await newOrganization()];
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query(sql`select set_config('stint.purge', ${gone.orgId}, true)`);
      await tx.query(sql`delete from changes where org_id = any(${[gone.orgId, other.orgId]})`);
    }),
    refused,
  );
  await db.transaction(async (tx) => {
    await tx.query(sql`select set_config('stint.purge', ${gone.orgId}, true)`);
    await tx.query(sql`delete from changes where org_id = ${gone.orgId}`);
  });
  assert.deepEqual(await db.query(sql`select 1 from changes where org_id = ${gone.orgId}`), []);
  await assert.rejects(db.query(sql`delete from changes where org_id = ${other.orgId}`), refused);
});

test("when an entry is permanently deleted, actor, action and time stay, and its content does not", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const owner = await newOrganization();
  const where = await newProject(owner);
  const [live, gone] = [await newEntry(owner, where), await newEntry(owner, where, { description: "private" })];
  await owner.patch(`/v1/time-entries/${gone.id}`, { description: "very private" });
  await owner.delete(`/v1/time-entries/${gone.id}`);
  const before = (await owner.get("/v1/audit-events?limit=200")).json.data;

  await cleanUp(db, new Date(Date.now() + 31 * 86_400_000));

  const rows = await db.query<object>(sql`select * from changes where org_id = ${owner.orgId}`);
  assert.ok(!JSON.stringify(rows).includes("private"));
  const after = (await owner.get("/v1/audit-events?limit=200")).json.data;
  assert.deepEqual(
    after,
    before.map((event: { targetId: string }) =>
      event.targetId === gone.id ? { ...event, purged: true, targetName: null, changes: [] } : event,
    ),
  );
  assert.ok(after.some((event: { targetId: string; purged: boolean }) => event.targetId === live.id && !event.purged));
});
