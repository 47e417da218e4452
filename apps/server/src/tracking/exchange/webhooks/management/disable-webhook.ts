import type { Action, Origin } from "#identity/history/record-change.ts";
import { findMember } from "#identity/members/queries.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { cancelPendingDeliveries, findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import { isEntitled } from "#tracking/exchange/webhooks/registrar.ts";
import { type WebhookRow, webhooks } from "#tracking/exchange/webhooks/webhook.ts";

/**
 * Disables an endpoint that the sender has given up on, and cancels its pending deliveries. Returns undefined if the
 * endpoint has already been deleted or disabled.
 */
export async function disableWebhook(
  tx: Transaction,
  origin: Origin,
  { id, reason }: { id: string; reason: string },
  { now }: { now: Date },
): Promise<WebhookRow | undefined> {
  const before = await findWebhook(tx, origin.orgId, id, sql`for no key update`);
  if (before === undefined || before.status === "disabled") return undefined;
  return disable(tx, origin, before, { disabled_at: now.toISOString(), disabled_reason: reason }, now);
}

/** Whether the endpoint may receive events: see isEntitled. */
export async function hasEntitledRegistrar(db: Database, webhook: WebhookRow): Promise<boolean> {
  const registrar = await findMember(db, webhook.org_id, webhook.user_id);
  return registrar !== undefined && isEntitled(registrar);
}

/** Disables the endpoint, and cancels its pending deliveries. */
export async function disable(
  tx: Transaction,
  origin: Origin,
  before: WebhookRow,
  columns: Partial<WebhookRow>,
  now: Date,
): Promise<WebhookRow> {
  const disabled = { ...columns, status: "disabled" } as const;
  const row = await webhooks.update(tx, origin, before, disabled, actionOf(before, disabled));
  await cancelPendingDeliveries(tx, origin.orgId, row.id, now);
  return row;
}

export function actionOf(before: WebhookRow, { status }: Pick<WebhookRow, "status">): Action {
  if (status === before.status) return "webhook.updated";
  return status === "active" ? "webhook.enabled" : "webhook.disabled";
}
