import { remember } from "#platform/concurrency/remember.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { rowsScanned } from "#platform/process/row-counts.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";

export type Meters = ReturnType<typeof createMeters>;

export function createMeters(metrics: Metrics) {
  return {
    countAttempt: metrics.counter("stint_webhook_attempts_total", "Delivery attempts, by result.", "result"),
    /** Called with the number of seconds from the event to its first attempt. */
    observeDelay: metrics.histogram(
      "stint_webhook_delay_seconds",
      "Time from an event to the first attempt of its deliveries.",
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600],
    ),
  };
}

/** How long figures are cached: they cover all nodes, so each node needs to read them only occasionally. */
const rememberedMs = 10_000;

export function addDeliveryMetrics({ gauge }: Metrics, db: Database, underWay: () => number): void {
  const lag = remember(rememberedMs, () => findLag(db, rowsScanned));
  const add = (name: string, help: string, of: keyof Lag) => gauge(name, help, async () => (await lag())[of]);
  gauge("stint_webhook_attempts_under_way", "Attempts that this node is making right now.", underWay);
  add("stint_webhook_deliveries_due", "Deliveries waiting for a node, up to 10,000.", "due");
  add("stint_webhook_oldest_due_seconds", "How long the oldest of them has been due.", "due_seconds");
  add("stint_webhook_events_queued", "Changes that have no deliveries yet, up to 10,000.", "queued");
  add(
    "stint_webhook_endpoints_behind",
    "Endpoints that have reached the maximum number of pending deliveries.",
    "behind",
  );
}

/** The work that no node has begun yet, in all organizations. Each kind is counted up to a bound. */
interface Lag {
  due: number;
  /** For how long the oldest due delivery has been due, in seconds; 0 if there is none. */
  due_seconds: number;
  /** The number of changes for which no deliveries have been created yet. */
  queued: number;
  /** The number of endpoints that get no new deliveries until fewer are pending. */
  behind: number;
}

async function findLag(db: Database, most: number): Promise<Lag> {
  const rows = await db.query<Lag>(sql`
    select count(*) as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as due_seconds,
           (select count(*) from (select org_id from event_queue limit ${most}) q) as queued,
           (select count(*) from (select org_id from webhooks_behind limit ${most}) b) as behind
      from (select org_id, next_attempt_at from deliveries
             where status = 'pending' and next_attempt_at <= now() and (locked_until is null or locked_until <= now())
             limit ${most}) d`);
  return one(rows);
}
