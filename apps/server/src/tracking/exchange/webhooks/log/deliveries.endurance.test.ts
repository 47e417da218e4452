import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newWebhook } from "#test/worlds/factories.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

test("a replay queues 10,000 at once, and an organization whose deliveries pile up asks for no more", async () => {
  const { db, newOrganization } = await newTestApp(await createDatabase());
  const [owner, other] = [await newOrganization(), await newOrganization()];
  const id = await newWebhook(owner, { events: ["client.created"] });
  const path = `/v1/webhooks/${id}`;
  await db.query(sql`
    insert into deliveries (org_id, id, webhook_id, change_id, type, status)
    select ${owner.orgId}, 'dlv_' || lpad(n::text, 32, '0'), ${id}, 'evt_' || n, 'client.created', 'failed'
      from generate_series(1, 25001) n`);
  const since = new Date(Date.now() - 60_000).toISOString();
  const replay = () => owner.post(`${path}/replay`, { since });
  const full = { redelivered: 10_000, missed: 0, hasMore: true };
  assert.deepEqual([(await replay()).json, (await replay()).json], [full, full]);
  assert.deepEqual((await replay()).json, { ...full, redelivered: 5_000 });
  const [left] = await db.query<{ id: string }>(sql`
    select id from deliveries where org_id = ${owner.orgId} and status = 'failed'`);
  assert.equal(left?.id, `dlv_${"25001".padStart(32, "0")}`, "the oldest went first");
  for (const ask of [
    replay,
    () => owner.post(`${path}/test`),
    () => owner.post(`${path}/deliveries/${left.id}/redeliver`),
  ]) {
    const refused = await ask();
    assertProblem(refused, 429, "too_many_deliveries");
    assert.equal(refused.headers["retry-after"], "60");
  }
  assert.equal((await other.post(`/v1/webhooks/${await newWebhook(other)}/test`)).status, 201);
  await owner.patch(path, { status: "disabled" });
  await owner.patch(path, { status: "active" });
  assert.deepEqual((await replay()).json, full);
});
