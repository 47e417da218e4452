import { sql, type Transaction } from "#platform/database/database.ts";
import type { ChangeSummary } from "#tracking/webhooks/change-queries.ts";
import type { RegisteredWebhook } from "#tracking/webhooks/registrar.ts";
import type { Pending, PendingBounds } from "./pending-limits.ts";
import { type Claim, interval, type Lease, pairs, type WebhookKey, withRegistrar } from "./queries.ts";

export interface QueuedChange extends ChangeSummary {
  org_id: string;
  at: string;
}

export interface TakeLimits {
  /** The most changes to take of one organization, and the most deliveries to create from them. */
  changesOfEach: number;
  deliveriesOfEach: number;
  /** The most changes to take in all. */
  changes: number;
}

/**
 * Takes changes out of the queue, some of each organization, so that one long queue delays no other. Skips changes that
 * another node is taking; a rollback puts everything back.
 */
export function takeQueued(
  tx: Transaction,
  { changesOfEach, deliveriesOfEach, changes }: TakeLimits,
): Promise<QueuedChange[]> {
  // Reads the distinct organizations one by one from the index: a scan would read the whole queue.
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
          limit greatest(1, least(${changesOfEach}::bigint, ${deliveriesOfEach}::bigint / greatest(1, o.endpoints)))
            for update skip locked) q
       limit ${changes}
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

/** Puts back changes taken in this transaction. */
export async function putBack(tx: Transaction, changes: readonly QueuedChange[]): Promise<void> {
  const keys = changes.map(({ org_id, id }) => ({ org_id, id }));
  await tx.query(sql`insert into event_queue (org_id, change_id) select * from ${pairs(keys)}`);
}

/**
 * The active endpoints of these organizations, except those that another transaction is changing. They are locked
 * against disabling and deletion until this transaction ends.
 */
export function holdActiveWebhooks(tx: Transaction, orgIds: string[]): Promise<RegisteredWebhook[]> {
  return tx.query<RegisteredWebhook>(sql`
    ${withRegistrar}
     where w.org_id = any(${orgIds}) and w.status = 'active'
     order by w.org_id, w.id for share of w skip locked`);
}

/**
 * The endpoints among these that are behind, except those that another transaction is catching up; locked until this
 * one ends.
 */
export function holdBehind(tx: Transaction, orgIds: string[]): Promise<(WebhookKey & { after_at: string })[]> {
  return tx.query(sql`
    select org_id, webhook_id as id, after_at from webhooks_behind
     where org_id = any(${orgIds}) order by org_id, webhook_id for share skip locked`);
}

/** The organizations with more endpoints, active or behind, than were locked. */
export async function listLockedOrganizations(
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

/** The pending and the due deliveries of each endpoint, counted up to bounds, and whether it got one recently. */
export function measurePending(
  tx: Transaction,
  webhooks: (WebhookKey & PendingBounds)[],
  latelyMs: number,
): Promise<(WebhookKey & Pending)[]> {
  const of = sql`from deliveries d where d.org_id = w.org_id and d.webhook_id = w.id`;
  return tx.query(sql`
    select w.org_id, w.id,
           (select count(*) from (select 1 ${of} and d.status = 'pending' and d.next_attempt_at <= now() limit w.most_due) p) as due,
           (select count(*) from (select 1 ${of} and d.status = 'pending' limit w.most_pending) p) as pending,
           exists (select 1 ${of} and d.created_at > now() - ${interval(latelyMs)}) as is_fresh
      from unnest(${webhooks.map(({ org_id }) => org_id)}::text[], ${webhooks.map(({ id }) => id)}::text[],
                  ${webhooks.map(({ mostDue }) => mostDue)}::integer[], ${webhooks.map(({ mostPending }) => mostPending)}::integer[])
           as w (org_id, id, most_due, most_pending)`);
}

/** Marks these endpoints as behind from these instants on. */
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

export interface FreshDelivery {
  org_id: string;
  id: string;
  webhook_id: string;
  change_id: string;
  type: string;
  /** Set if this node makes the first attempt at once. */
  claimed: boolean;
}

export interface InsertOptions extends Lease {
  firstWaitMs: number;
  /** Events that a replay already queued for the endpoint get no second delivery: they fail the insert or are left out. */
  replayed: "refused" | "skipped";
}

/** Returns the claimed deliveries. */
export async function insertFreshDeliveries(
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
