import type { DatabasePool } from "#platform/database/database.ts";
import { sql } from "#platform/database/database.ts";
import { findWebhook, type WebhookRow } from "#tracking/webhooks/queries.ts";
import { disableWebhook } from "#tracking/webhooks/webhook-verbs.ts";
import { noteHealth, type HealthSign } from "./queries.ts";
import { keyOf } from "./slots.ts";

export interface EndpointHealth {
  /** An attempt succeeded or failed; `isGone`: the endpoint wants nothing more. */
  note(webhook: WebhookRow, at: Date, verdict: { ok: boolean; isGone: boolean }): void;
  /** Resolves when what was noted so far is done. */
  settle(): Promise<void>;
}

const givenUpAfterMs = 5 * 24 * 3_600_000;
const gatherMs = 50;

interface HealthDeps {
  db: DatabasePool;
  now: () => Date;
  onError: (error: unknown) => void;
  /** Resolves when the results of all attempts so far are written down, which disabling would otherwise cancel. */
  resultsWritten: () => Promise<void>;
}

/** Keeps since when endpoints fail, and disables those that asked for it or have failed for too long. */
export function watchHealth({ db, now, onError, resultsWritten }: HealthDeps): EndpointHealth {
  let signs = new Map<string, HealthSign>();
  const disabling = new Set<string>();
  const tasks = new Set<Promise<void>>();

  function run(task: Promise<void>): void {
    const settled: Promise<void> = task.catch(onError).finally(() => tasks.delete(settled));
    tasks.add(settled);
  }

  async function write(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    const batch = [...signs.values()];
    signs = new Map();
    await noteHealth(db, batch);
  }

  async function disable({ org_id: orgId, id }: WebhookRow, isGone: boolean): Promise<void> {
    await resultsWritten();
    const at = now();
    const origin = { orgId, userId: null, keyId: null, requestId: null };
    await db.transaction(async (tx) => {
      const webhook = await findWebhook(tx, orgId, id, sql`for no key update`);
      if (webhook === undefined || !(isGone || hasFailedTooLong(webhook, at))) return;
      const reason = isGone ? "The endpoint answered 410 Gone." : "Nothing but failure for 5 days.";
      await disableWebhook(tx, origin, id, reason, at);
    });
  }

  return {
    note(webhook, at, { ok, isGone }) {
      const key = keyOf(webhook);
      if (ok !== (webhook.failing_since === null)) {
        if (signs.size === 0) run(write());
        // One success is enough: it was not nothing but failure.
        if (signs.get(key)?.ok !== true)
          signs.set(key, { org_id: webhook.org_id, id: webhook.id, ok, at: at.toISOString() });
      }
      if (!(isGone || (!ok && hasFailedTooLong(webhook, at))) || disabling.has(key)) return;
      disabling.add(key);
      run(disable(webhook, isGone).finally(() => disabling.delete(key)));
    },
    async settle() {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}

function hasFailedTooLong({ failing_since: since }: WebhookRow, at: Date): boolean {
  return since !== null && at.getTime() - Date.parse(since) >= givenUpAfterMs;
}
