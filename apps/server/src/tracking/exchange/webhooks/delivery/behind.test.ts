import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { newProject } from "#test/worlds/factories.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { defaultPending } from "#tracking/exchange/webhooks/pending-limits.ts";
import { listMissedChanges } from "#tracking/exchange/event-catalogue/change-queries.ts";
import { wants } from "#tracking/exchange/event-catalogue/event-payload.ts";
import { catchUp } from "./behind.ts";

test("endpoints catch up in random order, so an interrupted run does not always leave out the same ones", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  for (let times = 0; times < 12; times++) {
    const owner = await world.newOrganization();
    const made = await owner.post("/v1/webhooks", { url: "http://127.0.0.1:9/", events: ["project.created"] });
    assert.equal(made.status, 201, made.text);
    await newProject(owner);
  }
  // Queued changes would be left to the fan-out.
  await db.query(sql`delete from event_queue`);
  await db.query(sql`
    insert into webhooks_behind (org_id, webhook_id, after_at, after_id)
    select org_id, id, created_at - interval '1 second', '' from webhooks`);
  const fed = await catchUp(db, { events: { wants, listMissedChanges }, now: new Date(), pending: defaultPending });
  const orgIds = fed.map(({ org_id: orgId }) => orgId);
  assert.equal(orgIds.length, 12);
  assert.notDeepEqual(orgIds, orgIds.toSorted());
});
