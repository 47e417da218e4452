import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { violates } from "#platform/database/database-errors.ts";
import { newId } from "#platform/ids.ts";
import { wants } from "#tracking/exchange/event-catalogue/event-payload.ts";
import type { ChangeSummary } from "#tracking/exchange/event-catalogue/change-queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { type RegisteredWebhook, splitEntitled } from "#tracking/exchange/webhooks/registrar.ts";
import { fallBehind, type FallBehindOptions, lockBehind } from "./behind.ts";
import { blockSize, roundOfEach } from "./limits.ts";
import { type Claim, interval, keyOf, type Lease, pairs, type WebhookKey, withRegistrar } from "./queries.ts";
import type { Slots } from "./slots.ts";

export interface FanOutOptions extends Lease, FallBehindOptions {
  /** The delay before the first attempt. Only a delivery without a delay can be claimed at once. */
  firstWaitMs: number;
  /** The maximum number of changes to read from each organization's queue. */
  changesOfEach: number;
  slots: Pick<Slots<unknown>, "free" | "freeOf" | "freeOfOrganization" | "freeInLine" | "inTurn" | "room">;
}

export interface FannedOut {
  /** The number of changes that left the queue. If it is not 0, the queue may contain more. */
  taken: number;
  /** The deliveries that this node claimed and attempts now. */
  claims: Claim[];
  /** Active endpoints that may receive events, in the organizations of these changes. */
  webhooks: WebhookRow[];
  /** Active endpoints that receive nothing, because the member who registered them has lost the right to them. */
  unentitled: WebhookRow[];
  /** Endpoints with due deliveries that this node did not claim. */
  waiting: WebhookKey[];
  /** Organizations in which deliveries became due without a new event, for example because of a redelivery. */
  restarted: string[];
}

// The event types whose own transactions already create or restart deliveries, so the fan-out only reports their
// organizations.
const restarting = new Set(["webhook.test", "webhook.redelivered", "webhook.replayed"]);

/**
 * Turns queued changes into deliveries in one transaction; several nodes can do so concurrently. The insert also claims
 * the deliveries that this node has room for, which saves an update and a round trip per delivery. Changes whose
 * endpoints are locked stay queued, so no organization waits for another's locks. If an endpoint has too many pending
 * deliveries, it falls behind and `catchUp` creates its deliveries later.
 */
export async function fanOut(db: DatabasePool, options: FanOutOptions): Promise<FannedOut> {
  try {
    return await fanOutOnce(db, options, "refused");
  } catch (error) {
    if (!violates(error, "deliveries_event_key")) throw error;
    return fanOutOnce(db, options, "skipped");
  }
}

/**
 * Runs the fan-out once. A replay has seldom queued one of the events already, and skipping such events would make
 * every insert more expensive. Therefore the first attempt fails on them, and only a second attempt skips them.
 */
function fanOutOnce(db: DatabasePool, options: FanOutOptions, replayed: "refused" | "skipped"): Promise<FannedOut> {
  return db.transaction(async (tx) => {
    const queued = await takeQueued(tx, options.changesOfEach);
    const { active, behind, changes } = await lockEndpoints(tx, queued);
    const restarted = new Set(changes.filter(({ action }) => restarting.has(action)).map(({ org_id }) => org_id));
    const { entitled: webhooks, others: unentitled } = splitEntitled(active);
    const wanted = wantedBy(webhooks, changes);
    await fallBehind(tx, wanted, behind, options);
    const { fresh, waiting } = makeDeliveries(wanted, options);
    const claims = fresh.length === 0 ? [] : await insertFreshDeliveries(tx, fresh, { ...options, replayed });
    return { taken: changes.length, claims, webhooks, unentitled, waiting, restarted: [...restarted] };
  });
}

/** The changes to deliver to each endpoint, in order. */
type Wanted = Map<WebhookRow, QueuedChange[]>;

