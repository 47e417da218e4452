import type { ShownWebhookRow } from "./queries.ts";

export function toWebhook(row: ShownWebhookRow) {
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
