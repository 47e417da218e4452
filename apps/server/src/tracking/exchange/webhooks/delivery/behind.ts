import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { listMissedChanges } from "#tracking/exchange/event-catalogue/change-queries.ts";
import { queueEvents } from "#tracking/exchange/webhooks/log/queue-events.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import type { PendingLimits } from "#tracking/exchange/webhooks/pending-limits.ts";
import { roundOfEach } from "./limits.ts";
import { interval, keyOf, type WebhookKey } from "./queries.ts";
import type { Slots } from "./slots.ts";

interface PendingBounds {
  maxDue: number;
  maxPending: number;
}

/** The numbers of pending and due deliveries of an endpoint. */
interface Pending {
  due: number;
  pending: number;
  is_fresh: boolean;
}

// How many deliveries may be pending for each due delivery: a recovered endpoint receives new events while its failed
// deliveries wait for their next attempts.
const waitingForEachDue = 5;

function pendingBounds(endpoints: number, { ofOrganization, ofEndpoint }: PendingLimits): PendingBounds {
  const share = Math.max(ofEndpoint.least, Math.floor(ofOrganization / endpoints));
  const maxDue = Math.min(ofEndpoint.most, share);
  return { maxDue, maxPending: maxDue * waitingForEachDue };
}

/** The number of further deliveries that may be created for an endpoint. */
function roomOf(isFailing: boolean, { due, pending }: Pending, { maxDue, maxPending }: PendingBounds): number {
  return Math.max(0, isFailing ? maxDue - pending : Math.min(maxDue - due, maxPending - pending));
}

interface Behind extends WebhookKey {
  endpoints: number;
}

interface Place {
  after_at: string;
  after_id: string;
}

/**
 * Creates the deliveries of endpoints that have fallen behind, oldest first, as far as the limits permit; returns the
 * endpoints that got any. If aborted, leaves the rest to the next run. No change is skipped, however late its
 * transaction commits: the fan-out handles all queued changes, even those before the position reached here.
 */
export async function catchUp(
  db: DatabasePool,
  now: Date,
  limits: PendingLimits,
  signal?: AbortSignal,
): Promise<WebhookKey[]> {
  const fed: WebhookKey[] = [];
  for (const webhook of await listBehind(db)) {
    if (signal?.aborted === true) break;
    if (await catchUpOne(db, webhook, now, limits)) fed.push(webhook);
  }
  return fed;
}

/**
 * Some endpoints that are behind: a few from each organization, chosen at random so that none starves. Their order is
 * random too, because a run may be aborted before it reaches the last ones.
 */
function listBehind(db: DatabasePool): Promise<Behind[]> {
  return db.query<Behind>(sql`
    select org_id, id, endpoints
      from (select b.org_id, b.webhook_id as id, row_number() over (partition by b.org_id order by random()) as turn,
                   (select count(*) from webhooks a where a.org_id = b.org_id and a.status = 'active') as endpoints
              from webhooks_behind b
              join webhooks w on w.org_id = b.org_id and w.id = b.webhook_id and w.status = 'active') each
     where turn <= ${roundOfEach.endpointsCaughtUp}
     order by turn, random()`);
}

/** Creates an endpoint's deliveries as far as the limits permit; returns whether it got any. */
function catchUpOne(
  db: DatabasePool,
  { org_id: orgId, id, endpoints }: Behind,
  now: Date,
  limits: PendingLimits,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locks the position, which keeps other transactions from deciding whether the endpoint is behind.
    const [place] = await tx.query<Place>(sql`
      select after_at, after_id from webhooks_behind
       where org_id = ${orgId} and webhook_id = ${id} for update skip locked`);
    const webhook = await findWebhook(tx, orgId, id, sql`for share skip locked`);
    if (place === undefined || webhook?.status !== "active") return false;
    const room = await findRoom(tx, webhook, endpoints, limits);
    if (room === 0) return false;
    const changes = await listMissedChanges(tx, orgId, id, { after: { at: place.after_at, id: place.after_id } }, room);
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
  // Waits until there is room for a large batch, because a flood must not need one transaction per event.
  if (room >= bounds.maxDue / 2) return room;
  return isFailing && !measured.is_fresh && measured.pending < bounds.maxPending ? 1 : 0;
}

export interface FallBehindOptions {
  firstWaitMs: number;
  slots: Pick<Slots<unknown>, "room">;
  pending: PendingLimits;
}

/**
 * Removes from `wanted` the changes of endpoints that are already behind or have too many pending deliveries, and marks
 * these endpoints as behind.
 */
