import type { DatabasePool } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { wants } from "#tracking/webhooks/event-payload.ts";
import type { WebhookRow } from "#tracking/webhooks/queries.ts";
import { splitEntitled } from "#tracking/webhooks/registrar.ts";
import {
  type Claim,
  type FreshDelivery,
  insertFreshDeliveries,
  type Lease,
  listActiveWebhooks,
  takeQueued,
  type WebhookKey,
} from "./queries.ts";
import { keyOf } from "./slots.ts";

export interface FanOutOptions extends Lease {
  /** How long the first attempt waits; only without a wait it can be claimed at once. */
  firstWaitMs: number;
  /** How many changes of one organization are taken at a time. */
  mostOfEach: number;
  /** How many more attempts an endpoint may have under way at this node. */
  freeOf: (webhook: WebhookRow) => number;
}

export interface FannedOut {
  /** Changes that left the queue; as long as there are some, there may be more. */
  taken: number;
  /** First attempts that this node makes now, and their endpoints. */
  claims: Claim[];
  webhooks: WebhookRow[];
  /** Active endpoints whose registrar has lost the right to them: they are told of nothing. */
  unentitled: WebhookRow[];
  /** Endpoints that have due deliveries beside these. */
  waiting: WebhookKey[];
  /** Organizations in which deliveries became due without any event, such as by a redelivery. */
  restarted: string[];
}

const most = 1_000;
// These make or restart deliveries themselves, in the transaction of their change.
const restarting = new Set(["webhook.test", "webhook.redelivered", "webhook.replayed"]);

/**
 * Turns queued changes into deliveries, in one transaction: a change leaves the queue together with its deliveries, or
 * stays. Any number of nodes may do it at once. What this node has room for it claims in the same statement, which saves
 * each delivery an update and a round trip.
 */
export function fanOut(db: DatabasePool, options: FanOutOptions): Promise<FannedOut> {
  return db.transaction(async (tx) => {
    const changes = await takeQueued(tx, options.mostOfEach, most);
    const restarted = new Set(changes.filter(({ action }) => restarting.has(action)).map(({ org_id }) => org_id));
    const orgIds = new Set(changes.map(({ org_id }) => org_id));
    const active = orgIds.size === 0 ? [] : await listActiveWebhooks(tx, [...orgIds]);
    const { entitled: webhooks, others: unentitled } = splitEntitled(active);
    const byOrganization = Map.groupBy(webhooks, ({ org_id }) => org_id);
    const free = new Map(webhooks.map((webhook) => [webhook, options.firstWaitMs > 0 ? 0 : options.freeOf(webhook)]));
    const fresh: FreshDelivery[] = [];
    const waiting = new Map<string, WebhookKey>();
    for (const change of changes) {
      for (const webhook of byOrganization.get(change.org_id) ?? []) {
        if (!wants(webhook, change)) continue;
        const { org_id, id } = webhook;
        const left = free.get(webhook) ?? 0;
        if (left > 0) free.set(webhook, left - 1);
        else if (options.firstWaitMs === 0) waiting.set(keyOf(webhook), { org_id, id });
        const what = { change_id: change.id, type: change.action };
        fresh.push({ org_id, id: newId("dlv"), webhook_id: id, ...what, claimed: left > 0 });
      }
    }
    const claims = fresh.length === 0 ? [] : await insertFreshDeliveries(tx, fresh, options.firstWaitMs, options);
    return {
      taken: changes.length,
      claims,
      webhooks,
      unentitled,
      waiting: [...waiting.values()],
      restarted: [...restarted],
    };
  });
}
