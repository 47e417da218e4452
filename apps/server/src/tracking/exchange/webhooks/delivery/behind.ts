import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import type { EventSource } from "#tracking/exchange/event-catalogue/event-source.ts";
import { queueEvents } from "#tracking/exchange/webhooks/log/queries.ts";
import { findWebhook, listActiveWebhookIds } from "#tracking/exchange/webhooks/queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import type { PendingLimits } from "#tracking/exchange/webhooks/pending-limits.ts";
import { interval, keyOf, type WebhookKey } from "./claims.ts";
import { roundOfEach, waitingForEachDue } from "./limits.ts";

/** An endpoint, and the maximum numbers of its pending and due deliveries. */
interface Bounded extends WebhookKey {
  maxDue: number;
  maxPending: number;
}

/** The numbers of pending and due deliveries of an endpoint, counted up to its bounds. */
interface Pending extends WebhookKey {
  due: number;
  pending: number;
  is_fresh: boolean;
}

function boundsOf(
  { org_id, id }: WebhookKey,
  endpoints: number,
  { ofOrganization, ofEndpoint }: PendingLimits,
): Bounded {
  const share = Math.max(ofEndpoint.least, Math.floor(ofOrganization / endpoints));
  const maxDue = Math.min(ofEndpoint.most, share);
  return { org_id, id, maxDue, maxPending: maxDue * waitingForEachDue };
}

/** The number of further deliveries that may be created for an endpoint. */
function roomOf(isFailing: boolean, { due, pending }: Pending, { maxDue, maxPending }: Bounded): number {
  return Math.max(0, isFailing ? maxDue - pending : Math.min(maxDue - due, maxPending - pending));
}

interface Behind extends WebhookKey {
  endpoints: number;
}

interface CatchUpOptions {
  events: Pick<EventSource, "wants" | "listMissedChanges">;
  now: Date;
  pending: PendingLimits;
}

/**
 * Creates the deliveries of endpoints that have fallen behind, oldest first, as far as the limits permit; returns the
 * endpoints that got any. If aborted, leaves the rest to the next run. No change is skipped, however late its
 * transaction commits: the fan-out handles all queued changes, even those before the position reached here.
 */
export async function catchUp(db: DatabasePool, options: CatchUpOptions, signal?: AbortSignal): Promise<WebhookKey[]> {
  const fed: WebhookKey[] = [];
  for (const webhook of await listBehind(db)) {
    if (signal?.aborted === true) break;
    if (await catchUpOne(db, webhook, options)) fed.push(webhook);
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
  { events, now, pending: limits }: CatchUpOptions,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locks the position, which keeps other transactions from deciding whether the endpoint is behind.
    const [place] = await tx.query<{ after_at: string; after_id: string }>(sql`
      select after_at, after_id from webhooks_behind
       where org_id = ${orgId} and webhook_id = ${id} for update skip locked`);
    const webhook = await findWebhook(tx, orgId, id, sql`for share skip locked`);
    if (place === undefined || webhook?.status !== "active") return false;
    const room = await findRoom(tx, webhook, boundsOf(webhook, endpoints, limits), limits.probeMs);
    if (room === 0) return false;
    const changes = await events.listMissedChanges(
      tx,
      orgId,
      id,
      { after: { at: place.after_at, id: place.after_id } },
      room,
    );
    const wanted = changes.filter((change) => events.wants(webhook, change));
    const queued = await queueEvents(tx, webhook, wanted, now);
    const last = changes.at(-1);
    await tx.query(
      last === undefined || changes.length < room
        ? sql`delete from webhooks_behind where org_id = ${orgId} and webhook_id = ${id}`
        : sql`update webhooks_behind set after_at = ${last.at}, after_id = ${last.id} where org_id = ${orgId} and webhook_id = ${id}`,
    );
    return queued > 0;
  });
}

async function findRoom(tx: Transaction, webhook: WebhookRow, bounds: Bounded, probeMs: number): Promise<number> {
  const [measured] = await measurePending(tx, [bounds], probeMs);
  if (measured === undefined) return 0;
  const isFailing = webhook.failing_since !== null;
  const room = roomOf(isFailing, measured, bounds);
  // Waits until there is room for a large batch, because a flood must not need one transaction per event.
  if (room >= bounds.maxDue / 2) return room;
  return isFailing && !measured.is_fresh && measured.pending < bounds.maxPending ? 1 : 0;
}