export async function fallBehind<C extends { at: string }>(
  tx: Transaction,
  wanted: Map<WebhookRow, C[]>,
  behind: ReadonlySet<string>,
  { firstWaitMs, slots, pending: limits }: FallBehindOptions,
): Promise<void> {
  const late: WebhookRow[] = [];
  const suspects = new Map<string, { webhook: WebhookRow; more: number; bounds: PendingBounds }>();
  const endpointsOf = Map.groupBy(wanted.keys(), ({ org_id }) => org_id);
  for (const [webhook, { length: more }] of wanted) {
    if (more === 0) continue;
    if (behind.has(keyOf(webhook))) late.push(webhook);
    // Measures only endpoints whose free slots do not suffice: an endpoint with free slots cannot have many due
    // deliveries.
    else if (firstWaitMs > 0 || slots.room(webhook) < more) {
      const bounds = pendingBounds(endpointsOf.get(webhook.org_id)?.length ?? 1, limits);
      suspects.set(keyOf(webhook), { webhook, more, bounds });
    }
  }
  if (suspects.size > 0) {
    const asked = [...suspects.values()].map(({ webhook: { org_id, id }, bounds }) => ({ org_id, id, ...bounds }));
    for (const measured of await measurePending(tx, asked, limits.probeMs)) {
      const suspect = suspects.get(keyOf(measured));
      if (suspect === undefined) continue;
      const { webhook, more, bounds } = suspect;
      if (roomOf(webhook.failing_since !== null, measured, bounds) < more) late.push(webhook);
    }
  }
  const marks = late.flatMap((webhook) => {
    const first = wanted.get(webhook)?.reduce((a, b) => (Date.parse(b.at) < Date.parse(a.at) ? b : a));
    wanted.set(webhook, []);
    return first === undefined ? [] : [{ org_id: webhook.org_id, id: webhook.id, at: first.at }];
  });
  if (marks.length > 0) await noteBehind(tx, marks);
}

/**
 * The numbers of pending and due deliveries of each endpoint, counted up to bounds, and whether the endpoint got a
 * delivery recently. Each count follows the order of an index, so stale statistics can't lead to a table scan.
 */
function measurePending(
  tx: Transaction,
  webhooks: (WebhookKey & PendingBounds)[],
  latelyMs: number,
): Promise<(WebhookKey & Pending)[]> {
  const of = sql`from deliveries d where d.org_id = w.org_id and d.webhook_id = w.id`;
  return tx.query(sql`
    select w.org_id, w.id,
           (select count(*) from (select 1 ${of} and d.status = 'pending' and d.next_attempt_at <= now() order by d.next_attempt_at limit w.most_due) p) as due,
           (select count(*) from (select 1 ${of} and d.status = 'pending' order by d.next_attempt_at limit w.most_pending) p) as pending,
           coalesce((select d.created_at ${of} order by d.created_at desc, d.id desc limit 1) > now() - ${interval(latelyMs)}, false) as is_fresh
      from unnest(${webhooks.map(({ org_id }) => org_id)}::text[], ${webhooks.map(({ id }) => id)}::text[],
                  ${webhooks.map(({ maxDue }) => maxDue)}::integer[], ${webhooks.map(({ maxPending }) => maxPending)}::integer[])
           as w (org_id, id, most_due, most_pending)`);
}

/** Marks these endpoints as behind, each from its given instant on. */
export async function noteBehind(tx: Transaction, webhooks: (WebhookKey & { at: string })[]): Promise<void> {
  await tx.query(sql`
    insert into webhooks_behind as b (org_id, webhook_id, after_at, after_id)
    select n.org_id, n.id, n.at, ''
      from unnest(${webhooks.map(({ org_id }) => org_id)}::text[], ${webhooks.map(({ id }) => id)}::text[],
                  ${webhooks.map(({ at }) => at)}::timestamptz[]) as n (org_id, id, at)
     order by n.org_id, n.id
    on conflict (org_id, webhook_id) do update
       set after_at = excluded.after_at, after_id = excluded.after_id
     where (excluded.after_at, excluded.after_id) < (b.after_at, b.after_id)`);
}

/**
 * The endpoints of these organizations that are behind, except those that another transaction is catching up. Locks
 * them until this transaction ends.
 */
export function lockBehind(tx: Transaction, orgIds: string[]): Promise<WebhookKey[]> {
  return tx.query(sql`
    select org_id, webhook_id as id from webhooks_behind
     where org_id = any(${orgIds}) order by org_id, webhook_id for share skip locked`);
}
