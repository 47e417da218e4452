import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { ChangeSummary } from "#tracking/exchange/event-catalogue/change-queries.ts";
import type { EventSource } from "#tracking/exchange/event-catalogue/event-source.ts";
import type { PendingLimits } from "#tracking/exchange/webhooks/pending-limits.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { type RegisteredWebhook, splitEntitled } from "#tracking/exchange/webhooks/registrar.ts";
import { fallBehind } from "./behind.ts";
import { type Claim, interval, keyOf, type Lease, withRegistrar } from "./claims.ts";
import type { Endpoints } from "./endpoints.ts";
import { batchOfEach, blockSize } from "./limits.ts";

interface FanOutOptions extends Lease {
  events: Pick<EventSource, "wants">;
  /** The delay before the first attempt. Only a delivery without a delay can be claimed at once. */
  firstWaitMs: number;
  /** How many of their changes this node may claim for the endpoints, by key. */
  share: Endpoints<unknown>["share"];
  pending: PendingLimits;
}

interface QueuedChange extends ChangeSummary {
  org_id: string;
  at: string;
}

// The event types whose own transactions already create or restart deliveries.
const restarting = new Set(["webhook.test", "webhook.redelivered", "webhook.replayed"]);

/**
 * Turns queued changes into deliveries in one transaction; several nodes can do so concurrently. The insert also claims
 * the deliveries that this node has room for, which saves an update and a round trip per delivery. Changes whose
 * endpoints are locked stay queued, so no organization waits for another's locks. If an endpoint has too many pending
 * deliveries, it falls behind and `catchUp` creates its deliveries later.
 */
export function fanOut(db: DatabasePool, options: FanOutOptions) {
  const { events, firstWaitMs, share, pending } = options;
  return db.transaction(async (tx) => {
    const { changes, active, behind } = await takeQueued(tx);
    const { entitled: webhooks, others: unentitled } = splitEntitled(active);
    const byOrganization = Map.groupBy(changes, ({ org_id }) => org_id);
    const changesOf = ({ org_id }: WebhookRow) => byOrganization.get(org_id) ?? [];
    const wanted = webhooks.map((webhook) => {
      return { webhook, changes: changesOf(webhook).filter((change) => events.wants(webhook, change)) };
    });
    const asking = wanted.flatMap(({ webhook, changes: { length } }) =>
      length > 0 ? { webhook, wanted: length } : [],
    );
    const shares = firstWaitMs > 0 ? new Map<string, number>() : share(asking);
    const shared = wanted.map((each) => ({ ...each, most: shares.get(keyOf(each.webhook)) ?? 0 }));
    const ready = await fallBehind(tx, shared, behind, pending);
    const fresh = ready.flatMap(({ webhook: { org_id, id: webhook_id }, changes: ofThis, most }) =>
      ofThis.map(({ id: change_id, action: type }, at) => {
        return { org_id, id: newId("dlv"), webhook_id, change_id, type, claimed: at < most };
      }),
    );
    const isRestarted = (webhook: WebhookRow) => changesOf(webhook).some(({ action }) => restarting.has(action));
    const isUnclaimed = new Set(
      ready.flatMap(({ webhook, changes: { length }, most }) => (firstWaitMs === 0 && length > most ? webhook : [])),
    );
    return {
      /** The number of changes that left the queue. If it is not 0, the queue may contain more. */
      taken: changes.length,
      /** The deliveries that this node claimed and attempts now. */
      claims: fresh.length === 0 ? [] : await insertDeliveries(tx, fresh, options),
      /** Active endpoints in the organizations of these changes that may receive events, and those that may not. */
      webhooks,
      unentitled,
      /** Endpoints with due deliveries that this node did not claim. */
      waiting: webhooks.filter((webhook) => isRestarted(webhook) || isUnclaimed.has(webhook)),
    };
  });
}

/** Either a queued change or, if `change_id` is null, an active endpoint of its organization. */
type TakenRow = RegisteredWebhook & {
  is_behind: boolean;
  change_org_id: string;
  change_id: string | null;
  change_at: string;
  change_action: string;
  change_object: ChangeSummary["object"];
  change_previous: ChangeSummary["object"];
};

/**
 * Removes changes from the queue, a few from each organization, so that one organization's backlog does not delay the
 * others. Locks the endpoints of these organizations until the transaction ends, so that none is disabled, deleted or
 * caught up until then. Skips organizations with an endpoint that another transaction has locked, and changes that
 * another node is processing. A rollback puts the removed changes back.
 */
