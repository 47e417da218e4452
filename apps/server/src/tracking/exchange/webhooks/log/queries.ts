import { having } from "#platform/database/columns.ts";
import { type Database, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { newId } from "#platform/ids.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";

export const deliveryStatuses = ["pending", "delivered", "failed", "cancelled"] as const;

export interface DeliveryRow {
  org_id: string;
  id: string;
  webhook_id: string;
  change_id: string;
  type: string;
  status: (typeof deliveryStatuses)[number];
  attempts: number;
  schedule_step: number;
  next_attempt_at: string | null;
  locked_until: string | null;
  locked_by: string | null;
  created_at: string;
  finished_at: string | null;
}

export interface AttemptRow {
  delivery_id: string;
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  response_body: string | null;
  showed_money: boolean | null;
}

export async function findDelivery(
  db: Database,
  orgId: string,
  webhookId: string,
  id: string,
  lock?: Sql,
): Promise<DeliveryRow | undefined> {
  const [row] = await db.query<DeliveryRow>(sql`
    select * from deliveries
     where org_id = ${orgId} and webhook_id = ${webhookId} and id = ${id} ${lock ?? sql``}`);
  return row;
}

export function listDeliveries(
  db: Database,
  orgId: string,
  webhookId: string,
  statuses: string[] | undefined,
  page: PageRequest,
): Promise<DeliveryRow[]> {
  const matching = having({ webhook_id: webhookId, status: statuses });
  return db.query<DeliveryRow>(sql`select * from deliveries where org_id = ${orgId} ${matching} ${pageOf(page)}`);
}

/** The attempts of these deliveries, by delivery, oldest first. */
export async function listAttempts(db: Database, orgId: string, ids: string[]): Promise<Map<string, AttemptRow[]>> {
  const rows = await db.query<AttemptRow>(sql`
    select delivery_id, at, duration_ms, status, error, response_body, showed_money
      from delivery_attempts
     where org_id = ${orgId} and delivery_id = any(${ids})
     order by delivery_id, number`);
  const byDelivery = new Map<string, AttemptRow[]>(ids.map((id) => [id, []]));
  for (const row of rows) byDelivery.get(row.delivery_id)?.push(row);
  return byDelivery;
}

/** Creates deliveries for these changes; returns their number. */
export async function queueEvents(
  tx: Transaction,
  { org_id: orgId, id }: { org_id: string; id: string },
  changes: readonly { id: string; action: string }[],
  now: Date,
): Promise<number> {
  const deliveries = changes.map((change) => ({ id: newId("dlv"), change_id: change.id, type: change.action }));
  return deliveries.length === 0 ? 0 : insertDeliveries(tx, orgId, id, deliveries, now);
}

export interface NewDelivery {
  id: string;
  change_id: string;
  type: string;
}

/**
 * Inserts deliveries that are due immediately, except for events for which the endpoint already has a delivery. Returns
 * the number of inserted deliveries.
 */
export async function insertDeliveries(
  db: Database,
  orgId: string,
  webhookId: string,
  deliveries: NewDelivery[],
  now: Date,
): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    with inserted as (
      insert into deliveries (org_id, id, webhook_id, change_id, type, next_attempt_at)
      select ${orgId}, d.id, ${webhookId}, d.change_id, d.type, ${now.toISOString()}
        from json_to_recordset(${JSON.stringify(deliveries)}::json) as d (id text, change_id text, type text)
      on conflict (org_id, webhook_id, change_id) do nothing
      returning 1
    )
    select count(*) as count from inserted`);
  return one(rows).count;
}

/** Restarts the schedule of a delivery, unless an attempt is in progress. */
export async function restartDelivery(
  db: Database,
  orgId: string,
  webhookId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await db.query<DeliveryRow>(sql`
    update deliveries
       set status = 'pending', schedule_step = 0, next_attempt_at = ${now.toISOString()}, finished_at = null
     where org_id = ${orgId} and webhook_id = ${webhookId} and id = ${id}
       and (locked_until is null or locked_until <= ${now.toISOString()})
    returning *`);
  return row;
}

/**
 * Restarts the oldest failed or cancelled deliveries since an instant; returns their number. Updates an index range
 * instead of joining by id, because with outdated statistics the planner would expect an empty table.
 */
export async function restartFailedDeliveries(
  db: Database,
  orgId: string,
  webhookId: string,
  since: string,
  now: Date,
  most: number,
): Promise<number> {
  const ended = sql`webhook_id = ${webhookId} and status in ('failed', 'cancelled') and created_at >= ${since}`;
  const rows = await db.query<{ count: number }>(sql`
    with oldest as (
      select created_at, id from deliveries
       where org_id = ${orgId} and ${ended} order by created_at, id limit ${most}
    ), restarted as (
      update deliveries
         set status = 'pending', schedule_step = 0, next_attempt_at = ${now.toISOString()}, finished_at = null
       where org_id = ${orgId} and ${ended}
         and (created_at, id) <= (select created_at, id from oldest order by created_at desc, id desc limit 1)
      returning 1
    )
    select count(*) as count from restarted`);
  return one(rows).count;
}

/** The number of pending deliveries of an organization, counted up to a bound. */
export async function countPendingOf(db: Database, orgId: string, most: number): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count
      from (select 1 from deliveries where org_id = ${orgId} and status = 'pending' limit ${most}) pending`);
  return one(rows).count;
}

/**
 * Empties the organization's event queue and cancels its pending deliveries; returns the number of cancelled
 * deliveries.
 */
export async function cancelAllPending(db: Database, orgId: string, now: Date): Promise<number> {
  await db.query(sql`delete from event_queue where org_id = ${orgId}`);
  await db.query(sql`delete from webhooks_behind where org_id = ${orgId}`);
  const rows = await db.query<{ count: number }>(sql`
    with cancelled as (
      update deliveries
         set status = 'cancelled', next_attempt_at = null, locked_until = null, locked_by = null, finished_at = ${now.toISOString()}
       where org_id = ${orgId} and status = 'pending'
      returning 1
    )
    select count(*) as count from cancelled`);
  return one(rows).count;
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
