import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { newClient, newDelivery, newWebhook } from "#test/worlds/factories.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { addDeliveryMetrics } from "./delivery-metrics.ts";

test("/metrics shows what no node is sending yet, and for how long the first delivery has been due", async () => {
  const { db } = await createDatabase();
  const owner = await (await newTestApp({ db })).newOrganization();
  const read = async () => {
    const metrics = createMetrics();
    addDeliveryMetrics(metrics, db, () => 7);
    const text = await metrics.registry.metrics();
    return (name: string) => Number(new RegExp(`^stint_webhook_${name} (.+)$`, "m").exec(text)?.[1]);
  };
  const before = await read();
  const names = ["attempts_under_way", "deliveries_due", "oldest_due_seconds", "events_queued", "endpoints_behind"];
  assert.deepEqual(names.map(before), [7, 0, 0, 0, 0]);

  await newDelivery(owner);
  await db.query(sql`update deliveries set next_attempt_at = now() - interval '90 seconds'`);
  const id = await newWebhook(owner, { events: ["client.created"] });
  await newClient(owner);
  await db.query(sql`
    insert into webhooks_behind (org_id, webhook_id, after_at, after_id) values (${owner.orgId}, ${id}, now(), '')`);
  const after = await read();
  assert.equal(after("deliveries_due"), 1);
  assert.ok(after("oldest_due_seconds") >= 90);
  assert.ok(after("events_queued") >= 1);
  assert.equal(after("endpoints_behind"), 1);

  await db.query(sql`update deliveries set locked_until = now() + interval '1 minute', locked_by = 'node'`);
  assert.equal((await read())("deliveries_due"), 0, "a node is sending it");
});
