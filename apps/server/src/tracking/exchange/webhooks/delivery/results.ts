import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Database, sql } from "#platform/database/database.ts";
import { isTemporarilyUnavailable } from "#platform/database/database-errors.ts";
import type { PostResult } from "#platform/egress/post.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { type Claim, interval, type Lease, lookUpEach } from "./claims.ts";
import { blockSize, gatherMs, patienceMs, retryLimits } from "./limits.ts";

/**
 * The effect of an attempt on its delivery. `gone`: failed, and the endpoint asked for no further events.
 * `interrupted`: the node is stopping, so another node retries the same step of the schedule. `withheld`: nothing was
 * sent, and nothing will be.
 */
export type Outcome =
  | { kind: "delivered" | "failed" | "gone" | "interrupted" | "withheld" }
  | { kind: "retry"; step: number; waitMs: number };

const statusAfter = {
  delivered: "delivered",
  failed: "failed",
  gone: "failed",
  withheld: "failed",
  retry: "pending",
  interrupted: "pending",
} as const;

/**
 * Decides the effect of a reply on its delivery. `step` is the attempt's position in the schedule, and `scheduleMs` has
 * the delay before each attempt. A Retry-After counts if it is longer than the scheduled delay, up to a day. `random` is
 * from 0 to 1.
 */
export function decideOutcome(
  { status, error, retryAfterMs = 0, isInterrupted = false }: Partial<PostResult>,
  step: number,
  scheduleMs: readonly number[],
  random: number,
): Outcome {
  if (isInterrupted) return { kind: "interrupted" };
  if (error === null && typeof status === "number" && status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 410) return { kind: "gone" };
  const scheduled = scheduleMs[step + 1];
  if (scheduled === undefined) return { kind: "failed" };
  const { jitter, longestWaitMs } = retryLimits;
  const waitMs = Math.round(scheduled * (1 - jitter + 2 * jitter * random));
  return { kind: "retry", step: step + 1, waitMs: Math.max(waitMs, Math.min(retryAfterMs, longestWaitMs)) };
}

export type AttemptResult = ReturnType<typeof toResult>;

/** An attempt as it is logged, and what becomes of its delivery: its status and, if it is pending, its next attempt. */
export function toResult(claim: Claim, webhook: WebhookRow, at: Date, result: PostResult, outcome: Outcome) {
  return {
    org_id: claim.org_id,
    id: claim.id,
    number: claim.attempts,
    at: at.toISOString(),
    duration_ms: result.durationMs,
    status: result.status,
    error: result.error,
    response_body: result.responseBody,
    showed_money: webhook.shows_money,
    becomes: statusAfter[outcome.kind],
    step: outcome.kind === "retry" ? outcome.step : claim.schedule_step,
    wait_ms: outcome.kind === "retry" ? outcome.waitMs : 0,
  };
}

interface Unwritten {
  result: AttemptResult;
  addedAt: number;
}

export type ResultWriter = ReturnType<typeof createResultWriter>;

/**
 * Writes results in batches. While the database is down, keeps them until their leases have expired; after that,
 * another node repeats the attempts.
 */
export function createResultWriter(db: Database, { nodeId, leaseMs }: Lease, onError: (error: unknown) => void) {
  const unwritten: Unwritten[] = [];
  let added = 0;
  let done = 0;
  let isWriting = false;

  async function write(): Promise<void> {
    await pause(gatherMs);
    while (unwritten.length > 0) {
      const batch = unwritten.splice(0, blockSize);
      const left = await writeBatch(batch);
      done += batch.length - left.length;
      // Puts locked deliveries at the end of the queue, because the lock may persist.
      unwritten.push(...left);
      if (left.length > 0) await pause(left.length === batch.length ? patienceMs : gatherMs);
    }
    isWriting = false;
  }

  /** Writes a batch; returns the results to retry. */
  async function writeBatch(batch: Unwritten[]): Promise<Unwritten[]> {
    const isInLease = ({ addedAt }: Unwritten) => performance.now() - addedAt < leaseMs;
    const results = batch.map(({ result }) => result);
    try {
      await settle(db, nodeId, results);
      return [];
    } catch (error) {
      if (isLocked(error)) {
        const ofEach = [...Map.groupBy(batch, ({ result }) => result.org_id).values()];
        if (ofEach.length === 1) return batch.filter(isInLease);
        const left: Unwritten[] = [];
        for (const ofThis of ofEach) left.push(...(await writeBatch(ofThis)));
        return left;
      }
      onError(error);
      if (isTemporarilyUnavailable(error)) return batch.filter(isInLease);
      // Splits the batch, so that one result refused by the database does not prevent recording the others.
      const half = Math.ceil(batch.length / 2);
      if (batch.length === 1) return [];
      return [...(await writeBatch(batch.slice(0, half))), ...(await writeBatch(batch.slice(half)))];
    }
  }

  return {
    /** The number of results that wait to be written. */
    size: () => unwritten.length,
    add(result: AttemptResult): void {
      added++;
      unwritten.push({ result, addedAt: performance.now() });
      if (isWriting) return;
      isWriting = true;
      void write();
    },
    /** Resolves when everything added so far has been written or abandoned. */
    async flush(): Promise<void> {
      for (const mark = added; done < mark;) await pause(gatherMs);
    },
  };
}

/** Whether another transaction has locked some of the deliveries. */
function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ["55P03", "40P01"].includes(error.code ?? "");
}

/**
 * Logs attempts and settles their deliveries, unless the lease expired and a later attempt began. A cancelled delivery
 * stays cancelled unless the event arrived. Settles all or none, and waits only briefly for locks: the writer then
 * settles each organization's deliveries separately, so that nobody else waits for one's locks. May be repeated after a
 * lost reply.
 */
export async function settle(db: Database, nodeId: string, results: AttemptResult[]): Promise<void> {
  await db.query(sql`
    with r as materialized (
      select * from json_to_recordset(${JSON.stringify(results)}::json) as r (
        org_id text, id text, number integer, at timestamptz, duration_ms integer, status integer, error text,
        response_body text, showed_money boolean, becomes text, step integer, wait_ms bigint)
       where (select set_config('lock_timeout', '20ms', true)) <> ''
       order by org_id, id
    ), settled as (
      update deliveries d
         set status = case when d.locked_by = ${nodeId} or (d.status = 'cancelled' and r.becomes = 'delivered') then r.becomes
                           else d.status end,
             schedule_step = case when d.locked_by = ${nodeId} and r.becomes = 'pending' then r.step else d.schedule_step end,
             next_attempt_at = case when d.locked_by is null then d.next_attempt_at
                                    when r.becomes = 'pending' then clock_timestamp() + ${interval(sql`r.wait_ms`)} end,
             finished_at = case when d.locked_by = ${nodeId} and r.becomes <> 'pending' then clock_timestamp()
                                else d.finished_at end,
             locked_until = null, locked_by = null
        from r
       where d.org_id = r.org_id and d.id = r.id and ${lookUpEach("r")}
         and d.attempts = r.number and (d.locked_by = ${nodeId} or d.locked_by is null)
      returning d.org_id, d.id, r.number, r.at, r.duration_ms, r.status, r.error, r.response_body, r.showed_money
    )
    insert into delivery_attempts (org_id, delivery_id, number, at, duration_ms, status, error, response_body, showed_money)
    select * from settled
    on conflict do nothing`);
}
