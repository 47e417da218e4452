import { createHash } from "node:crypto";
import { assignments } from "#platform/database/columns.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/newest-first.ts";

export interface WebhookRow {
  org_id: string;
  id: string;
  url: string;
  /** Event types, or `*` for all types except those that must be named. */
  events: string[];
  description: string;
  project_id: string | null;
  /** The member who registered the current configuration, and whether that member could see amounts then. */
  user_id: string;
  shows_money: boolean;
  /** Null if the secret was deleted because SECRET_KEY was lost: see `forgetSecret`. */
  secret_sealed: Buffer | null;
  previous_secret_sealed: Buffer | null;
  previous_secret_expires_at: string | null;
  status: "active" | "disabled";
  disabled_at: string | null;
  disabled_reason: string | null;
  failing_since: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

/** An endpoint without its secrets, which are never shown. */
export type ShownWebhookRow = Omit<WebhookRow, "secret_sealed" | "previous_secret_sealed">;

/** The endpoint as change rows record it. The doctor compares the digests to detect replaced secrets. */
export interface RecordedWebhookRow extends ShownWebhookRow {
  secret_digest: string | null;
  previous_secret_digest: string | null;
}

export function withoutSecrets({
  secret_sealed: secret,
  previous_secret_sealed: previous,
  ...shown
}: WebhookRow): RecordedWebhookRow {
  return { ...shown, secret_digest: secret && digest(secret), previous_secret_digest: previous && digest(previous) };
}

function digest(sealed: Buffer): string {
  return createHash("sha256").update(sealed).digest("hex");
}

export async function findWebhook(
  db: Database,
  orgId: string,
  id: string,
  lock?: Sql,
): Promise<WebhookRow | undefined> {
  const [row] = await db.query<WebhookRow>(
    sql`select * from webhooks where org_id = ${orgId} and id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

export function listWebhooks(db: Database, orgId: string, page: PageRequest): Promise<WebhookRow[]> {
  return db.query<WebhookRow>(sql`select * from webhooks where org_id = ${orgId} ${pageOf(page)}`);
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

export type NewWebhook = Pick<
  WebhookRow,
  "org_id" | "id" | "url" | "events" | "description" | "project_id" | "user_id" | "shows_money"
> & { secret_sealed: Buffer };

export async function insertWebhook(db: Database, w: NewWebhook): Promise<WebhookRow> {
  const rows = await db.query<WebhookRow>(sql`
    insert into webhooks (org_id, id, url, events, description, project_id, user_id, shows_money, secret_sealed)
    values (${w.org_id}, ${w.id}, ${w.url}, ${w.events}, ${w.description}, ${w.project_id}, ${w.user_id}, ${w.shows_money},
            ${w.secret_sealed})
    returning *`);
  return one(rows);
}

export async function updateWebhook(
  db: Database,
  orgId: string,
  id: string,
  columns: Partial<WebhookRow>,
): Promise<WebhookRow | undefined> {
  const [row] = await db.query<WebhookRow>(sql`
    update webhooks
       set ${assignments(columns)}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id}
    returning *`);
  return row;
}

/** Deletes the endpoint and its deliveries. */
export async function deleteWebhook(db: Database, orgId: string, id: string): Promise<void> {
  await db.query(sql`delete from webhooks where org_id = ${orgId} and id = ${id}`);
}

export function selectExportedWebhooks(orgId: string): Sql {
  return sql`
    select id, url, events, description, project_id as "projectId", user_id as "userId", shows_money as "showsMoney", status,
           disabled_at as "disabledAt", disabled_reason as "disabledReason", created_at as "createdAt",
           updated_at as "updatedAt"
      from webhooks where org_id = ${orgId} order by id`;
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
