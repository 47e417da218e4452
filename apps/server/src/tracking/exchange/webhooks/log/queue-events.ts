import type { Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { ChangeSummary } from "#tracking/exchange/event-catalogue/change-queries.ts";
import { wants } from "#tracking/exchange/event-catalogue/event-payload.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { insertDeliveries } from "./queries.ts";

/** Creates deliveries for the changes that the endpoint wants; returns their number. */
export async function queueEvents(
  tx: Transaction,
  webhook: WebhookRow,
  changes: ChangeSummary[],
  now: Date,
): Promise<number> {
  const wanted = changes
    .filter((change) => wants(webhook, change))
    .map((change) => ({ id: newId("dlv"), change_id: change.id, type: change.action }));
  return wanted.length === 0 ? 0 : insertDeliveries(tx, webhook.org_id, webhook.id, wanted, now);
}
