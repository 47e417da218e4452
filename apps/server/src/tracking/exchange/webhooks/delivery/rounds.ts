import { setTimeout as pause } from "node:timers/promises";
import type { DatabasePool } from "#platform/database/database.ts";
import type { PendingLimits } from "#tracking/exchange/webhooks/pending-limits.ts";
import { splitEntitled } from "#tracking/exchange/webhooks/registrar.ts";
import type { Attempts } from "./attempts.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import { fanOut } from "./fan-out.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { blockSize, type Pressure, roundOfEach, yielding } from "./limits.ts";
import { claimDue, keyOf, type Lease, listWebhooksOf, type WebhookKey } from "./queries.ts";
import type { QueueDeps, Work } from "./queue.ts";
import type { ResultWriter } from "./results.ts";
import type { Slots } from "./slots.ts";

export interface RoundParts {
  db: DatabasePool;
  lease: Lease;
  /** The delay before the first attempt of a delivery. */
  firstWaitMs: number;
  pending: PendingLimits;
  slots: Slots<unknown>;
  pressure: Pressure;
  heartbeat: Heartbeat;
  attempts: Attempts;
  writer: ResultWriter;
  health: EndpointHealth;
  /** Called with the organizations of the changes that a round took from the queue, if they have endpoints. */
  onChanges: (orgIds: string[]) => void;
  /** Called when deliveries became due without a new event. */
  onRestarted: () => void;
  /** Called in each round that looks for the due deliveries of all endpoints. */
  onPoll: () => void;
}

/** The rounds of the queue: each one fans out queued changes, claims due deliveries and starts their attempts. */
export function createRounds(parts: RoundParts): Pick<QueueDeps, "untilReady" | "fetch"> {
  const { db, lease, slots, pressure, heartbeat, attempts, writer, health } = parts;

  async function untilReady(signal: AbortSignal): Promise<void> {
    const mustWait = (isWaiting: boolean) => isWaiting && !signal.aborted;
    // Waits while too many results are unwritten, because their leases could expire, and while other nodes consider
    // this node silent, because they would take over its claims.
    while (mustWait(writer.size() > 2 * blockSize || !heartbeat.isFresh())) await pause(20);
    // Waits while many claims wait for slots: changes that stay in the queue can be claimed when they become
    // deliveries, which costs the database least.
    while (mustWait(slots.waiting() > blockSize)) await pause(2);
    if (mustWait(pressure.isHigh())) await pause(yielding.pauseMs);
  }

  async function fetch(work: ReadonlySet<Work>): Promise<void> {
    if (work.has("changes")) await makeDeliveries();
    if (work.has("due")) parts.onPoll();
    const only = work.has("due") ? "all" : slots.takeReady();
    if (only === "all" || only.length > 0) await claim(only);
  }

  async function makeDeliveries(): Promise<void> {
    const claimedAt = performance.now();
    const changesOfEach = pressure.isHigh() ? roundOfEach.changesUnderPressure : roundOfEach.changes;
    const { firstWaitMs, pending } = parts;
    const { taken, claims, webhooks, unentitled, waiting, restarted } = await fanOut(db, {
      ...lease,
      firstWaitMs,
      slots,
      changesOfEach,
      pending,
    });
    for (const webhook of waiting) slots.noteMore(webhook);
    if (taken > 0) parts.onChanges(webhooks.map(({ org_id }) => org_id));
    if (restarted.length > 0) parts.onRestarted();
    for (const webhook of unentitled) health.revoke(webhook);
    attempts.send(claims, webhooks, claimedAt);
  }

  async function claim(only: WebhookKey[] | "all"): Promise<void> {
    const claimedAt = performance.now();
    const limits = slots.limitsFor(only);
    const claims = await claimDue(db, limits, lease, heartbeat.gone());
    if (claims.length > 0) {
      const { entitled, others } = splitEntitled(await listWebhooksOf(db, claims));
      for (const webhook of others) health.revoke(webhook);
      attempts.send(claims, entitled, claimedAt);
    }
    const byWebhook = Map.groupBy(claims, ({ org_id, webhook_id: id }) => keyOf({ org_id, id }));
    slots.noteExhausted(limits, new Map([...byWebhook].map(([key, { length }]) => [key, length])));
  }

  return { untilReady, fetch };
}
