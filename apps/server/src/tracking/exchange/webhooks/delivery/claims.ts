import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import type { RegisteredWebhook } from "#tracking/exchange/webhooks/registrar.ts";
import { gatherMs } from "./limits.ts";

export interface WebhookKey {
  org_id: string;
  id: string;
}

export function keyOf({ org_id, id }: WebhookKey): string {
  return `${org_id}/${id}`;
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

export interface Lease {
  nodeId: string;
  leaseMs: number;
}

export function interval(ms: number | Sql): Sql {
  return sql`${ms} * interval '1 millisecond'`;
}

/** A condition that is always true. Once it is evaluated, its transaction waits only briefly for locks. */
export const briefLocks = sql`(select set_config('lock_timeout', ${`${gatherMs}ms`}, true)) <> ''`;

/**
 * A condition that is true for every row but that the planner considers rare, so it looks up the deliveries of a list
 * one by one. Without this condition, given statistics from after a clean-up, the planner read the whole table for each
 * list, which took up to four seconds.
 */
export function lookUpEach(list: string): Sql {
  return sql`${raw(list)}.id || '' = ${raw(list)}.id`;
}

/** Returns a condition: delivery `d` of endpoint `w` is due, and no living node is attempting it. */
function isDue(goneNodes: readonly string[]): Sql {
  return sql`
    d.org_id = w.org_id and d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
    and (d.locked_until is null or d.locked_until <= now() or d.locked_by = any(${goneNodes}::text[]))`;
}

/** Endpoints `w`, with the current state of the members who registered them. */
export const withRegistrar = sql`
  select w.*, m.role as registrar_role, m.deactivated_at as registrar_deactivated_at
    from webhooks w join members m on m.org_id = w.org_id and m.user_id = w.user_id`;

/** Active endpoints with due deliveries; if there are more than `most`, a random selection. */
export function listDueEndpoints(
  db: Database,
  goneNodes: readonly string[],
  most: number,
): Promise<(WebhookKey & { failing_since: string | null })[]> {
  return db.query(sql`
    select w.org_id, w.id, w.failing_since from webhooks w
     where w.status = 'active' and exists (select 1 from deliveries d where ${isDue(goneNodes)} offset 0)
     order by random() limit ${most}`);
}

/** The active endpoints among these. */
export function listWebhooksOf(db: Database, keys: readonly WebhookKey[]): Promise<RegisteredWebhook[]> {
  return db.query<RegisteredWebhook>(sql`
    ${withRegistrar} join json_to_recordset(${JSON.stringify(keys)}::json) as k (org_id text, id text) on k.org_id = w.org_id and k.id = w.id
     where w.status = 'active'`);
}

/**
 * Claims the deliveries of each endpoint that have been due longest, up to its number. Takes over deliveries whose node
 * has gone or whose lease has expired, and logs the lost attempts.
 */
export function claimDue(
  db: Database,
  endpoints: readonly (WebhookKey & { most: number })[],
  { nodeId, leaseMs }: Lease,
  goneNodes: readonly string[],
): Promise<Claim[]> {
  return db.query<Claim>(sql`
    with due as materialized (
      select e.org_id, e.id, e.attempts, e.locked_until, e.locked_by
        from json_to_recordset(${JSON.stringify(endpoints)}::json) as w (org_id text, id text, most integer)
       cross join lateral (
         select * from deliveries d where ${isDue(goneNodes)} order by d.next_attempt_at limit w.most for update skip locked) e
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
    returning d.org_id, d.id, d.webhook_id, d.change_id, d.attempts, d.schedule_step`);
}

/** Releases unsent claims, so that any node can claim them at once. */
export async function releaseClaims(db: Database, nodeId: string, claims: readonly Claim[]): Promise<void> {
  await db.query(sql`
    update deliveries d
       set attempts = d.attempts - 1, locked_until = null, locked_by = null
      from json_to_recordset(${JSON.stringify(claims)}::json) as c (org_id text, id text, attempts integer)
     where d.org_id = c.org_id and d.id = c.id and ${lookUpEach("c")} and d.attempts = c.attempts and d.locked_by = ${nodeId}`);
}
