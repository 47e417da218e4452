import { type Database, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import type { ChangeSummary } from "#tracking/webhooks/change-queries.ts";
import type { RegisteredWebhook } from "#tracking/webhooks/registrar.ts";

export interface QueuedChange extends ChangeSummary {
  org_id: string;
}

/**
 * Takes changes out of the queue, some of each organization, so that a long queue of one delays no other. What another
 * node is taking is left to it; a rollback puts everything back.
 */
export function takeQueued(tx: Transaction, mostOfEach: number, most: number): Promise<QueuedChange[]> {
  // The names of the organizations one by one from the index: counting the whole queue would take as long as it is.
  return tx.query<QueuedChange>(sql`
    with recursive organization (org_id) as (
      (select org_id from event_queue order by org_id limit 1)
      union all
      select (select q.org_id from event_queue q where q.org_id > o.org_id order by q.org_id limit 1)
        from organization o where o.org_id is not null
    ), picked as materialized (
      select q.org_id, q.change_id
        from organization o
       cross join lateral (
         select e.org_id, e.change_id from event_queue e where e.org_id = o.org_id
          order by e.change_id limit ${mostOfEach} for update skip locked) q
       limit ${most}
    ), taken as (
      delete from event_queue q using picked p
       where q.org_id = p.org_id and q.change_id = p.change_id
      returning q.org_id, q.change_id
    )
    select c.org_id, c.id, c.action,
           jsonb_build_object('id', c.object -> 'id', 'project_id', c.object -> 'project_id', 'kind', c.object -> 'kind') as object,
           jsonb_build_object('project_id', c.previous -> 'project_id') as previous
      from taken t
     cross join lateral (
       select * from changes r where r.org_id = t.org_id and r.id = t.change_id offset 0) c
     order by c.id`);
}

const withRegistrar = sql`
  select w.*, m.role as registrar_role, m.deactivated_at as registrar_deactivated_at
    from webhooks w
    join members m on m.org_id = w.org_id and m.user_id = w.user_id`;

/** The active endpoints of these organizations; none of them is disabled or deleted before the transaction ends. */
export function listActiveWebhooks(tx: Transaction, orgIds: string[]): Promise<RegisteredWebhook[]> {
  return tx.query<RegisteredWebhook>(sql`
    ${withRegistrar}
     where w.org_id = any(${orgIds}) and w.status = 'active'
     order by w.org_id, w.id for share of w`);
}

export function listWebhooksOf(db: Database, claims: readonly Claim[]): Promise<RegisteredWebhook[]> {
  return db.query<RegisteredWebhook>(sql`
    ${withRegistrar}
     where (w.org_id, w.id) in (select * from ${pairs(claims.map(({ org_id, webhook_id: id }) => ({ org_id, id })))})`);
}

/** A delivery whose next attempt this node makes. */
export interface Claim {
  org_id: string;
  id: string;
  webhook_id: string;
  change_id: string;
  /** The number of the attempt. No other attempt of the delivery ever has it. */
  attempts: number;
  schedule_step: number;
}

const claimColumns = sql`d.org_id, d.id, d.webhook_id, d.change_id, d.attempts, d.schedule_step`;

export interface Lease {
  nodeId: string;
  leaseMs: number;
}

function interval(ms: number | Sql): Sql {
  return sql`${ms} * interval '1 millisecond'`;
}

export interface FreshDelivery {
  org_id: string;
  id: string;
  webhook_id: string;
  change_id: string;
  type: string;
  /** Whether this node makes the first attempt right now. */
  claimed: boolean;
}

/** Returns what was claimed. An event that has a delivery to the endpoint already, from a replay, gets no second one. */
export async function insertFreshDeliveries(
  tx: Transaction,
  deliveries: FreshDelivery[],
  firstWaitMs: number,
  { nodeId, leaseMs }: Lease,
): Promise<Claim[]> {
  const rows = await tx.query<Claim>(sql`
    insert into deliveries as d
           (org_id, id, webhook_id, change_id, type, attempts, next_attempt_at, locked_until, locked_by)
    select org_id, id, webhook_id, change_id, type, claimed::integer, now() + ${interval(firstWaitMs)},
           case when claimed then clock_timestamp() + ${interval(leaseMs)} end, case when claimed then ${nodeId} end
      from json_to_recordset(${JSON.stringify(deliveries)}::json) as f (
        org_id text, id text, webhook_id text, change_id text, type text, claimed boolean)
     order by id
    on conflict (org_id, webhook_id, change_id) do nothing
    returning ${claimColumns}`);
  return rows.filter(({ attempts }) => attempts === 1);
}

export interface WebhookKey {
  org_id: string;
  id: string;
}

/** Whose deliveries are claimed, how many of each endpoint may be under way, and how many are already. */
export interface ClaimLimits {
  only: WebhookKey[] | "all";
  perWebhook: number;
  perFailingWebhook: number;
  underWay: (WebhookKey & { count: number })[];
  most: number;
}

function pairs(keys: readonly WebhookKey[]): Sql {
  return sql`unnest(${keys.map(({ org_id }) => org_id)}::text[], ${keys.map(({ id }) => id)}::text[])`;
}

/**
 * Claims deliveries that are due, of each endpoint so many as it may have under way: the oldest overall would all belong
 * to one that is dead. One whose node is gone or let the lease expire is taken over, and the attempt that was lost is
 * logged.
 */
export function claimDue(
  db: Database,
  limits: ClaimLimits,
  { nodeId, leaseMs }: Lease,
  goneNodes: readonly string[],
): Promise<Claim[]> {
  const { only, perWebhook, perFailingWebhook, underWay, most } = limits;
  const counts = underWay.map(({ count }) => count);
  return db.query<Claim>(sql`
    with due as materialized (
      select e.org_id, e.id, e.attempts, e.locked_until, e.locked_by
        from webhooks w
        left join unnest(${underWay.map(({ org_id }) => org_id)}::text[], ${underWay.map(({ id }) => id)}::text[], ${counts}::integer[])
          as u (org_id, id, count) on u.org_id = w.org_id and u.id = w.id
       cross join lateral (
         select * from deliveries d
          where d.org_id = w.org_id and d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
            and (d.locked_until is null or d.locked_until <= now() or d.locked_by = any(${goneNodes}::text[]))
          order by d.next_attempt_at
          limit greatest(0, case when w.failing_since is null then ${perWebhook}::integer else ${perFailingWebhook}::integer end
                            - coalesce(u.count, 0))
            for update skip locked) e
       where w.status = 'active' ${only === "all" ? sql`` : sql`and (w.org_id, w.id) in (select * from ${pairs(only)})`}
       limit ${most}
    ), lost as (
      insert into delivery_attempts (org_id, delivery_id, number, at, duration_ms, error)
      select org_id, id, attempts, locked_until - ${interval(leaseMs)}, 0, 'interrupted: the server stopped unexpectedly'
        from due where locked_by is not null
      on conflict do nothing
    )
    update deliveries d
       set attempts = d.attempts + 1, locked_by = ${nodeId}, locked_until = clock_timestamp() + ${interval(leaseMs)}
      from due
     where d.org_id = due.org_id and d.id = due.id
    returning ${claimColumns}`);
}

/** An attempt that was made, and what it makes of its delivery. */
export interface AttemptResult {
  org_id: string;
  id: string;
  number: number;
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  response_body: string | null;
  showed_money: boolean;
  /** What the delivery becomes. */
  becomes: "delivered" | "pending" | "failed";
  /** While it is pending: where in the schedule the next attempt is, and in how many milliseconds. */
  step: number;
  wait_ms: number;
}

/**
 * Logs attempts and settles their deliveries. A delivery whose attempt got a successor, because the lease expired, is left
 * alone; one that was cancelled meanwhile stays so, unless it arrived.
 */
export async function recordResults(db: Database, nodeId: string, results: AttemptResult[]): Promise<void> {
  await db.query(sql`
    with result as materialized (
      select * from json_to_recordset(${JSON.stringify(results)}::json) as r (
        org_id text, id text, number integer, at timestamptz, duration_ms integer, status integer, error text,
        response_body text, showed_money boolean, becomes text, step integer, wait_ms bigint)
       order by org_id, id
    ), settled as (
      update deliveries d
         set status = case when d.locked_by = ${nodeId} or (d.status = 'cancelled' and r.becomes = 'delivered') then r.becomes
                           else d.status end,
             schedule_step = case when d.locked_by = ${nodeId} and r.becomes = 'pending' then r.step else d.schedule_step end,
             next_attempt_at = case when d.locked_by is null then d.next_attempt_at
                                    when r.becomes = 'pending' then clock_timestamp() + ${interval(sql`r.wait_ms`)} end,
             finished_at = case when d.locked_by = ${nodeId} and r.becomes <> 'pending' then clock_timestamp()
                                else d.finished_at end,
             locked_until = null, locked_by = null
        from result r
       where d.org_id = r.org_id and d.id = r.id and d.attempts = r.number
         and (d.locked_by = ${nodeId} or d.locked_by is null)
      returning d.org_id, d.id, r.number, r.at, r.duration_ms, r.status, r.error, r.response_body, r.showed_money
    )
    insert into delivery_attempts (org_id, delivery_id, number, at, duration_ms, status, error, response_body, showed_money)
    select org_id, id, number, at, duration_ms, status, error, response_body, showed_money from settled
    on conflict do nothing`);
}

/** Hands back claims of which nothing was sent: any node may take them at once. */
export async function releaseClaims(db: Database, nodeId: string, claims: readonly Claim[]): Promise<void> {
  await db.query(sql`
    update deliveries d
       set attempts = d.attempts - 1, locked_until = null, locked_by = null
      from unnest(${claims.map(({ org_id }) => org_id)}::text[], ${claims.map(({ id }) => id)}::text[],
                  ${claims.map(({ attempts }) => attempts)}::integer[]) as c (org_id, id, attempts)
     where d.org_id = c.org_id and d.id = c.id and d.attempts = c.attempts and d.locked_by = ${nodeId}`);
}

/** Whether the endpoint took something, and when. */
export interface HealthSign extends WebhookKey {
  ok: boolean;
  at: string;
}

/** Notes since when endpoints have failed, or that they no longer do. */
export async function noteHealth(db: Database, signs: readonly HealthSign[]): Promise<void> {
  await db.query(sql`
    update webhooks w
       set failing_since = case when s.ok then null else s.at end
      from json_to_recordset(${JSON.stringify(signs)}::json) as s (org_id text, id text, ok boolean, at timestamptz)
     where w.org_id = s.org_id and w.id = s.id and s.ok = (w.failing_since is not null)`);
}

/** How many deliveries are due and not under way, counted up to a bound. */
export async function countDue(db: Database, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count
      from (select org_id from deliveries
             where status = 'pending' and next_attempt_at <= now() and (locked_until is null or locked_until <= now())
             limit ${most}) due`);
  return row?.count ?? 0;
}

/** Removes a block of finished deliveries with their attempts; how many there were. */
export async function deleteOldDeliveries(db: Database, before: string, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    with old as materialized (
      select org_id, id from deliveries
       where created_at < ${before} and status <> 'pending'
       order by created_at limit ${most} for update skip locked
    ), deleted as (
      delete from deliveries d using old where d.org_id = old.org_id and d.id = old.id returning 1
    )
    select count(*) as count from deleted`);
  return row?.count ?? 0;
}

/** Notes that a node is in touch with the database, and returns those that were not for `silentMs`. */
export async function noteAlive(db: Database, nodeId: string, silentMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with noted as (
      insert into nodes (id, seen_at) values (${nodeId}, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at
    ), forgotten as (
      delete from nodes where seen_at < now() - interval '1 hour' and id <> ${nodeId}
    )
    select id from nodes where seen_at < now() - ${interval(silentMs)} and id <> ${nodeId}`);
  return rows.map(({ id }) => id);
}
