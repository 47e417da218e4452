import { setTimeout as pause } from "node:timers/promises";
import { currentRequester } from "#platform/requester.ts";
import type { DatabasePool, Sql } from "#platform/database/database.ts";
import { createFairGate, type FairGate } from "#platform/concurrency/fair-gate/fair-gate.ts";
import type { Charge, Ticket } from "#platform/concurrency/fair-gate/gate-queue.ts";
import type { ActiveTenants } from "#platform/concurrency/fair-gate/tenants.ts";
import type { Snapshot } from "./stream-rows.ts";

/** The maximum pause. A batch that took longer than this was mostly waiting for its client. */
const longestRestMs = 100;

/**
 * Shares the pool among tenants: each statement and transaction waits at the gate for a ticket. When the client of a
 * read-only request disconnects, its statements are cancelled. While other tenants are active, a stream pauses after
 * each batch for as long as the batch took, because writing a download may occupy a whole processor.
 */
export function sharePool(pool: DatabasePool, options?: { charge: Charge; active: ActiveTenants }): DatabasePool {
  const gate = createFairGate(pool.size, options);
  const signalOf = (ticket: Ticket) => (ticket.requester?.isReading === true ? ticket : undefined);

  /** Counts a statement as a write unless its request only reads, because background work may write too. */
  function enter(requester = currentRequester(), isLong = requester?.isLong === true): Ticket | Promise<Ticket> {
    return gate.enter(requester, { isWriting: requester?.isReading !== true, isLong });
  }

  return {
    ...pool,
    usage() {
      const usage = pool.usage();
      return { ...usage, waiting: usage.waiting + gate.settle() };
    },
    async query(statement, options) {
      const entered = enter();
      const ticket = entered instanceof Promise ? await entered : entered;
      try {
        return await pool.query(statement, { ...options, signal: signalOf(ticket) });
      } finally {
        gate.leave(ticket);
      }
    },
    stream<Row>(statement: Parameters<DatabasePool["stream"]>[0], { batchSize }: { batchSize: number }) {
      const requester = currentRequester();
      return (async function* () {
        const ticket = await enter(requester, true);
        try {
          yield* rested(gate, ticket, pool.stream<Row>(statement, { batchSize, signal: signalOf(ticket) }), batchSize);
        } finally {
          gate.leave(ticket);
        }
      })();
    },
    async snapshot(): Promise<Snapshot> {
      const ticket = await enter(undefined, true);
      try {
        const snapshot = await pool.snapshot({ signal: signalOf(ticket) });
        return {
          ...snapshot,
          stream: <Row>(statement: Sql, options: { batchSize: number }) =>
            rested<Row>(gate, ticket, snapshot.stream<Row>(statement, options), options.batchSize),
          end: () => snapshot.end().finally(() => gate.leave(ticket)),
        };
      } catch (error) {
        gate.leave(ticket);
        throw error;
      }
    },
    async transaction(run) {
      const ticket = await gate.enter(currentRequester(), { isWriting: true });
      try {
        return await pool.transaction(run);
      } finally {
        gate.leave(ticket);
      }
    },
  };
}

/** Passes batches on. While other tenants are active, pauses after each batch except the last. */
async function* rested<Row>(
  gate: FairGate,
  ticket: Ticket,
  batches: AsyncIterable<Row[]>,
  batchSize: number,
): AsyncGenerator<Row[], void> {
  let begunMs = performance.now();
  for await (const rows of batches) {
    yield rows;
    const isLast = rows.length < batchSize;
    if (!isLast && gate.isShared(ticket)) await pause(Math.min(performance.now() - begunMs, longestRestMs));
    begunMs = performance.now();
  }
}
