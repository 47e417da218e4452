import { minSlots, memoryMs, type SlotLimits } from "./limits.ts";
import { keyOf, type WebhookKey } from "./queries.ts";
import type { Usage, Usages } from "./usages.ts";

export type Endpoint = WebhookKey & { failing_since: string | null };

export interface Capacity {
  /** The number of further attempts that may be in progress: in total, for an endpoint, and for an organization. */
  free(): number;
  freeOf(webhook: Endpoint): number;
  freeOfOrganization(orgId: string): number;
  /**
   * The number of further claims that may wait in the endpoint's line; 0 if the endpoint fails or is slow, or while
   * limits are lowered.
   */
  freeInLine(webhook: Endpoint): number;
  /** The number of further deliveries that may be claimed for the endpoint. */
  room(webhook: Endpoint): number;
  /** Whether another attempt may begin for the endpoint. */
  hasRoom(usage: Usage<unknown>): boolean;
  /** The maximum number of attempts in progress for an endpoint, and for an organization. */
  capOf(isFailing: boolean): number;
  perOrganization(): number;
  /** Keeps claims from waiting for the endpoint for a while, because some have waited too long. */
  noteSlow(webhook: WebhookKey): void;
}

/**
 * Computes how many more attempts and claims the limits permit. A slow or dead endpoint gets no more than its share,
 * and every organization gets at least one attempt. `ease` returns the factor by which the limits may exceed the lowest
 * ones.
 */
export function createCapacity(limits: SlotLimits, ease: () => number, usages: Usages<unknown>): Capacity {
  const { perWebhook, perFailingWebhook, waitingPerWebhook } = limits;
  const slowUntil = new Map<string, number>();

  const capOf = (isFailing: boolean) => (isFailing ? perFailingWebhook : perWebhook);
  const most = () => Math.min(limits.most, Math.floor(minSlots.most * ease()));
  const ofEach = () => Math.min(limits.perOrganization, Math.floor(minSlots.perOrganization * ease()));
  const isLowered = () => most() < limits.most || ofEach() < limits.perOrganization;
  // If a few organizations occupy all attempts with endpoints that never respond, every other organization still gets
  // one.
  const isFull = () => usages.underWay() >= most();
  const perOrganization = () => (isFull() ? 1 : ofEach());
  const free = () => Math.max(0, most() + (isFull() ? limits.firsts : 0) - usages.underWay());
  const freeOfOrganization = (orgId: string) => Math.max(0, perOrganization() - usages.ofOrganization(orgId));
  const freeOf = (webhook: Endpoint) =>
    Math.max(0, capOf(webhook.failing_since !== null) - (usages.byKey.get(keyOf(webhook))?.underWay ?? 0));

  function isSlow(key: string): boolean {
    const until = slowUntil.get(key);
    if (until === undefined || performance.now() < until) return until !== undefined;
    slowUntil.delete(key);
    return false;
  }

  function freeInLine(webhook: Endpoint): number {
    const key = keyOf(webhook);
    if (isLowered() || webhook.failing_since !== null || isSlow(key)) return 0;
    return Math.max(0, waitingPerWebhook - (usages.byKey.get(key)?.line.size ?? 0));
  }

  return {
    free,
    freeOf,
    freeOfOrganization,
    freeInLine,
    room: (webhook) => Math.min(freeOf(webhook), freeOfOrganization(webhook.org_id), free()) + freeInLine(webhook),
    hasRoom: (usage) => free() > 0 && usage.underWay < capOf(usage.isFailing) && freeOfOrganization(usage.org_id) > 0,
    capOf,
    perOrganization,
    noteSlow(webhook) {
      // While limits are lowered, a long wait does not show that the endpoint is slow, because slots may be lacking.
      if (isLowered()) return;
      slowUntil.set(keyOf(webhook), performance.now() + memoryMs);
    },
  };
}
