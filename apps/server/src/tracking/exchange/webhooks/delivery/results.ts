import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Database, type DatabasePool, sql } from "#platform/database/database.ts";
import { isTemporarilyUnavailable } from "#platform/database/database-errors.ts";
import type { PostResult } from "#platform/egress/post.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { briefLocks, type Claim, interval, type Lease, lookUpEach } from "./claims.ts";
import { noteHealth, type Sign } from "./health.ts";
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

/** The result of an attempt, if one was made, and the evidence of its endpoint's health. Neither has been recorded yet. */
export interface Finding extends Sign {
  result?: AttemptResult;
}

type Unwritten = Finding & { addedAt: number };

export type ResultWriter = ReturnType<typeof createResultWriter>;

/**
 * Writes results and then what they show of their endpoints, in batches. While the database is down, keeps them until
 * their leases have expired; after that, another node repeats the attempts.
 */
export function createResultWriter(db: DatabasePool, { nodeId, leaseMs }: Lease, onError: (error: unknown) => void) {
  const unwritten: Unwritten[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    await pause(gatherMs);
    while (unwritten.length > 0) {
      const batch = unwritten.splice(0, blockSize);
      const left = await writeBatch(batch);
      // Puts locked deliveries at the end of the queue, because the lock may persist.
      unwritten.push(...left);
      if (left.length > 0) await pause(left.length === batch.length ? patienceMs : gatherMs);
    }
    writing = undefined;
  }

  /** Writes a batch; returns the findings to retry. */
  async function writeBatch(batch: Unwritten[]): Promise<Unwritten[]> {
    const isInLease = ({ addedAt }: Unwritten) => performance.now() - addedAt < leaseMs;
    try {
      const results = batch.flatMap(({ result }) => result ?? []);
      if (results.length > 0) await settle(db, nodeId, results);
      await noteHealth(db, batch);
      return [];
    } catch (error) {
      if (!isLocked(error)) onError(error);
      const ofEach = [...Map.groupBy(batch, ({ webhook }) => webhook.org_id).values()];
      // Nobody else waits for an organization's locks, nor for a result that the database refuses.
      if (isLocked(error) && ofEach.length > 1) return writeEach(ofEach);
      if (isTemporarilyUnavailable(error)) return batch.filter(isInLease);
      const half = Math.ceil(batch.length / 2);
      return batch.length === 1 ? [] : writeEach([batch.slice(0, half), batch.slice(half)]);
    }
  }

  async function writeEach(batches: Unwritten[][]): Promise<Unwritten[]> {
    const left: Unwritten[] = [];
    for (const batch of batches) left.push(...(await writeBatch(batch)));
    return left;
  }

  return {
    /** The number of findings that wait to be written. */
    size: () => unwritten.length,
    add(finding: Finding): void {
      unwritten.push({ ...finding, addedAt: performance.now() });
      writing ??= write();
    },
    /** Resolves when everything has been written or abandoned. */
    flush: async () => writing,
  };
}

/** Whether another transaction has locked some of the deliveries or endpoints. */
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
       where ${briefLocks}
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
