import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { RegisteredWebhook } from "#tracking/exchange/webhooks/registrar.ts";

export const withRegistrar = sql`
  select w.*, m.role as registrar_role, m.deactivated_at as registrar_deactivated_at
    from webhooks w
    join members m on m.org_id = w.org_id and m.user_id = w.user_id`;

/** The endpoints of claims. Each one is looked up once by its key. */
export function listWebhooksOf(db: Database, claims: readonly Claim[]): Promise<RegisteredWebhook[]> {
  const keys = new Map(claims.map(({ org_id, webhook_id: id }) => [`${org_id}/${id}`, { org_id, id }]));
  return db.query<RegisteredWebhook>(sql`
    ${withRegistrar}
    join ${pairs([...keys.values()])} as k (org_id, id) on k.org_id = w.org_id and k.id = w.id`);
}

/** A delivery for which this node makes the next attempt. */
export interface Claim {
  org_id: string;
  id: string;
  webhook_id: string;
  change_id: string;
  /** The attempt's number, unique within the delivery. */
  attempts: number;
  schedule_step: number;
}

const claimColumns = sql`d.org_id, d.id, d.webhook_id, d.change_id, d.attempts, d.schedule_step`;

export interface Lease {
  nodeId: string;
  leaseMs: number;
}

export function interval(ms: number | Sql): Sql {
  return sql`${ms} * interval '1 millisecond'`;
}

export interface WebhookKey {
  org_id: string;
  id: string;
}

export function keyOf({ org_id, id }: WebhookKey): string {
  return `${org_id}/${id}`;
}

/**
 * An endpoint for which to claim deliveries. `own` is the number of this node's claims for it, and `ofOrganization` the
 * number of attempts in progress for its organization.
 */
export interface AskedEndpoint extends WebhookKey {
  own: number;
  ofOrganization: number;
}

/**
 * The endpoints for which to claim deliveries, the maximum numbers of attempts, and the numbers of this node's claims.
 */
export interface ClaimLimits {
  only: AskedEndpoint[] | "all";
  perWebhook: number;
  perFailingWebhook: number;
  /** The maximum for all endpoints of one organization together. */
  perOrganization: number;
  underWay: (WebhookKey & { count: number })[];
  most: number;
}

/** The keys as a table. `more` adds columns from arrays, each of which starts with a comma. */
export function pairs(keys: readonly WebhookKey[], more: Sql = sql``): Sql {
  return sql`unnest(${keys.map(({ org_id }) => org_id)}::text[], ${keys.map(({ id }) => id)}::text[] ${more})`;
}

/** Every active endpoint, with the numbers of this node's claims for it and for its organization. */
function allEndpoints(underWay: ClaimLimits["underWay"]): Sql {
  const counts = sql`, ${underWay.map(({ count }) => count)}::integer[]`;
  return sql`
    with under_way as materialized (
      select * from ${pairs(underWay, counts)} as u (org_id, id, count)
    )
    select w.org_id, w.id, coalesce(u.count, 0) as own,
           coalesce((select sum(count) from under_way o where o.org_id = w.org_id), 0) as of_organization
      from webhooks w
      left join under_way u on u.org_id = w.org_id and u.id = w.id
     where w.status = 'active'`;
}

/**
 * Like `allEndpoints`, but for some endpoints, whose claims the node has already counted. Counting them in the database
 * would compare every endpoint with every other.
 */
function theseEndpoints(asked: readonly AskedEndpoint[]): Sql {
  const counts = sql`, ${asked.map(({ own }) => own)}::integer[], ${asked.map(({ ofOrganization }) => ofOrganization)}::integer[]`;
  return sql`select * from ${pairs(asked, counts)} as a (org_id, id, own, of_organization)`;
}

/**
 * A condition that is true for every row but that the planner considers rare, so it looks up the deliveries of a list
 * one by one. Without this condition, given statistics from after a clean-up, the planner read the whole table for each
 * list, which took up to four seconds.
 */
export function lookUpEach(list: string): Sql {
  return sql`${raw(list)}.id || '' = ${raw(list)}.id`;
}

/** Returns a condition: delivery `d` of the endpoint is due, and no living node is attempting it. */
function isDue(goneNodes: readonly string[], webhook: Sql): Sql {
  return sql`
    d.org_id = ${webhook}.org_id and d.webhook_id = ${webhook}.id and d.status = 'pending' and d.next_attempt_at <= now()
    and (d.locked_until is null or d.locked_until <= now() or d.locked_by = any(${goneNodes}::text[]))`;
}

/**
 * Claims due deliveries, up to a limit per endpoint, because the oldest ones might all belong to one dead endpoint. If
 * an organization has more endpoints than free attempts, randomly chosen endpoints with due deliveries get one each.
 * Takes over deliveries whose node has gone or whose lease has expired, and logs the lost attempts.
 */
