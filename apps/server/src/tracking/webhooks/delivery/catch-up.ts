import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { listMissedChanges } from "#tracking/webhooks/change-queries.ts";
import { queueEvents } from "#tracking/webhooks/log/queue-events.ts";
import { findWebhook, type WebhookRow } from "#tracking/webhooks/queries.ts";
import { measurePending } from "./fan-out-queries.ts";
import { pendingBounds, type PendingLimits, roomOf } from "./pending-limits.ts";
import type { WebhookKey } from "./queries.ts";

// The limit per organization and turn: each endpoint takes a transaction of some milliseconds.
const endpointsAtOnce = 8;

interface Behind extends WebhookKey {
  endpoints: number;
}

interface Place {
  after_at: string;
  after_id: string;
}

/**
 * Creates the deliveries of endpoints that have fallen behind, oldest first, as far as they have room; returns the
 * endpoints that got some. The fan-out handles changes still queued, also those before the position reached here: so no
 * change is skipped, however late its transaction commits.
 */
export async function catchUp(db: DatabasePool, now: Date, limits: PendingLimits): Promise<WebhookKey[]> {
  const fed: WebhookKey[] = [];
  for (const webhook of await listBehind(db)) {
    if (await catchUpOne(db, webhook, now, limits)) fed.push(webhook);
  }
  return fed;
}

/** Some endpoints of each organization, in an order that starves none. */
function listBehind(db: DatabasePool): Promise<Behind[]> {
  return db.query<Behind>(sql`
    select org_id, id, endpoints
      from (select b.org_id, b.webhook_id as id, row_number() over (partition by b.org_id order by random()) as turn,
                   (select count(*) from webhooks a where a.org_id = b.org_id and a.status = 'active') as endpoints
              from webhooks_behind b
              join webhooks w on w.org_id = b.org_id and w.id = b.webhook_id and w.status = 'active') each
     where turn <= ${endpointsAtOnce}`);
}

/** Returns whether the endpoint got any deliveries. */
function catchUpOne(
  db: DatabasePool,
  { org_id: orgId, id, endpoints }: Behind,
  now: Date,
  limits: PendingLimits,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // This lock keeps other transactions from deciding whether the endpoint is behind.
    const [place] = await tx.query<Place>(sql`
      select after_at, after_id from webhooks_behind
       where org_id = ${orgId} and webhook_id = ${id} for update skip locked`);
    const webhook = await findWebhook(tx, orgId, id, sql`for share skip locked`);
    if (place === undefined || webhook?.status !== "active") return false;
    const room = await findRoom(tx, webhook, endpoints, limits);
    if (room === 0) return false;
    const changes = await listMissedChanges(tx, orgId, id, { at: place.after_at, id: place.after_id }, room);
    const queued = await queueEvents(tx, webhook, changes, now);
    const last = changes.at(-1);
    await tx.query(
      last === undefined || changes.length < room
        ? sql`delete from webhooks_behind where org_id = ${orgId} and webhook_id = ${id}`
        : sql`update webhooks_behind set after_at = ${last.at}, after_id = ${last.id} where org_id = ${orgId} and webhook_id = ${id}`,
    );
    return queued > 0;
  });
}

async function findRoom(
  tx: Transaction,
  { org_id, id, failing_since: failingSince }: WebhookRow,
  endpoints: number,
  limits: PendingLimits,
): Promise<number> {
  const bounds = pendingBounds(endpoints, limits);
  const [measured] = await measurePending(tx, [{ org_id, id, ...bounds }], limits.probeMs);
  if (measured === undefined) return 0;
  const isFailing = failingSince !== null;
  const room = roomOf(isFailing, measured, bounds);
  // Large blocks: a flood must not take one transaction per event.
  if (room >= bounds.mostDue / 2) return room;
  return isFailing && !measured.is_fresh && measured.pending < bounds.mostPending ? 1 : 0;
}