interface FallBehindOptions {
  /** The keys of the endpoints that are behind. */
  behind: ReadonlySet<string>;
  /** How many changes this node can claim at once, by endpoint. */
  shares: ReadonlyMap<string, number>;
  pending: PendingLimits;
}

/**
 * Removes from `wanted` the changes of endpoints that are already behind or have too many pending deliveries, and marks
 * these endpoints as behind. Measures only endpoints whose changes this node cannot all
 * claim at once: an endpoint with room cannot have many due deliveries.
 */
export async function fallBehind<C extends { at: string }>(
  tx: Transaction,
  wanted: Map<WebhookRow, C[]>,
  { behind, shares, pending: limits }: FallBehindOptions,
): Promise<void> {
  const late = new Set(behind);
  const endpointsOf = Map.groupBy(wanted.keys(), ({ org_id }) => org_id);
  const suspects = new Map<string, { webhook: WebhookRow; bounds: Bounded }>();
  for (const [webhook, { length: more }] of wanted) {
    if (more <= (shares.get(keyOf(webhook)) ?? 0) || behind.has(keyOf(webhook))) continue;
    const bounds = boundsOf(webhook, endpointsOf.get(webhook.org_id)?.length ?? 1, limits);
    suspects.set(keyOf(webhook), { webhook, bounds });
  }
  if (suspects.size > 0) {
    const bounded = [...suspects.values()].map(({ bounds }) => bounds);
    for (const measured of await measurePending(tx, bounded, limits.probeMs)) {
      const suspect = suspects.get(keyOf(measured));
      if (suspect === undefined) continue;
      const room = roomOf(suspect.webhook.failing_since !== null, measured, suspect.bounds);
      if (room < (wanted.get(suspect.webhook)?.length ?? 0)) late.add(keyOf(measured));
    }
  }
  const marks = [...wanted].flatMap(([{ org_id, id }, changes]) => {
    const [first] = changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    return first !== undefined && late.has(keyOf({ org_id, id })) ? [{ org_id, id, at: first.at }] : [];
  });
  for (const webhook of wanted.keys()) if (late.has(keyOf(webhook))) wanted.set(webhook, []);
  if (marks.length > 0) await noteBehind(tx, marks);
}

/**
 * Counts each endpoint's pending and due deliveries, and finds whether it got one recently. Each count follows the order
 * of an index, so stale statistics can't lead to a table scan.
 */
function measurePending(tx: Transaction, webhooks: Bounded[], latelyMs: number): Promise<Pending[]> {
  const of = sql`from deliveries d where d.org_id = w.org_id and d.webhook_id = w.id`;
  return tx.query(sql`
    select w.org_id, w.id,
           (select count(*) from (select 1 ${of} and d.status = 'pending' and d.next_attempt_at <= now() order by d.next_attempt_at limit w."maxDue") p) as due,
           (select count(*) from (select 1 ${of} and d.status = 'pending' order by d.next_attempt_at limit w."maxPending") p) as pending,
           coalesce((select d.created_at ${of} order by d.created_at desc, d.id desc limit 1) > now() - ${interval(latelyMs)}, false) as is_fresh
      from json_to_recordset(${JSON.stringify(webhooks)}::json) as w (org_id text, id text, "maxDue" integer, "maxPending" integer)`);
}

/** Marks these endpoints as behind, each from its given instant on. */
async function noteBehind(tx: Transaction, webhooks: (WebhookKey & { at: string })[]): Promise<void> {
  await tx.query(sql`
    insert into webhooks_behind as b (org_id, webhook_id, after_at, after_id)
    select n.org_id, n.id, n.at, ''
      from json_to_recordset(${JSON.stringify(webhooks)}::json) as n (org_id text, id text, at timestamptz)
     order by n.org_id, n.id
    on conflict (org_id, webhook_id) do update
       set after_at = excluded.after_at, after_id = excluded.after_id
     where (excluded.after_at, excluded.after_id) < (b.after_at, b.after_id)`);
}

/**
 * Marks all active endpoints of the organization as behind from an instant on, so that `catchUp` sends them the changes
 * that this transaction wrote without queueing them (the setting `stint.behind`). Must be the last step of the
 * transaction, because the sender waits for these rows.
 */
export async function markEndpointsBehind(tx: Transaction, orgId: string, since: string): Promise<void> {
  const ids = await listActiveWebhookIds(tx, orgId);
  if (ids.length > 0)
    await noteBehind(
      tx,
      ids.map((id) => ({ org_id: orgId, id, at: since })),
    );
}
