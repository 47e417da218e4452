import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
import { isTemporarilyUnavailable } from "#platform/database/database-errors.ts";
import { blockSize, gatherMs, patienceMs } from "./limits.ts";
import { interval, lookUpEach, type WebhookKey } from "./queries.ts";

export interface ResultWriter {
  add(result: AttemptResult): void;
  /** The number of results that wait to be written. */
  size(): number;
  /** Resolves when everything added so far has been written or abandoned. */
  flush(): Promise<void>;
}

interface Waiting {
  result: AttemptResult;
  addedAt: number;
}

/**
 * Writes results in batches. While the database is down, keeps them until their leases have expired; after that,
 * another node repeats the attempts.
 */
export function createResultWriter(
  db: Database,
  { nodeId, leaseMs, onError }: { nodeId: string; leaseMs: number; onError: (error: unknown) => void },
): ResultWriter {
  const waiting: Waiting[] = [];
  let added = 0;
  let done = 0;
  let isWriting = false;

  async function write(): Promise<void> {
    await pause(gatherMs);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, blockSize);
      const left = await writeBatch(batch);
      done += batch.length - left.length;
      // Puts locked deliveries at the end of the queue, because the lock may persist.
      waiting.push(...left);
      if (left.length > 0) await pause(left.length === batch.length ? patienceMs : gatherMs);
    }
    isWriting = false;
  }

  /** Writes a batch; returns the results to retry. */
  async function writeBatch(batch: Waiting[]): Promise<Waiting[]> {
    const oldest = performance.now() - leaseMs;
    try {
      const results = batch.map(({ result }) => result);
      const locked = new Set(await recordResults(db, nodeId, results));
      return locked.size === 0 ? [] : batch.filter(({ result, addedAt }) => locked.has(result) && addedAt > oldest);
    } catch (error) {
      onError(error);
      if (isTemporarilyUnavailable(error)) return batch.filter(({ addedAt }) => addedAt > oldest);
      // Splits the batch, so that one result refused by the database does not prevent recording the others.
      const half = Math.ceil(batch.length / 2);
      if (batch.length === 1) return [];
      return [...(await writeBatch(batch.slice(0, half))), ...(await writeBatch(batch.slice(half)))];
    }
  }

  return {
    size: () => waiting.length,
    add(result) {
      added++;
      waiting.push({ result, addedAt: performance.now() });
      if (isWriting) return;
      isWriting = true;
      void write();
    },
    async flush() {
      for (const mark = added; done < mark;) await pause(gatherMs);
    },
  };
}

/** A finished attempt, and its effect on the delivery. */
interface AttemptResult {
  org_id: string;
  id: string;
  number: number;
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  response_body: string | null;
  showed_money: boolean;
  /** The delivery's new status. */
  becomes: "delivered" | "pending" | "failed";
  /** The position of the next attempt in the schedule, and its delay in milliseconds; only for a pending delivery. */
  step: number;
  wait_ms: number;
}

/**
 * Logs attempts and settles their deliveries, unless the lease expired and a later attempt began. A cancelled delivery
 * stays cancelled unless the event arrived. Skips deliveries locked by another transaction and returns their results,
 * so that one organization's locks don't delay the others.
 */
async function recordResults(db: Database, nodeId: string, results: AttemptResult[]): Promise<AttemptResult[]> {
  try {
    await settleAll(db, nodeId, results);
    return [];
  } catch (error) {
    if (!isContended(error)) throw error;
    return settleUnlocked(db, nodeId, results);
  }
}

/**
 * Whether the error means that locks timed out or deadlocked, or that an SQL statement whose reply was lost has already
 * recorded the attempts.
 */
function isContended(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ["55P03", "40P01", "23505"].includes(error.code ?? "");
}

/**
 * Settles all deliveries or none. Waits briefly for locks: they are rare, so checking for them first would cost more.
 */
export async function settleAll(db: Database, nodeId: string, results: AttemptResult[]): Promise<void> {
  await db.query(sql`
    with result as materialized (
      ${resultRows(results)} where (select set_config('lock_timeout', '20ms', true)) <> '' order by org_id, id
    ), settled as (
      ${settleFrom("result", nodeId)}
    )
    insert into delivery_attempts (org_id, delivery_id, number, at, duration_ms, status, error, response_body, showed_money)
    select * from settled`);
}

async function settleUnlocked(db: Database, nodeId: string, results: AttemptResult[]): Promise<AttemptResult[]> {
  const settled = await db.query<WebhookKey>(sql`
    with result as materialized (
      ${resultRows(results)} order by org_id, id
    ), held as materialized (
      select r.*
        from result r
       cross join lateral (
         select 1 from deliveries d where d.org_id = r.org_id and d.id = r.id and ${isOurs(nodeId)} for no key update skip locked) h
    ), settled as (
      ${settleFrom("held", nodeId)}
    ), logged as (
      insert into delivery_attempts (org_id, delivery_id, number, at, duration_ms, status, error, response_body, showed_money)
      select * from settled
      on conflict do nothing
    )
    select org_id, id from settled`);
  if (settled.length === results.length) return [];
  const done = new Set(settled.map(({ id }) => id));
  const left = results.filter(({ id }) => !done.has(id));
  const waiting = await db.query<WebhookKey>(sql`
    select d.org_id, d.id
      from unnest(${left.map(({ org_id }) => org_id)}::text[], ${left.map(({ id }) => id)}::text[],
                  ${left.map(({ number }) => number)}::integer[]) as r (org_id, id, number)
      join deliveries d on d.org_id = r.org_id and d.id = r.id and ${isOurs(nodeId)}
     where ${lookUpEach("r")}`);
  const locked = new Set(waiting.map(({ id }) => id));
  return left.filter(({ id }) => locked.has(id));
}

function resultRows(results: AttemptResult[]): Sql {
  return sql`
    select * from json_to_recordset(${JSON.stringify(results)}::json) as r (
      org_id text, id text, number integer, at timestamptz, duration_ms integer, status integer, error text,
      response_body text, showed_money boolean, becomes text, step integer, wait_ms bigint)`;
}

/** Returns a condition: delivery `d` still awaits result `r` from this node, or has been cancelled. */
function isOurs(nodeId: string): Sql {
  return sql`d.attempts = r.number and (d.locked_by = ${nodeId} or d.locked_by is null)`;
}

/** Updates the deliveries with the results in the table, and returns the attempts to log. */
function settleFrom(table: "result" | "held", nodeId: string): Sql {
  return sql`
    update deliveries d
       set status = case when d.locked_by = ${nodeId} or (d.status = 'cancelled' and r.becomes = 'delivered') then r.becomes
                         else d.status end,
           schedule_step = case when d.locked_by = ${nodeId} and r.becomes = 'pending' then r.step else d.schedule_step end,
           next_attempt_at = case when d.locked_by is null then d.next_attempt_at
                                  when r.becomes = 'pending' then clock_timestamp() + ${interval(sql`r.wait_ms`)} end,
           finished_at = case when d.locked_by = ${nodeId} and r.becomes <> 'pending' then clock_timestamp()
                              else d.finished_at end,
           locked_until = null, locked_by = null
      from ${raw(table)} r
     where d.org_id = r.org_id and d.id = r.id and ${lookUpEach("r")} and ${isOurs(nodeId)}
    returning d.org_id, d.id, r.number, r.at, r.duration_ms, r.status, r.error, r.response_body, r.showed_money`;
}
