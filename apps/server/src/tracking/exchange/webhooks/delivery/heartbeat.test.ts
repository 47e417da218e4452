import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type Database, type DatabasePool, sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { createTestJobs } from "#test/processes/test-jobs.ts";
import { type Heartbeat, startHeartbeat } from "./heartbeat.ts";

/** A node whose clock and heartbeats the test controls. */
async function startNode(t: TestContext, db: Database, nodeId: string, clock: { ms: number }): Promise<Heartbeat> {
  const heartbeat = startHeartbeat({
    jobs: createTestJobs(),
    db,
    nodeId,
    silentMs: 600_000,
    onGone: () => undefined,
    monotonicMs: () => clock.ms,
  });
  t.after(heartbeat.stop);
  await heartbeat.beat();
  return heartbeat;
}

function silence(db: DatabasePool, nodeId: string, seconds: number) {
  return db.query(sql`
    insert into nodes values (${nodeId}, now() - make_interval(secs => ${seconds}))
    on conflict (id) do update set seen_at = excluded.seen_at`);
}

test("a node counts as gone after a long silence, and is forgotten an hour later", async (t) => {
  const { db } = await createDatabase();
  const clock = { ms: 0 };
  const node = await startNode(t, db, "judge", clock);
  await silence(db, "slow", 300);
  await silence(db, "lost", 700);
  await silence(db, "old", 3_700);

  for (clock.ms = 300_000; clock.ms <= 600_000; clock.ms += 300_000) await node.beat();
  assert.deepEqual(node.gone(), ["lost"]);

  await silence(db, "lost", 1);
  await node.beat();
  assert.deepEqual(node.gone(), []);
});

test("a node considers no other gone before being in contact itself for as long, nor after an outage", async (t) => {
  const { db } = await createDatabase();
  const clock = { ms: 0 };
  const node = await startNode(t, db, "judge", clock);
  await silence(db, "other", 2_000);
  const goneAt = async (ms: number) => {
    clock.ms = ms;
    await node.beat();
    return node.gone().length;
  };
  assert.deepEqual([await goneAt(0), await goneAt(300_000), await goneAt(599_999)], [0, 0, 0]);
  assert.equal(await goneAt(600_000), 1);
  // No node counts as gone yet: the database was down, so the other nodes could not write heartbeats either.
  assert.equal(await goneAt(2_600_000), 0);
  assert.deepEqual([await goneAt(3_000_000), await goneAt(3_200_000)], [0, 1]);
});

test("a node that was out of contact for long is not fresh until it has written again", async (t) => {
  const { db } = await createDatabase();
  const clock = { ms: 0 };
  const node = await startNode(t, db, "judge", clock);
  assert.equal(node.isFresh(), true);
  clock.ms = 600_000;
  assert.equal(node.isFresh(), false);
  await node.beat();
  assert.equal(node.isFresh(), true);
});
