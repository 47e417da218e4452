import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { type Requester, runFor } from "#platform/requester.ts";
import { hold } from "#test/databases/hold.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "./open-pool.ts";
import { measurePools } from "./measure-pools.ts";

const open: DatabasePool[] = [];
after(() => Promise.all(open.map((pool) => pool.end())));

async function measured(poolSize: number) {
  const { db: observer, connection } = await createDatabase();
  const pool = openPool({ connection, poolSize, applicationName: "stint-test-measured" });
  open.push(pool);
  const metrics = createMetrics();
  const pools = measurePools(metrics);
  const read = async () => {
    const text = await metrics.registry.metrics();
    return Object.fromEntries(
      [...text.matchAll(/^([^#\s]\S*) (\S+)$/gm)].map(([, name = "", value]) => [name, Number(value)]),
    );
  };
  return { observer, pools, read, db: pools.share("requests", pool) };
}

const by = (tenant: string): Requester => ({
  tenant,
  isReading: true,
  hasLeft: () => false,
  spent: { databaseMs: 0, waitedMs: 0 },
});

test("a pool shows how many connections are busy, how many statements wait, and how long they did", async () => {
  const { db, observer, pools, read } = await measured(4);
  pools.add("deliveries", observer);
  assert.equal((await read())['stint_database_wait_seconds_count{pool="requests"}'], 0);
  const held = await hold(observer, sql`lock table clients in access exclusive mode`);
  const requesters = Array.from({ length: 4 }, () => by("org_1"));
  const asked = requesters.map((requester) => runFor(requester, () => db.query(sql`select from clients`)));
  await held.untilItBlocks(3);
  const during = await read();
  await held.rollback();
  await Promise.all(asked);
  const ended = await read();
  const figures = {
    size: during['stint_database_pool_size{pool="requests"}'],
    busy: during['stint_database_pool_busy{pool="requests"}'],
    waiting: during['stint_database_waiting{pool="requests"}'],
    waits: ended['stint_database_wait_seconds_count{pool="requests"}'],
    busyLater: ended['stint_database_pool_busy{pool="requests"}'],
    waitingLater: ended['stint_database_waiting{pool="requests"}'],
  };
  assert.deepEqual(figures, { size: 4, busy: 3, waiting: 1, waits: 1, busyLater: 0, waitingLater: 0 });
  assert.equal(during['stint_database_pool_busy{pool="deliveries"}'], 1);
  const seconds = 'stint_database_busy_seconds_total{pool="requests"}';
  assert.ok((during[seconds] ?? 0) > 0, "a statement counts while it runs");
  assert.ok((ended[seconds] ?? 0) > (during[seconds] ?? 0));
  assert.equal(requesters.filter(({ spent }) => (spent?.waitedMs ?? 0) > 0).length, 1);
  assert.ok(requesters.every(({ spent }) => (spent?.databaseMs ?? 0) > 0));
  assert.ok((ended['stint_organization_wait_seconds{organization="org_1"}'] ?? 0) > 0);
});

test("a shared statement counts for each of its organizations, and only five organizations are shown", async () => {
  const { db, read } = await measured(2);
  const shown = async () =>
    Object.keys(await read()).filter((name) => name.startsWith("stint_organization_database_seconds"));
  const shared = { tenant: undefined, servedTenants: ["org_a", "org_b"], isReading: false, hasLeft: () => false };
  await runFor(shared, () => db.query(sql`select pg_sleep(0.01)`));
  assert.deepEqual((await shown()).toSorted(), [
    'stint_organization_database_seconds{organization="org_a"}',
    'stint_organization_database_seconds{organization="org_b"}',
  ]);
  for (let at = 0; at < 10; at++) await runFor(by(`org_${at}`), () => db.query(sql`select`));
  assert.equal((await shown()).length, 5);
});
