import type { ShownWebhookRow } from "./queries.ts";
import type { Webhook } from "./schemas.ts";

/**
 * The strong ETag of an endpoint. Includes `failingSince`, which deliveries change without incrementing the version.
 */
export function webhookTag(row: ShownWebhookRow): string {
  const since = row.failing_since === null ? "" : `-failing-${Date.parse(row.failing_since).toString(36)}`;
  return `"${row.version}${since}"`;
}

export function toWebhook(row: ShownWebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    projectId: row.project_id,
    status: row.status,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    userId: row.user_id,
    showsMoney: row.shows_money,
    previousSecretExpiresAt: row.previous_secret_expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
