import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import type { ChangePosition } from "#tracking/exchange/event-catalogue/change-queries.ts";
import type { EventSource } from "#tracking/exchange/event-catalogue/event-source.ts";
import { queueEvents } from "#tracking/exchange/webhooks/log/queries.ts";
import { findWebhook, listActiveWebhookIds } from "#tracking/exchange/webhooks/queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import type { PendingLimits } from "#tracking/exchange/webhooks/pending-limits.ts";
import { interval, keyOf, type WebhookKey } from "./claims.ts";
import { endpointsCaughtUp, pendingForEachDue } from "./limits.ts";

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
     where turn <= ${endpointsCaughtUp}
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
    const rooms = await measureRooms(tx, [{ webhook, endpoints }], pending);
    const room = roomToCatchUp(rooms.get(keyOf(webhook)));
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

/** Room for deliveries of an endpoint: how many it may have, how many more, and whether one more is due as a probe. */
interface Room {
  most: number;
  left: number;
  mayProbe: boolean;
}

function roomToCatchUp({ most, left, mayProbe }: Room = { most: 0, left: 0, mayProbe: false }): number {
  // Waits until there is room for a large batch, because a flood must not need one transaction per event.
  if (left >= most / 2) return left;
  return mayProbe ? 1 : 0;
}

/** The changes that an endpoint gets, of which this node could claim `most` at once. */
interface Wanted {
  webhook: WebhookRow;
  changes: readonly { at: string }[];
  most: number;
}

/**
 * Marks endpoints that have too many pending deliveries, or are behind already, as behind from their first change on.
 * Returns the others. Measures only endpoints whose changes this node cannot all claim at once: an endpoint with room
 * cannot have many due deliveries.
 */
export async function fallBehind<W extends Wanted>(
  tx: Transaction,
  wanted: readonly W[],
  behind: ReadonlySet<string>,
  pending: PendingLimits,
): Promise<W[]> {
  const endpointsOf = Map.groupBy(wanted, ({ webhook }) => webhook.org_id);
  const suspects = wanted.filter(({ webhook, changes, most }) => changes.length > most && !behind.has(keyOf(webhook)));
  const rooms = await measureRooms(
    tx,
    suspects.map(({ webhook }) => ({ webhook, endpoints: endpointsOf.get(webhook.org_id)?.length ?? 1 })),
    pending,
  );
  const isReady = ({ webhook, changes }: W) =>
    !behind.has(keyOf(webhook)) && changes.length <= (rooms.get(keyOf(webhook))?.left ?? Number.POSITIVE_INFINITY);
  const marks = wanted.flatMap((each) => {
    const [first] = isReady(each) ? [] : each.changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    return first === undefined ? [] : { org_id: each.webhook.org_id, id: each.webhook.id, at: first.at };
  });
  if (marks.length > 0) await noteBehind(tx, marks);
  return wanted.filter(isReady);
}

/**
 * Measures room by endpoint, in one statement. Each count follows the order of an index, so stale statistics can't lead
 * to a table scan.
 */
async function measureRooms(
  tx: Transaction,
  asked: { webhook: WebhookRow; endpoints: number }[],
  { ofOrganization, ofEndpoint, probeMs }: PendingLimits,
): Promise<Map<string, Room>> {
  if (asked.length === 0) return new Map();
  const bounded = asked.map(({ webhook: { org_id, id, failing_since: since }, endpoints }) => {
    const most = Math.min(ofEndpoint.most, Math.max(ofEndpoint.least, Math.floor(ofOrganization / endpoints)));
    return { org_id, id, most, most_pending: most * pendingForEachDue, is_failing: since !== null };
  });
  const of = sql`from deliveries d where d.org_id = w.org_id and d.webhook_id = w.id`;
  const rows = await tx.query<Room & WebhookKey>(sql`
    select org_id, id, most,
           greatest(0, case when is_failing then most - pending else least(most - due, most_pending - pending) end)::integer as left,
           is_failing and not is_fresh and pending < most_pending as "mayProbe"
      from (select w.*,
                   (select count(*) from (select 1 ${of} and d.status = 'pending' and d.next_attempt_at <= now() order by d.next_attempt_at limit w.most) p) as due,
                   (select count(*) from (select 1 ${of} and d.status = 'pending' order by d.next_attempt_at limit w.most_pending) p) as pending,
                   coalesce((select d.created_at ${of} order by d.created_at desc, d.id desc limit 1) > now() - ${interval(probeMs)}, false) as is_fresh
              from json_to_recordset(${JSON.stringify(bounded)}::json) as w (org_id text, id text, most integer, most_pending integer, is_failing boolean)) w`);
  return new Map(rows.map((row) => [keyOf(row), row]));
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
