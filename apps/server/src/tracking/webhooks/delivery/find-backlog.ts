import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";

/** The unsent part of an organization's webhook events. */
export interface Backlog {
  endpoints: number;
  disabled: number;
  /** Changes without deliveries yet. */
  queued: number;
  pending: number;
  /** When the longest overdue pending delivery became due; null if none is due. */
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
