import { setTimeout as pause } from "node:timers/promises";
import { type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { disableWebhook, hasEntitledRegistrar } from "#tracking/exchange/webhooks/management/disable-webhook.ts";
import { keyOf } from "./claims.ts";
import { gatherMs, retryLimits } from "./limits.ts";
import type { Outcome } from "./results.ts";

interface HealthDeps {
  db: DatabasePool;
  now: () => Date;
  onError: (error: unknown) => void;
  /**
   * Resolves when the results of all attempts so far are recorded. Disabling an endpoint waits for this, because
   * disabling cancels deliveries that have no recorded result.
   */
  resultsWritten: () => Promise<void>;
}

export type Health = ReturnType<typeof watchHealth>;

/**
 * Records when endpoints began to fail. Disables those that asked for no further events, have failed for too long, or
 * whose registrars have lost the right to them.
 */
export function watchHealth(deps: HealthDeps) {
  const { db, onError } = deps;
  /** Whether endpoints accepted deliveries, and when. */
  let signs = new Map<string, { org_id: string; id: string; ok: boolean; at: string }>();
  const disabling = new Set<string>();
  const tasks = new Set<Promise<void>>();

  function run(task: Promise<void>): void {
    const settled: Promise<void> = task.catch(onError).finally(() => tasks.delete(settled));
    tasks.add(settled);
  }

  async function write(): Promise<void> {
    await pause(gatherMs);
    const batch = JSON.stringify([...signs.values()]);
    signs = new Map();
    await db.query(sql`
      update webhooks w
         set failing_since = case when s.ok then null else s.at end
        from json_to_recordset(${batch}::json) as s (org_id text, id text, ok boolean, at timestamptz)
       where w.org_id = s.org_id and w.id = s.id and s.ok = (w.failing_since is not null)`);
  }

  /** Disables the endpoint in the background if there still is a reason. */
  function disable(webhook: WebhookRow, isGone = false): void {
    const key = keyOf(webhook);
    if (disabling.has(key)) return;
    disabling.add(key);
    run(disableIfNeeded(deps, webhook, isGone).finally(() => disabling.delete(key)));
  }

  return {
    /** Records the outcome of an attempt. */
    note(webhook: WebhookRow, at: Date, outcome: Outcome["kind"]): void {
      if (outcome === "interrupted" || outcome === "withheld") return;
      const { org_id, id } = webhook;
      const key = keyOf(webhook);
      const ok = outcome === "delivered";
      if (ok !== (webhook.failing_since === null)) {
        if (signs.size === 0) run(write());
        // A success outweighs failures recorded at the same time, because an endpoint counts as failing only if no
        // attempt succeeds.
        if (signs.get(key)?.ok !== true) signs.set(key, { org_id, id, ok, at: at.toISOString() });
      }
      if (!ok && (outcome === "gone" || hasFailedTooLong(webhook, at))) disable(webhook, outcome === "gone");
    },
    /** Records that the member who registered the endpoint has lost the right to it. */
    revoke: (webhook: WebhookRow): void => disable(webhook),
    /** Resolves when everything recorded so far has been processed. */
    async settle(): Promise<void> {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}

async function disableIfNeeded(
  { db, now, resultsWritten }: HealthDeps,
  { org_id: orgId, id }: WebhookRow,
  isGone: boolean,
): Promise<void> {
  await resultsWritten();
  const at = now();
  await db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, orgId, id, sql`for no key update`);
    const reason = webhook && (await findReason(tx, webhook, at, isGone));
    const origin = { orgId, userId: null, keyId: null, requestId: null };
    if (reason !== undefined) await disableWebhook(tx, origin, { id, reason }, { now: at });
  });
}

async function findReason(tx: Transaction, webhook: WebhookRow, at: Date, isGone: boolean) {
  if (isGone) return "The endpoint replied 410 Gone.";
  if (hasFailedTooLong(webhook, at)) return "Every attempt has failed for 5 days.";
  if (await hasEntitledRegistrar(tx, webhook)) return undefined;
  return "The member who registered it may no longer manage webhooks. A member who enables it registers it in their own name.";
}

function hasFailedTooLong({ failing_since: since }: WebhookRow, at: Date): boolean {
  return since !== null && at.getTime() - Date.parse(since) >= retryLimits.givenUpAfterMs;
}