export function claimDue(
  db: Database,
  limits: ClaimLimits,
  { nodeId, leaseMs }: Lease,
  goneNodes: readonly string[],
): Promise<Claim[]> {
  const { only, perWebhook, perFailingWebhook, perOrganization, underWay, most } = limits;
  return db.query<Claim>(sql`
    with asked as materialized (
      ${only === "all" ? allEndpoints(underWay) : theseEndpoints(only)}
    ), active as materialized (
      select w.org_id, w.id,
             case when w.failing_since is null then ${perWebhook}::integer else ${perFailingWebhook}::integer end - a.own as own,
             a.of_organization, ${perOrganization}::integer - a.of_organization as free,
             count(*) over (partition by w.org_id) as endpoints
        from asked a
        join webhooks w on w.org_id = a.org_id and w.id = a.id
       where w.status = 'active'
    ), room as materialized (
      select a.org_id, a.id, a.own,
             (a.free + count(*) over o - row_number() over (o order by random())) / count(*) over o as share
        from active a
       where a.free >= a.endpoints or a.free > 0 and exists (select 1 from deliveries d where ${isDue(goneNodes, sql`a`)})
      window o as (partition by a.org_id)
       order by a.of_organization, random()
    ), due as materialized (
      select e.org_id, e.id, e.attempts, e.locked_until, e.locked_by
        from room w
       cross join lateral (
         select * from deliveries d
          where ${isDue(goneNodes, sql`w`)}
          order by d.next_attempt_at
          limit greatest(0, least(w.own, w.share))
            for update skip locked) e
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
     where d.org_id = due.org_id and d.id = due.id and ${lookUpEach("due")}
    returning ${claimColumns}`);
}

/** Releases unsent claims, so that any node can claim them at once. */
export async function releaseClaims(db: Database, nodeId: string, claims: readonly Claim[]): Promise<void> {
  await db.query(sql`
    update deliveries d
       set attempts = d.attempts - 1, locked_until = null, locked_by = null
      from unnest(${claims.map(({ org_id }) => org_id)}::text[], ${claims.map(({ id }) => id)}::text[],
                  ${claims.map(({ attempts }) => attempts)}::integer[]) as c (org_id, id, attempts)
     where d.org_id = c.org_id and d.id = c.id and ${lookUpEach("c")} and d.attempts = c.attempts and d.locked_by = ${nodeId}`);
}

/** Whether an endpoint accepted a delivery, and when. */
export interface HealthSign extends WebhookKey {
  ok: boolean;
  at: string;
}

/** Records when endpoints began to fail, or that they no longer fail. */
export async function noteHealth(db: Database, signs: readonly HealthSign[]): Promise<void> {
  await db.query(sql`
    update webhooks w
       set failing_since = case when s.ok then null else s.at end
      from json_to_recordset(${JSON.stringify(signs)}::json) as s (org_id text, id text, ok boolean, at timestamptz)
     where w.org_id = s.org_id and w.id = s.id and s.ok = (w.failing_since is not null)`);
}

/** The work that no node has begun yet, in all organizations. Each kind is counted up to a bound. */
export interface Lag {
  due: number;
  /** For how long the oldest due delivery has been due, in seconds; 0 if there is none. */
  due_seconds: number;
  /** The number of changes for which no deliveries have been created yet. */
  queued: number;
  /** The number of endpoints that get no new deliveries until fewer are pending. */
  behind: number;
}

export async function findLag(db: Database, most: number): Promise<Lag> {
  const rows = await db.query<Lag>(sql`
    select count(*) as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as due_seconds,
           (select count(*) from (select org_id from event_queue limit ${most}) q) as queued,
           (select count(*) from (select org_id from webhooks_behind limit ${most}) b) as behind
      from (select org_id, next_attempt_at from deliveries
             where status = 'pending' and next_attempt_at <= now() and (locked_until is null or locked_until <= now())
             limit ${most}) d`);
  return one(rows);
}

/** Deletes a block of an organization's finished deliveries and their attempts; returns the number of deliveries. */
export async function deleteOldDeliveries(db: Database, orgId: string, before: string, most: number): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    with old as materialized (
      select e.id
        from webhooks w
       cross join lateral (
         select id from deliveries d
          where d.org_id = w.org_id and d.webhook_id = w.id and created_at < ${before} and status <> 'pending'
          order by created_at limit ${most} for update skip locked) e
       where w.org_id = ${orgId}
       limit ${most}
    ), deleted as (
      delete from deliveries d using old where d.org_id = ${orgId} and d.id = old.id returning 1
    )
    select count(*) as count from deleted`);
  return one(rows).count;
}

/** Records this node's heartbeat; returns the nodes that have been silent for `silentMs`. */
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

/** The webhook events of an organization that have not been sent yet. */
export interface Backlog {
  endpoints: number;
  disabled: number;
  /** The number of changes for which no deliveries have been created yet. */
  queued: number;
  pending: number;
  /** The instant at which the oldest due delivery became due; null if none is due. */
  due_since: string | null;
}

export async function findBacklog(db: Database, orgId: string): Promise<Backlog> {
  const rows = await db.query<Backlog>(sql`
    select (select count(*) from webhooks where org_id = ${orgId}) as endpoints,
           (select count(*) from webhooks where org_id = ${orgId} and status = 'disabled') as disabled,
           (select count(*) from event_queue where org_id = ${orgId}) as queued,
           (select count(*) from deliveries where org_id = ${orgId} and status = 'pending') as pending,
           (select min(next_attempt_at) from deliveries
             where org_id = ${orgId} and status = 'pending' and next_attempt_at <= now()) as due_since`);
  return one(rows);
}
