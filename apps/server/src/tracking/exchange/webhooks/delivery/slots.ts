import { type Capacity, createCapacity, type Endpoint } from "./capacity.ts";
import type { SlotLimits } from "./limits.ts";
import { type ClaimLimits, keyOf, type WebhookKey } from "./queries.ts";
import { createUnclaimed, type Unclaimed } from "./unclaimed.ts";
import { createUsages, heldBy } from "./usages.ts";

/** Tracks claims of type `T`. Each one has a slot, or waits for a slot in its endpoint's line. */
export interface Slots<T>
  extends Omit<Capacity, "hasRoom" | "capOf" | "perOrganization">, Omit<Unclaimed, "isAnyLeft"> {
  underWay(): number;
  waiting(): number;
  /** Acquires a slot for a claim, or puts the claim in line. Returns whether it got a slot. */
  take(claim: T): boolean;
  /** Gives a free slot to the first claim in line that may start. */
  next(webhook: WebhookKey, mayStart: (claim: T) => boolean): T | undefined;
  isWaiting(claim: T): boolean;
  /**
   * Releases the claim's slot or its position in line. Returns whether some endpoint with more to send can use the
   * slot.
   */
  give(claim: T): boolean;
  limitsFor(webhooks: WebhookKey[] | "all"): ClaimLimits;
}

/**
 * Assigns the slots of this node: `usages` counts the claims, `capacity` computes how many more the limits permit, and
 * `unclaimed` tracks the endpoints that have more to send. `ease` returns the factor by which the limits may exceed the
 * lowest ones.
 */
export function createSlots<T extends { webhook: Endpoint }>(
  limits: SlotLimits,
  ease: () => number = () => Number.POSITIVE_INFINITY,
): Slots<T> {
  const usages = createUsages<T>();
  const { hasRoom, capOf, perOrganization, ...capacity } = createCapacity(limits, ease, usages);
  const { isAnyLeft, ...unclaimed } = createUnclaimed(usages, { ...capacity, capOf });

  return {
    underWay: usages.underWay,
    waiting: usages.waiting,
    ...capacity,
    ...unclaimed,
    take(claim) {
      const usage = usages.of(claim.webhook);
      usage.isFailing = claim.webhook.failing_since !== null;
      const isFree = usage.line.size === 0 && hasRoom(usage);
      if (isFree) usages.begin(usage);
      else usages.joinLine(usage, claim);
      return isFree;
    },
    next(webhook, mayStart) {
      const usage = usages.byKey.get(keyOf(webhook));
      const [claim] = usage?.line ?? [];
      if (usage === undefined || claim === undefined || !hasRoom(usage) || !mayStart(claim)) return undefined;
      usages.leaveLine(usage, claim);
      usages.begin(usage);
      return claim;
    },
    isWaiting: (claim) => usages.byKey.get(keyOf(claim.webhook))?.line.has(claim) === true,
    give(claim) {
      const usage = usages.of(claim.webhook);
      if (!usages.leaveLine(usage, claim)) usages.end(usage);
      usages.forgetIdle(usage);
      return usage.hasMore || isAnyLeft();
    },
    limitsFor(webhooks) {
      const { perWebhook, perFailingWebhook } = limits;
      const only =
        webhooks === "all"
          ? webhooks
          : webhooks.map(({ org_id, id }) => {
              const usage = usages.byKey.get(keyOf({ org_id, id }));
              const own = usage === undefined ? 0 : heldBy(usage);
              return { org_id, id, own, ofOrganization: usages.ofOrganization(org_id) };
            });
      const underWay = [...usages.byKey.values()].map((usage) => ({
        org_id: usage.org_id,
        id: usage.id,
        count: heldBy(usage),
      }));
      const most = capacity.free();
      return { only, perWebhook, perFailingWebhook, perOrganization: perOrganization(), underWay, most };
    },
  };
}
