import { setTimeout as pause } from "node:timers/promises";
import { type Database, type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { disableWebhook, hasEntitledRegistrar } from "#tracking/exchange/webhooks/management/disable-webhook.ts";
import { keyOf, type WebhookKey } from "./claims.ts";
import { gatherMs, retryLimits } from "./limits.ts";
import type { Outcome } from "./results.ts";

const lostRight =
  "The member who registered it may no longer manage webhooks. A member who enables it registers it in their own name.";

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

/** Whether an endpoint accepted a delivery, and when. */
interface Sign extends WebhookKey {
  ok: boolean;
  at: string;
}

type FindReason = (tx: Transaction, webhook: WebhookRow, at: Date) => Promise<string | undefined>;

export type Health = ReturnType<typeof watchHealth>;

/**
 * Records when endpoints began to fail. Disables those that asked for no further events, have failed for too long, or
 * whose registrars have left.
 */
export function watchHealth(deps: HealthDeps) {
  const { db, onError } = deps;
  let signs = new Map<string, Sign>();
  const disabling = new Set<string>();
  const tasks = new Set<Promise<void>>();

  function run(task: Promise<void>): void {
    const settled: Promise<void> = task.catch(onError).finally(() => tasks.delete(settled));
    tasks.add(settled);
  }

  async function write(): Promise<void> {
    await pause(gatherMs);
    const batch = [...signs.values()];
    signs = new Map();
    await noteSigns(db, batch);
  }

  /** Disables the endpoint in the background, unless the reason no longer applies. */
  function disableOnce(webhook: WebhookRow, findReason: FindReason): void {
    const key = keyOf(webhook);
    if (disabling.has(key)) return;
    disabling.add(key);
    run(disable(deps, webhook, findReason).finally(() => disabling.delete(key)));
  }

  return {
    /** Records the outcome of an attempt. */
    note(webhook: WebhookRow, at: Date, outcome: Outcome["kind"]): void {
      if (outcome === "interrupted" || outcome === "withheld") return;
      const key = keyOf(webhook);
      const ok = outcome === "delivered";
      if (ok !== (webhook.failing_since === null)) {
        if (signs.size === 0) run(write());
        // A success outweighs failures recorded at the same time, because an endpoint counts as failing only if no
        // attempt succeeds.
        if (signs.get(key)?.ok !== true)
          signs.set(key, { org_id: webhook.org_id, id: webhook.id, ok, at: at.toISOString() });
      }
      if (outcome === "gone") disableOnce(webhook, async () => "The endpoint replied 410 Gone.");
      else if (!ok && hasFailedTooLong(webhook, at))
        disableOnce(webhook, async (_tx, current, since) =>
          hasFailedTooLong(current, since) ? "Every attempt has failed for 5 days." : undefined,
        );
    },
    /** Records that the member who registered the endpoint has lost the right to it. */
    revoke(webhook: WebhookRow): void {
      disableOnce(webhook, async (tx, current) => ((await hasEntitledRegistrar(tx, current)) ? undefined : lostRight));
    },
    /** Resolves when everything recorded so far has been processed. */
    async settle(): Promise<void> {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}

async function disable(
  { db, now, resultsWritten }: HealthDeps,
  { org_id: orgId, id }: WebhookRow,
  findReason: FindReason,
): Promise<void> {
  await resultsWritten();
  const at = now();
  await db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, orgId, id, sql`for no key update`);
    const reason = webhook && (await findReason(tx, webhook, at));
    const origin = { orgId, userId: null, keyId: null, requestId: null };
    if (reason !== undefined) await disableWebhook(tx, origin, { id, reason }, { now: at });
  });
}

/** Records when endpoints began to fail, or that they no longer fail. */
async function noteSigns(db: Database, signs: readonly Sign[]): Promise<void> {
  await db.query(sql`
    update webhooks w
       set failing_since = case when s.ok then null else s.at end
      from json_to_recordset(${JSON.stringify(signs)}::json) as s (org_id text, id text, ok boolean, at timestamptz)
     where w.org_id = s.org_id and w.id = s.id and s.ok = (w.failing_since is not null)`);
}

function hasFailedTooLong({ failing_since: since }: WebhookRow, at: Date): boolean {
  return since !== null && at.getTime() - Date.parse(since) >= retryLimits.givenUpAfterMs;
}
