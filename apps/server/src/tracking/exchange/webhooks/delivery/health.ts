import { type Database, type DatabasePool, sql } from "#platform/database/database.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { disableWebhook, hasEntitledRegistrar } from "#tracking/exchange/webhooks/management/disable-webhook.ts";
import { briefLocks, keyOf } from "./claims.ts";
import { retryLimits } from "./limits.ts";

/**
 * Evidence of an endpoint's health: the outcome of an attempt (see `Outcome`), or `revoked` if the member who registered
 * the endpoint has lost the right to it, so that no attempt was made.
 */
export interface Sign {
  webhook: WebhookRow;
  at: Date;
  shows: "delivered" | "failed" | "gone" | "interrupted" | "retry" | "revoked" | "withheld";
}

/**
 * Records which endpoints began to fail or work again, and disables those that asked for no further events, have failed
 * for too long, or whose registrars have lost the right to them. The results of the same attempts must be recorded
 * before, because disabling cancels deliveries that have none. Waits only briefly for locks, and may be repeated.
 */
export async function noteHealth(db: DatabasePool, signs: readonly Sign[]): Promise<void> {
  const changed = signs.filter(({ webhook: { failing_since: since }, shows }) =>
    since === null ? isFailure(shows) : shows === "delivered",
  );
  if (changed.length > 0) await noteFailing(db, changed);
  const doubtful = signs.filter(
    ({ webhook, at, shows }) =>
      shows === "revoked" || shows === "gone" || (isFailure(shows) && hasFailedTooLong(webhook, at)),
  );
  for (const ofOne of Map.groupBy(doubtful, ({ webhook }) => keyOf(webhook)).values()) await disableIfNeeded(db, ofOne);
}

/** A success outweighs failures at the same time, because an endpoint counts as failing only if no attempt succeeds. */
async function noteFailing(db: Database, signs: readonly Sign[]): Promise<void> {
  const rows = signs.map(({ webhook: { org_id, id }, at, shows }) => ({ org_id, id, at, ok: shows === "delivered" }));
  await db.query(sql`
    with s as materialized (
      select org_id, id, bool_or(ok) as ok, min(at) as at
        from json_to_recordset(${JSON.stringify(rows)}::json) as s (org_id text, id text, ok boolean, at timestamptz)
       where ${briefLocks}
       group by org_id, id order by org_id, id
    )
    update webhooks w
       set failing_since = case when s.ok then null else s.at end
      from s
     where w.org_id = s.org_id and w.id = s.id and s.ok = (w.failing_since is not null)`);
}

async function disableIfNeeded(db: DatabasePool, signs: readonly Sign[]): Promise<void> {
  const [first] = signs;
  if (first === undefined) return;
  const { org_id: orgId, id } = first.webhook;
  await db.transaction(async (tx) => {
    await tx.query(sql`select ${briefLocks}`);
    const webhook = await findWebhook(tx, orgId, id, sql`for no key update`);
    if (webhook === undefined) return;
    let reason: string | undefined;
    if (signs.some(({ shows }) => shows === "gone")) reason = "The endpoint replied 410 Gone.";
    else if (hasFailedTooLong(webhook, first.at)) reason = "Every attempt has failed for 5 days.";
    else if (!(await hasEntitledRegistrar(tx, webhook)))
      reason =
        "The member who registered it may no longer manage webhooks. A member who enables it registers it in their own name.";
    const origin = { orgId, userId: null, keyId: null, requestId: null };
    if (reason !== undefined) await disableWebhook(tx, origin, { id, reason }, { now: first.at });
  });
}

function isFailure(shows: Sign["shows"]): boolean {
  return ["failed", "gone", "retry"].includes(shows);
}

function hasFailedTooLong({ failing_since: since }: WebhookRow, at: Date): boolean {
  return since !== null && at.getTime() - Date.parse(since) >= retryLimits.givenUpAfterMs;
}
