import { listOrganizationIds } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { cancelAllPending } from "#tracking/exchange/webhooks/log/queries.ts";
import { listActiveWebhookIds } from "#tracking/exchange/webhooks/queries.ts";
import { disableWebhook } from "#tracking/exchange/webhooks/management/disable-webhook.ts";

/**
 * Which deliveries a restored database sends. `new`: only those of events from now on, because the original may have
 * sent the earlier ones. `all`: pending deliveries too, for a move. `off`: none, for a copy that runs alongside the
 * original.
 */
export type WebhooksAfterwards = "new" | "all" | "off";

export interface SettledWebhooks {
  /** The number of pending deliveries that were cancelled. */
  cancelled: number;
  /** The number of active endpoints that were disabled. */
  disabled: number;
}

export async function settleWebhooks(
  tx: Transaction,
  afterwards: WebhooksAfterwards,
  now: Date,
): Promise<SettledWebhooks> {
  let cancelled = 0;
  let disabled = 0;
  if (afterwards === "all") return { cancelled, disabled };
  for (const orgId of await listOrganizationIds(tx)) {
    cancelled += await cancelAllPending(tx, orgId, now);
    if (afterwards === "new") continue;
    const origin = { orgId, userId: null, keyId: null, requestId: null };
    for (const id of await listActiveWebhookIds(tx, orgId)) {
      await disableWebhook(tx, origin, { id, reason: "This is a copy, restored from a backup." }, { now });
      disabled++;
    }
    // Cancels again, because disabling an endpoint queues an event for the endpoints that are still active.
    await cancelAllPending(tx, orgId, now);
  }
  return { cancelled, disabled };
}