/** Locks the endpoints of these changes. Leaves out changes whose endpoints cannot be locked now. */
async function lockEndpoints(tx: Transaction, queued: QueuedChange[]) {
  if (queued.length === 0) return { active: [], behind: new Set<string>(), changes: queued };
  const orgIds = [...new Set(queued.map(({ org_id }) => org_id))];
  const active = await lockActiveWebhooks(tx, orgIds);
  const behind = await lockBehind(tx, orgIds);
  const countOf = (rows: { org_id: string }[], orgId: string) => rows.filter(({ org_id }) => org_id === orgId).length;
  const locked = await listLockedOrganizations(
    tx,
    orgIds.map((orgId) => ({ orgId, active: countOf(active, orgId), behind: countOf(behind, orgId) })),
  );
  const isFree = ({ org_id: orgId }: { org_id: string }) => !locked.has(orgId);
  if (locked.size > 0)
    await putBack(
      tx,
      queued.filter((change) => !isFree(change)),
    );
  return {
    active: active.filter(isFree),
    behind: new Set(behind.map(keyOf)),
    changes: queued.filter(isFree),
  };
}

function wantedBy(webhooks: WebhookRow[], changes: QueuedChange[]): Wanted {
  const byOrganization = Map.groupBy(changes, ({ org_id }) => org_id);
  return new Map(
    webhooks.map((webhook) => [
      webhook,
      (byOrganization.get(webhook.org_id) ?? []).filter((change) => wants(webhook, change)),
    ]),
  );
}

function makeDeliveries(wanted: Wanted, { firstWaitMs, slots }: FanOutOptions) {
  const fresh: FreshDelivery[] = [];
  const waiting: WebhookKey[] = [];
  const freeOfEach = new Map<string, number>();
  let freeOfAll = slots.free();
  for (const webhook of slots.inTurn([...wanted.keys()])) {
    const { org_id, id } = webhook;
    const changes = wanted.get(webhook) ?? [];
    const ofOrganization = freeOfEach.get(org_id) ?? slots.freeOfOrganization(org_id);
    const free = Math.min(slots.freeOf(webhook), freeOfAll);
    const now = Math.min(free, ofOrganization, changes.length);
    // Claims for the line only if the endpoint has an attempt in progress, because the line advances only when an
    // attempt ends.
    const inLine = now > 0 || free === 0 ? slots.freeInLine(webhook) : 0;
    const left = firstWaitMs > 0 ? 0 : Math.min(now + inLine, changes.length);
    freeOfEach.set(org_id, ofOrganization - Math.min(now, left));
    freeOfAll -= Math.min(now, left);
    for (const [at, change] of changes.entries()) {
      const what = { change_id: change.id, type: change.action };
      fresh.push({ org_id, id: newId("dlv"), webhook_id: id, ...what, claimed: at < left });
    }
    if (firstWaitMs === 0 && changes.length > left) waiting.push({ org_id, id });
  }
  return { fresh, waiting };
}

interface QueuedChange extends ChangeSummary {
  org_id: string;
  at: string;
}

/**
 * Removes changes from the queue, a few from each organization, so that one organization's backlog does not delay the
 * others. Skips changes that another node is processing. A rollback puts the removed changes back.
 */
function takeQueued(tx: Transaction, changesOfEach: number): Promise<QueuedChange[]> {
  // Reads the distinct organizations one by one from the index, because a scan would read the whole queue.
  return tx.query<QueuedChange>(sql`
    with recursive organization (org_id) as (
      (select org_id from event_queue order by org_id limit 1)
      union all
      select (select q.org_id from event_queue q where q.org_id > o.org_id order by q.org_id limit 1)
        from organization o where o.org_id is not null
    ), picked as materialized (
      select q.org_id, q.change_id
        from (select o.org_id, (select count(*) from webhooks w where w.org_id = o.org_id and w.status = 'active') as endpoints
                from organization o where o.org_id is not null order by random()) o
       cross join lateral (
         select e.org_id, e.change_id from event_queue e where e.org_id = o.org_id
          order by e.change_id
          limit greatest(1, least(${changesOfEach}::bigint, ${roundOfEach.deliveries}::bigint / greatest(1, o.endpoints)))
            for update skip locked) q
       limit ${blockSize}
    ), taken as (
      delete from event_queue q using picked p
       where q.org_id = p.org_id and q.change_id = p.change_id
      returning q.org_id, q.change_id
    )
    select c.org_id, c.id, c.at, c.action,
           jsonb_build_object('id', c.object -> 'id', 'project_id', c.object -> 'project_id', 'kind', c.object -> 'kind') as object,
           jsonb_build_object('project_id', c.previous -> 'project_id') as previous
      from taken t
     cross join lateral (
       select * from changes r where r.org_id = t.org_id and r.id = t.change_id offset 0) c
     order by c.id`);
}

