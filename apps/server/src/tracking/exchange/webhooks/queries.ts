import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { type WebhookRow, webhooks } from "./webhook.ts";

export const findWebhook = webhooks.find;

export function listWebhooks(db: Database, orgId: string, page: PageRequest): Promise<WebhookRow[]> {
  return webhooks.list(db, orgId, sql``, page);
}

export async function listActiveWebhookIds(db: Database, orgId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from webhooks where org_id = ${orgId} and status = 'active' order by id`);
  return rows.map(({ id }) => id);
}

/** The endpoints that have a secret, of all organizations. */
export function listSealedWebhooks(db: Database): Promise<Pick<WebhookRow, "org_id" | "id">[]> {
  return db.query(sql`select org_id, id from webhooks where secret_sealed is not null order by org_id, id`);
}

/** Counts the endpoints of an organization, and blocks other counts until the transaction ends. */
export async function countWebhooks(db: Database, orgId: string): Promise<number> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${orgId}, 0))`);
  const rows = await db.query<{ count: number }>(sql`select count(*) as count from webhooks where org_id = ${orgId}`);
  return one(rows).count;
}

export async function cancelPendingDeliveries(
  db: Database,
  orgId: string,
  webhookId: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update deliveries
       set status = 'cancelled', next_attempt_at = null, locked_until = null, locked_by = null, finished_at = ${now.toISOString()}
     where org_id = ${orgId} and webhook_id = ${webhookId} and status = 'pending'`);
  await db.query(sql`delete from webhooks_behind where org_id = ${orgId} and webhook_id = ${webhookId}`);
}
