import type { Actor } from "#identity/access.ts";
import { recordChange } from "#identity/changes/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { parseInstant } from "#platform/time.ts";
import { listMissedChanges } from "#tracking/webhooks/change-queries.ts";
import { wants } from "#tracking/webhooks/event-payload.ts";
import { type WebhookRow, withoutSecrets } from "#tracking/webhooks/queries.ts";
import { hasEntitledRegistrar, lockWebhook } from "#tracking/webhooks/webhook-verbs.ts";
import {
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  restartDelivery,
  restartFailedDeliveries,
} from "./queries.ts";

const dayMs = 24 * 3_600_000;
const keptDays = 30;
const block = 1_000;

/** Queues a `webhook.test` event for this endpoint and no other, whatever it listens to. */
export async function testWebhook(tx: Transaction, actor: Actor, id: string, now: Date): Promise<DeliveryRow> {
  const webhook = await lockActive(tx, actor, id);
  const changeId = await recordChange(tx, actor, {
    action: "webhook.test",
    targetId: id,
    row: withoutSecrets(webhook),
  });
  const test = { id: newId("dlv"), change_id: changeId, type: "webhook.test" };
  const [row] = await insertDeliveries(tx, actor.orgId, id, [test], now);
  if (row === undefined) throw new Error("a new event has no delivery yet");
  return row;
}

/** Sends a delivery again, whatever became of it; one that is being attempted right now stays as it is. */
export async function redeliver(
  tx: Transaction,
  actor: Actor,
  id: string,
  deliveryId: string,
  now: Date,
): Promise<DeliveryRow> {
  const webhook = await lockActive(tx, actor, id);
  const before = await findDelivery(tx, actor.orgId, webhook.id, deliveryId, sql`for no key update`);
  if (before === undefined) throw notFound("delivery");
  const row = (await restartDelivery(tx, actor.orgId, id, deliveryId, now)) ?? before;
  await recordChange(tx, actor, { action: "webhook.redelivered", targetId: deliveryId, row });
  return row;
}

/** Sends again what failed or was cancelled since an instant, and what was missed while the endpoint was disabled. */
export async function replay(
  tx: Transaction,
  actor: Actor,
  id: string,
  since: string,
  now: Date,
): Promise<{ redelivered: number; missed: number }> {
  const keptMs = now.getTime() - keptDays * dayMs;
  const webhook = await lockActive(tx, actor, id);
  const from = new Date(Math.max(parseInstant(since) ?? 0, keptMs, Date.parse(webhook.created_at))).toISOString();
  const redelivered = await restartFailedDeliveries(tx, actor.orgId, id, from, now);
  const missed = await queueMissed(tx, webhook, from, now);
  await recordChange(tx, actor, { action: "webhook.replayed", targetId: id, row: withoutSecrets(webhook) });
  return { redelivered, missed };
}

async function queueMissed(tx: Transaction, webhook: WebhookRow, since: string, now: Date): Promise<number> {
  const { org_id: orgId, id } = webhook;
  let queued = 0;
  // Oldest first from a fixed place: what is queued on the way does not come again.
  for (let after = { at: since, id: "" }; ;) {
    const changes = await listMissedChanges(tx, orgId, id, after, block);
    const wanted = changes
      .filter((change) => wants(webhook, change))
      .map((change) => ({ id: newId("dlv"), change_id: change.id, type: change.action }));
    if (wanted.length > 0) queued += (await insertDeliveries(tx, orgId, id, wanted, now)).length;
    const last = changes.at(-1);
    if (last === undefined || changes.length < block) return queued;
    after = { at: last.at, id: last.id };
  }
}

async function lockActive(tx: Transaction, actor: Actor, id: string): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, actor.orgId, id, sql`for share`);
  if (webhook.status === "active" && (await hasEntitledRegistrar(tx, webhook))) return webhook;
  throw new AppError("webhook_disabled", 'The webhook endpoint is disabled. Enable it first, with "status": "active".');
}
