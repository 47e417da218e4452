import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "#identity/access.ts";
import { keptDays } from "#identity/history/kept-days.ts";
import { recordChange } from "#identity/history/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { readInstant } from "#platform/time.ts";
import {
  type ChangePosition,
  findPositionAfter,
  listMissedChanges,
} from "#tracking/exchange/event-catalogue/change-queries.ts";
import { wants } from "#tracking/exchange/event-catalogue/event-payload.ts";
import { defaultPending } from "#tracking/exchange/webhooks/pending-limits.ts";
import { type WebhookRow, withoutSecrets, webhooks } from "#tracking/exchange/webhooks/webhook.ts";
import { hasEntitledRegistrar } from "#tracking/exchange/webhooks/management/disable-webhook.ts";
import { dayMs } from "#platform/days.ts";
import {
  countPendingOf,
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  queueEvents,
  restartDelivery,
  restartFailedDeliveries,
} from "./queries.ts";
import type { ReplayDeliveries } from "./schemas.ts";

const maxOfReplay = 10_000;

/** Queues a `webhook.test` event for this endpoint only, regardless of its subscriptions. */
export async function testWebhook(
  tx: Transaction,
  actor: Actor,
  { id }: { id: string },
  { now }: { now: Date },
): Promise<DeliveryRow> {
  const webhook = await lockActive(tx, actor, id);
  await findRoom(tx, actor.orgId);
  const changeId = await recordChange(tx, actor, {
    action: "webhook.test",
    targetId: id,
    row: withoutSecrets(webhook),
  });
  const test = { id: newId("dlv"), change_id: changeId, type: "webhook.test" };
  await insertDeliveries(tx, actor.orgId, id, [test], now);
  const row = await findDelivery(tx, actor.orgId, id, test.id);
  if (row === undefined) throw new Error("the delivery of the test event was not stored");
  return row;
}

/** Sends a delivery again, regardless of its status, unless an attempt is in progress. */
export async function redeliver(
  tx: Transaction,
  actor: Actor,
  { id, deliveryId }: { id: string; deliveryId: string },
  { now }: { now: Date },
): Promise<DeliveryRow> {
  const webhook = await webhooks.lock(tx, actor, { id }, sql`for share`);
  const before = await findDelivery(tx, actor.orgId, id, deliveryId, sql`for no key update`);
  if (before === undefined) throw notFound("delivery");
  await demandActive(tx, webhook);
  await findRoom(tx, actor.orgId);
  const row = (await restartDelivery(tx, actor.orgId, id, deliveryId, now)) ?? before;
  await recordChange(tx, actor, { action: "webhook.redelivered", targetId: deliveryId, row });
  return row;
}

/**
 * Queues the deliveries that failed or were cancelled since an instant, and the events that the endpoint missed while
 * it was disabled. Starts with the oldest, and stops at the maximum number of pending deliveries.
 */
export async function replay(
  tx: Transaction,
  actor: Actor,
  { id, input }: { id: string; input: ReplayDeliveries },
  { now }: { now: Date },
): Promise<{ redelivered: number; missed: number; hasMore: boolean }> {
  const keptMs = now.getTime() - keptDays * dayMs;
  const webhook = await lockActive(tx, actor, id);
  const most = Math.min(maxOfReplay, await findRoom(tx, actor.orgId));
  const from = new Date(Math.max(readInstant(input.since) ?? 0, keptMs, Date.parse(webhook.created_at))).toISOString();
  const redelivered = await restartFailedDeliveries(tx, actor.orgId, id, from, now, most);
  const missed = await queueMissed(tx, webhook, from, now, most - redelivered);
  await recordChange(tx, actor, { action: "webhook.replayed", targetId: id, row: withoutSecrets(webhook) });
  return { redelivered, missed, hasMore: redelivered + missed === most };
}

/**
 * Queues deliveries for the changes that the endpoint missed; returns their number. Reads the changes in short SQL
 * statements, and pauses after each for as long as it took, so that an organization with many changes leaves half of
 * the database's time to others.
 */
async function queueMissed(
  tx: Transaction,
  webhook: WebhookRow,
  since: string,
  now: Date,
  most: number,
): Promise<number> {
  const { org_id: orgId, id } = webhook;
  let queued = 0;
  // Continues after the last change read, so that no change is scanned twice.
  for (let after: ChangePosition | undefined = { at: since, id: "" }; after !== undefined && queued < most;) {
    const startedAt = performance.now();
    const upTo = await findPositionAfter(tx, orgId, after, rowsOfStatement);
    const limit = most - queued;
    const changes = await listMissedChanges(tx, orgId, id, { after, upTo }, limit);
    queued += await queueEvents(
      tx,
      webhook,
      changes.filter((change) => wants(webhook, change)),
      now,
    );
    const last = changes.at(-1);
    after = last !== undefined && changes.length === limit ? { at: last.at, id: last.id } : upTo;
    if (after !== undefined) await pause(performance.now() - startedAt);
  }
  return queued;
}

/** The number of deliveries that the organization may still queue; throws 429 if there is no room. */
async function findRoom(tx: Transaction, orgId: string): Promise<number> {
  const most = defaultPending.ofOrganization;
  const room = most - (await countPendingOf(tx, orgId, most));
  if (room > 0) return room;
  const message = `${most} deliveries of this organization are already pending. Wait until they are sent, or disable the endpoints that do not accept theirs.`;
  throw new AppError("too_many_deliveries", message, { headers: { "retry-after": "60" } });
}

async function lockActive(tx: Transaction, actor: Actor, id: string): Promise<WebhookRow> {
  const webhook = await webhooks.lock(tx, actor, { id }, sql`for share`);
  await demandActive(tx, webhook);
  return webhook;
}

async function demandActive(tx: Transaction, webhook: WebhookRow): Promise<void> {
  if (webhook.status === "active" && (await hasEntitledRegistrar(tx, webhook))) return;
  throw new AppError("webhook_disabled", 'The webhook endpoint is disabled. Enable it first, with "status": "active".');
}
