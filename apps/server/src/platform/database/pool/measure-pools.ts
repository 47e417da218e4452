import type { Charge } from "#platform/concurrency/fair-gate/gate-queue.ts";
import { createActiveTenants } from "#platform/concurrency/fair-gate/tenants.ts";
import { createTenantUsage } from "#platform/concurrency/tenant-usage.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import { addSpent, type Spent } from "#platform/requester.ts";
import { sharePool } from "./share-pool.ts";

type PoolMetrics = Pick<Metrics, "gauges" | "counter" | "labelledHistogram">;

/** The maximum number of tenants in /metrics; each of them adds several series. */
const maxTenants = 5;
const windowMinutes = 5;

/** Collects the pools of this process, by their names in /metrics. */
export function measurePools(metrics: PoolMetrics) {
  const pools = new Map<string, DatabasePool>();
  const usage = createTenantUsage(windowMinutes);
  const active = createActiveTenants();

  addGauges(metrics, pools);
  const countBusy = metrics.counter(
    "stint_database_busy_seconds_total",
    "Time for which requests and jobs used connections; its rate is the number of connections in use.",
    "pool",
  );
  const observeWait = metrics.labelledHistogram(
    "stint_database_wait_seconds",
    "Time for which statements and transactions waited for a connection, except those that got one at once.",
    "pool",
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  );

  const ofTenants = (name: string, help: string, of: keyof Spent) =>
    metrics.gauges(name, help, "organization", () =>
      usage.top(maxTenants).map(([tenant, spent]) => [tenant, spent[of] / 1_000] as const),
    );
  const whose = `of the ${maxTenants} organizations that used the most in the last ${windowMinutes} minutes`;
  ofTenants("stint_organization_database_seconds", `Database time ${whose}.`, "databaseMs");
  ofTenants(
    "stint_organization_wait_seconds",
    "Time for which the requests of the same organizations waited for the database in these minutes.",
    "waitedMs",
  );

  function add(name: string, pool: DatabasePool): void {
    pools.set(name, pool);
  }

  return {
    add,
    /** Shares a pool among tenants with `sharePool`, and measures it. */
    share(name: string, pool: DatabasePool): DatabasePool {
      countBusy(name, 0);
      const observe = observeWait(name);
      const charge: Charge = (requester, { databaseMs = 0, waitedMs = 0 }) => {
        addSpent(requester, { databaseMs, waitedMs });
        if (waitedMs > 0) observe(waitedMs / 1_000);
        if (databaseMs > 0) countBusy(name, databaseMs / 1_000);
        const { tenant, servedTenants = [] } = requester ?? {};
        if (tenant !== undefined) usage.add(tenant, { databaseMs, waitedMs });
        for (const served of servedTenants) usage.add(served, { databaseMs: databaseMs / servedTenants.length });
      };
      const shared = sharePool(pool, { charge, active });
      add(name, shared);
      return shared;
    },
  };
}

function addGauges(metrics: PoolMetrics, pools: ReadonlyMap<string, DatabasePool>): void {
  const figures = (name: string, help: string, read: (pool: DatabasePool) => number) =>
    metrics.gauges(name, help, "pool", () => [...pools].map(([pool, each]) => [pool, read(each)] as const));
  figures("stint_database_pool_size", "The maximum number of connections.", ({ size }) => size);
  figures("stint_database_pool_open", "The number of open connections.", (pool) => pool.usage().open);
  figures("stint_database_pool_busy", "The number of connections in use.", (pool) => pool.usage().busy);
  figures(
    "stint_database_waiting",
    "Statements and transactions that are waiting for a connection.",
    (pool) => pool.usage().waiting,
  );
}