async function putBack(tx: Transaction, changes: readonly QueuedChange[]): Promise<void> {
  const keys = changes.map(({ org_id, id }) => ({ org_id, id }));
  await tx.query(sql`insert into event_queue (org_id, change_id) select * from ${pairs(keys)}`);
}

/**
 * The active endpoints of these organizations, except those that another transaction is changing. Locks them, so that
 * they cannot be disabled or deleted until this transaction ends.
 */
function lockActiveWebhooks(tx: Transaction, orgIds: string[]): Promise<RegisteredWebhook[]> {
  return tx.query<RegisteredWebhook>(sql`
    ${withRegistrar}
     where w.org_id = any(${orgIds}) and w.status = 'active'
     order by w.org_id, w.id for share of w skip locked`);
}

/** The organizations in which an endpoint, active or behind, could not be locked. */
async function listLockedOrganizations(
  tx: Transaction,
  held: { orgId: string; active: number; behind: number }[],
): Promise<Set<string>> {
  const rows = await tx.query<{ org_id: string }>(sql`
    select h.org_id
      from unnest(${held.map(({ orgId }) => orgId)}::text[], ${held.map(({ active }) => active)}::integer[],
                  ${held.map(({ behind }) => behind)}::integer[]) as h (org_id, active, behind)
     where (select count(*) from webhooks w where w.org_id = h.org_id and w.status = 'active') > h.active
        or (select count(*) from webhooks_behind b where b.org_id = h.org_id) > h.behind`);
  return new Set(rows.map((row) => row.org_id));
}

interface FreshDelivery {
  org_id: string;
  id: string;
  webhook_id: string;
  change_id: string;
  type: string;
  /** Set if this node makes the first attempt at once. */
  claimed: boolean;
}

interface InsertOptions extends Lease {
  firstWaitMs: number;
  /** How to treat an event that a replay has already queued for the endpoint: fail the insert or skip the event. */
  replayed: "refused" | "skipped";
}

/** Inserts the deliveries; returns those that this node claimed. */
async function insertFreshDeliveries(
  tx: Transaction,
  deliveries: FreshDelivery[],
  { nodeId, leaseMs, firstWaitMs, replayed }: InsertOptions,
): Promise<Claim[]> {
  const insert = sql`
    insert into deliveries as d
           (org_id, id, webhook_id, change_id, type, attempts, next_attempt_at, locked_until, locked_by)
    select org_id, id, webhook_id, change_id, type, claimed::integer, now() + ${interval(firstWaitMs)},
           case when claimed then clock_timestamp() + ${interval(leaseMs)} end, case when claimed then ${nodeId} end
      from json_to_recordset(${JSON.stringify(deliveries)}::json) as f (
        org_id text, id text, webhook_id text, change_id text, type text, claimed boolean)
     order by id`;
  const claims = deliveries
    .filter(({ claimed }) => claimed)
    .map(({ type: _type, claimed: _claimed, ...keys }) => ({ ...keys, attempts: 1, schedule_step: 0 }));
  if (replayed === "refused") {
    await tx.query(insert);
    return claims;
  }
  const inserted = await tx.query<{ id: string }>(
    sql`${insert} on conflict (org_id, webhook_id, change_id) do nothing returning d.id`,
  );
  const ids = new Set(inserted.map(({ id }) => id));
  return claims.filter(({ id }) => ids.has(id));
}