async function takeQueued(tx: Transaction) {
  const active: RegisteredWebhook[] = [];
  const changes: QueuedChange[] = [];
  const behind = new Set<string>();
  for (const row of await tx.query<TakenRow>(takingQueued)) {
    const { change_org_id, change_id: id, change_at: at, change_action: action, is_behind, ...rest } = row;
    const { change_object: object, change_previous: previous, ...webhook } = rest;
    if (id !== null) changes.push({ org_id: change_org_id, id, at, action, object, previous });
    else active.push(webhook);
    if (is_behind) behind.add(keyOf(webhook));
  }
  return { active, changes, behind };
}

// Reads the distinct organizations one by one from the index, because a scan would read the whole queue.
const takingQueued = sql`
  with recursive queued (org_id) as (
    (select org_id from event_queue order by org_id limit 1)
    union all
    select (select q.org_id from event_queue q where q.org_id > o.org_id order by q.org_id limit 1)
      from queued o where o.org_id is not null
  ), organization as materialized (
    select org_id from queued where org_id is not null order by random() limit ${blockSize}
  ), active as materialized (
    ${withRegistrar} join organization o on o.org_id = w.org_id where w.status = 'active'
     order by w.org_id, w.id for share of w skip locked
  ), behind as materialized (
    select b.org_id, b.webhook_id from organization o join webhooks_behind b on b.org_id = o.org_id
     order by b.org_id, b.webhook_id for share of b skip locked
  ), locked as materialized (
    (select w.org_id, w.id from organization o join webhooks w on w.org_id = o.org_id and w.status = 'active'
     except select org_id, id from active)
    union all
    (select b.org_id, b.webhook_id from organization o join webhooks_behind b on b.org_id = o.org_id
     except select org_id, webhook_id from behind)
  ), endpoints as materialized (
    select org_id, count(*) as count from active group by org_id
  ), picked as materialized (
    select q.org_id, q.change_id
      from (select o.org_id, coalesce((select e.count from endpoints e where e.org_id = o.org_id), 1) as endpoints
              from organization o where o.org_id not in (select l.org_id from locked l)) o
     cross join lateral (
       select e.org_id, e.change_id from event_queue e where e.org_id = o.org_id
        order by e.change_id
        limit greatest(1, least(${batchOfEach}::bigint, ${blockSize}::bigint / o.endpoints))
          for update skip locked) q
     limit ${blockSize}
  ), taken as (
    delete from event_queue q using picked p
     where q.org_id = p.org_id and q.change_id = p.change_id
    returning q.org_id, q.change_id
  )
  select c.*, w.*
    from (select r.org_id as change_org_id, r.id as change_id, r.at as change_at, r.action as change_action,
                 jsonb_build_object('id', r.object -> 'id', 'project_id', r.object -> 'project_id', 'kind', r.object -> 'kind') as change_object,
                 jsonb_build_object('project_id', r.previous -> 'project_id') as change_previous
            from taken t
           cross join lateral (
             select * from changes r where r.org_id = t.org_id and r.id = t.change_id offset 0) r) c
    -- Returns both lists in one round trip.
    full join (select a.*, exists (select 1 from behind b where b.org_id = a.org_id and b.webhook_id = a.id) as is_behind
                 from active a where a.org_id in (select t.org_id from taken t)) w on false
   order by change_id`;

/**
 * Inserts the deliveries, except of events that a replay has queued already; returns those that this node claimed. If a
 * replay queues one at the same moment, the fan-out fails and is repeated.
 */
async function insertDeliveries(
  tx: Transaction,
  fresh: (Omit<Claim, "attempts" | "schedule_step"> & { claimed: boolean })[],
  { nodeId, leaseMs, firstWaitMs }: FanOutOptions,
): Promise<Claim[]> {
  const rows = await tx.query<{ id: string }>(sql`
    with fresh as materialized (
      select * from json_to_recordset(${JSON.stringify(fresh)}::json) as f (
        org_id text, id text, webhook_id text, change_id text, type text, claimed boolean)
    ), known as materialized (
      select f.id from fresh f
       where exists (
         select 1 from deliveries d
          where d.org_id = f.org_id and d.webhook_id = f.webhook_id and d.change_id = f.change_id offset 0)
    ), inserted as (
      insert into deliveries (org_id, id, webhook_id, change_id, type, attempts, next_attempt_at, locked_until, locked_by)
      select org_id, id, webhook_id, change_id, type, claimed::integer, now() + ${interval(firstWaitMs)},
             case when claimed then clock_timestamp() + ${interval(leaseMs)} end, case when claimed then ${nodeId} end
        from fresh where id not in (select id from known)
       order by id
    )
    select id from known`);
  const known = new Set(rows.map(({ id }) => id));
  return fresh.flatMap(({ claimed, ...claim }) =>
    claimed && !known.has(claim.id) ? [{ ...claim, attempts: 1, schedule_step: 0 }] : [],
  );
}
