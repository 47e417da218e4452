import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { sql } from "#platform/database/database.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { disableWebhook, hasEntitledRegistrar } from "#tracking/exchange/webhooks/management/webhook-verbs.ts";
import { gatherMs, retryLimits } from "./limits.ts";
import { type HealthSign, keyOf, noteHealth } from "./queries.ts";

export interface EndpointHealth {
  /** Records whether an attempt succeeded. `isGone` means that the endpoint asked for no further events. */
  note(webhook: WebhookRow, at: Date, verdict: { ok: boolean; isGone: boolean }): void;
  /** Records that the member who registered the endpoint has lost the right to it. */
  revoke(webhook: WebhookRow): void;
  /** Resolves when everything recorded so far has been processed. */
  settle(): Promise<void>;
}

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

/**
 * Records when endpoints began to fail. Disables those that asked for no further events or have failed for too long.
 */
export function watchHealth(deps: HealthDeps): EndpointHealth {
  const { db, onError } = deps;
  let signs = new Map<string, HealthSign>();
  const tasks = new Set<Promise<void>>();

  function run(task: Promise<void>): void {
    const settled: Promise<void> = task.catch(onError).finally(() => tasks.delete(settled));
    tasks.add(settled);
  }

  const disable = createDisabler(deps, run);

  async function write(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    const batch = [...signs.values()];
    signs = new Map();
    await noteHealth(db, batch);
  }

  return {
    note(webhook, at, { ok, isGone }) {
      const key = keyOf(webhook);
      if (ok !== (webhook.failing_since === null)) {
        if (signs.size === 0) run(write());
        // A success outweighs failures recorded at the same time, because an endpoint counts as failing only if no
        // attempt succeeds.
        if (signs.get(key)?.ok !== true)
          signs.set(key, { org_id: webhook.org_id, id: webhook.id, ok, at: at.toISOString() });
      }
      if (isGone) disable(webhook, async () => "The endpoint replied 410 Gone.");
      else if (!ok && hasFailedTooLong(webhook, at)) {
        disable(webhook, async (_tx, current, since) =>
          hasFailedTooLong(current, since) ? "Every attempt has failed for 5 days." : undefined,
        );
      }
    },
    revoke(webhook) {
      disable(webhook, async (tx, current) => ((await hasEntitledRegistrar(tx, current)) ? undefined : lostRight));
    },
    async settle() {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}

type FindReason = (tx: Transaction, webhook: WebhookRow, at: Date) => Promise<string | undefined>;

/** Returns a function that disables an endpoint in the background, unless the reason no longer applies. */
function createDisabler({ db, now, resultsWritten }: HealthDeps, run: (task: Promise<void>) => void) {
  const disabling = new Set<string>();

  return ({ org_id: orgId, id }: WebhookRow, findReason: FindReason): void => {
    const key = keyOf({ org_id: orgId, id });
    if (disabling.has(key)) return;
    disabling.add(key);
    const task = async () => {
      await resultsWritten();
      const at = now();
      const origin = { orgId, userId: null, keyId: null, requestId: null };
      await db.transaction(async (tx) => {
        const webhook = await findWebhook(tx, orgId, id, sql`for no key update`);
        const reason = webhook === undefined ? undefined : await findReason(tx, webhook, at);
        if (reason !== undefined) await disableWebhook(tx, origin, { id, reason }, { now: at });
      });
    };
    run(task().finally(() => disabling.delete(key)));
  };
}

function hasFailedTooLong({ failing_since: since }: WebhookRow, at: Date): boolean {
  return since !== null && at.getTime() - Date.parse(since) >= retryLimits.givenUpAfterMs;
}
