import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import type { ChangePosition } from "#tracking/exchange/event-catalogue/change-queries.ts";
import type { EventSource } from "#tracking/exchange/event-catalogue/event-source.ts";
import { queueEvents } from "#tracking/exchange/webhooks/log/queries.ts";
import { findWebhook, listActiveWebhookIds } from "#tracking/exchange/webhooks/queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import type { PendingLimits } from "#tracking/exchange/webhooks/pending-limits.ts";
import { interval, keyOf, type WebhookKey } from "./claims.ts";
import { roundOfEach, waitingForEachDue } from "./limits.ts";

/** The maximum numbers of an endpoint's due and pending deliveries. */
interface Bounds {
  maxDue: number;
  maxPending: number;
}

/** An endpoint's due and pending deliveries, counted up to its bounds, and whether it got one recently. */
interface Measured extends WebhookKey {
  due: number;
  pending: number;
  is_fresh: boolean;
}

function boundsOf(endpoints: number, { ofOrganization, ofEndpoint }: PendingLimits): Bounds {
  const share = Math.max(ofEndpoint.least, Math.floor(ofOrganization / endpoints));
  const maxDue = Math.min(ofEndpoint.most, share);
  return { maxDue, maxPending: maxDue * waitingForEachDue };
}

/** The number of further deliveries that may be created for an endpoint. */
function roomOf(webhook: WebhookRow, { due, pending }: Measured, { maxDue, maxPending }: Bounds): number {
  return Math.max(0, webhook.failing_since === null ? Math.min(maxDue - due, maxPending - pending) : maxDue - pending);
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

interface Behind extends WebhookKey {
  /** The number of active endpoints of its organization. */
  endpoints: number;
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
  { events, now, pending }: CatchUpOptions,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locks the position, which keeps other transactions from deciding whether the endpoint is behind.
    const [after] = await tx.query<ChangePosition>(sql`
      select after_at as at, after_id as id from webhooks_behind
       where org_id = ${orgId} and webhook_id = ${id} for update skip locked`);
    const webhook = await findWebhook(tx, orgId, id, sql`for share skip locked`);
    if (after === undefined || webhook?.status !== "active") return false;
    const room = await findRoom(tx, webhook, boundsOf(endpoints, pending), pending.probeMs);
    if (room === 0) return false;
    const changes = await events.listMissedChanges(tx, orgId, id, { after }, room);
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

async function findRoom(tx: Transaction, webhook: WebhookRow, bounds: Bounds, probeMs: number): Promise<number> {
  const [measured] = await measure(tx, [{ webhook, bounds }], probeMs);
  if (measured === undefined) return 0;
  const room = roomOf(webhook, measured, bounds);
  // Waits until there is room for a large batch, because a flood must not need one transaction per event.
  if (room >= bounds.maxDue / 2) return room;
  const isProbed = webhook.failing_since !== null && !measured.is_fresh && measured.pending < bounds.maxPending;
  return isProbed ? 1 : 0;
}

interface FallBehindOptions {
  /** The keys of the endpoints that are behind. */
  behind: ReadonlySet<string>;
  /** Returns how many changes this node can claim at once for an endpoint. */
  shareOf: (webhook: WebhookKey) => number;
  pending: PendingLimits;
}

/**
 * Removes from `wanted` the changes of endpoints that are already behind or have too many pending deliveries, and marks
 * these endpoints as behind. Measures only endpoints whose changes this node cannot all claim at once: an endpoint with
 * room cannot have many due deliveries.
 */
export async function fallBehind<C extends { at: string }>(
  tx: Transaction,
  wanted: Map<WebhookRow, C[]>,
  { behind, shareOf, pending: limits }: FallBehindOptions,
): Promise<void> {
  const endpointsOf = Map.groupBy(wanted.keys(), ({ org_id }) => org_id);
  const suspects = [...wanted].flatMap(([webhook, { length: more }]) => {
    const bounds = boundsOf(endpointsOf.get(webhook.org_id)?.length ?? 1, limits);
    return more > shareOf(webhook) && !behind.has(keyOf(webhook)) ? [{ webhook, bounds, more }] : [];
  });
  const measured = suspects.length === 0 ? [] : await measure(tx, suspects, limits.probeMs);
  const found = new Map(measured.map((each) => [keyOf(each), each]));
  const isLate = ({ webhook, bounds, more }: (typeof suspects)[number]) => {
    const counts = found.get(keyOf(webhook));
    return counts !== undefined && roomOf(webhook, counts, bounds) < more;
  };
  const late = new Set([...behind, ...suspects.filter(isLate).map(({ webhook }) => keyOf(webhook))]);
  const marks: (WebhookKey & { at: string })[] = [];
  for (const [webhook, changes] of wanted) {
    if (!late.has(keyOf(webhook))) continue;
    const [first] = changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    if (first !== undefined) marks.push({ org_id: webhook.org_id, id: webhook.id, at: first.at });
    wanted.set(webhook, []);
  }
  if (marks.length > 0) await noteBehind(tx, marks);
}

/** Each count follows the order of an index, so stale statistics can't lead to a table scan. */
function measure(
  tx: Transaction,
  suspects: { webhook: WebhookRow; bounds: Bounds }[],
  latelyMs: number,
): Promise<Measured[]> {
  const asked = JSON.stringify(suspects.map(({ webhook: { org_id, id }, bounds }) => ({ org_id, id, ...bounds })));
  const of = sql`from deliveries d where d.org_id = w.org_id and d.webhook_id = w.id`;
  return tx.query(sql`
    select w.org_id, w.id,
           (select count(*) from (select 1 ${of} and d.status = 'pending' and d.next_attempt_at <= now() order by d.next_attempt_at limit w."maxDue") p) as due,
           (select count(*) from (select 1 ${of} and d.status = 'pending' order by d.next_attempt_at limit w."maxPending") p) as pending,
           coalesce((select d.created_at ${of} order by d.created_at desc, d.id desc limit 1) > now() - ${interval(latelyMs)}, false) as is_fresh
      from json_to_recordset(${asked}::json) as w (org_id text, id text, "maxDue" integer, "maxPending" integer)`);
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
