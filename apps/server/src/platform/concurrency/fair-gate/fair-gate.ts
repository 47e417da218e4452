import { type Requester, runForNobody } from "#platform/requester.ts";
import { type ActiveTenants, createActiveTenants } from "#platform/concurrency/active-tenants.ts";
import { BusyError, CancelledError } from "#platform/concurrency/errors.ts";
import { type GateMeter, unmetered } from "./gate-meter.ts";
import { createGateQueue, type WaitingTurn } from "./gate-queue.ts";
import { createRunningTurns, type RunningTurns } from "./gate-running.ts";
import { createGateTenants, usedBy } from "./gate-tenants.ts";
import { isOver, type Turn } from "./gate-turn.ts";

/**
 * Shares the connections of one pool between tenants. A statement or transaction runs once it acquires a turn, and
 * waits until one can be granted.
 *
 * - One tenant uses at most three quarters of the connections. All writes together use at most as many, so that hanging
 *   commits leave connections for readers.
 * - While others are active, a tenant uses at most a quarter of the connections, or a single one if it recently used
 *   more than its share of database time: two busy connections occupy two processors. Only one of its potentially long
 *   reads runs at a time.
 * - A free connection goes to the waiting tenant that recently used the least database time, and within it to the
 *   caller with the fewest running statements, so a script does not slow down its owner's browser.
 * - A turn waits for five seconds at most, and the number of waiting turns is limited. If a tenant's queue is full, the
 *   caller with the most turns in it loses the last of them to a caller with fewer.
 * - When the client of a reading turn disconnects, a running turn has `aborted` set and `onabort` called, and a waiting
 *   turn leaves the queue.
 */
export interface FairGate {
  /** Grants a turn, at once if possible. Rejects with a BusyError or a CancelledError. */
  enter(requester: Requester | undefined, kind: { isWriting: boolean; isLong?: boolean }): Turn | Promise<Turn>;
  /** Releases the turn; calling it again does nothing. */
  leave(turn: Turn): void;
  /** Whether tenants other than the turn's are active. */
  isShared(turn: Turn): boolean;
  /** Reports to the meter the time that running turns have used so far. Returns the number of waiting turns. */
  settle(): number;
}

const waitMs = 5_000;
const sweepMs = 50;

export function createFairGate(
  size: number,
  nowMs: () => number = () => performance.now(),
  meter: GateMeter = unmetered,
  active: ActiveTenants = createActiveTenants(),
): FairGate {
  const tenants = createGateTenants(active);
  const running = createRunningTurns(size, tenants, meter);
  const queue = createGateQueue(size, meter);
  let timer: NodeJS.Timeout | undefined;

  function begin(turn: Turn, now: number): Turn {
    running.begin(turn, now);
    sweepSoon();
    return turn;
  }

  function dispatch(now: number): void {
    for (;;) {
      const first = running.turns.size < size ? findNext(queue.waiting, running, now) : undefined;
      if (first === undefined) return;
      queue.remove(first, now);
      first.resolve(begin(first.turn, now));
    }
  }

  function sweepSoon(): void {
    timer ??= runForNobody(() => setTimeout(sweep, sweepMs).unref());
  }

  /** Ends turns whose client has disconnected, and turns that waited too long. */
  function sweep(): void {
    timer = undefined;
    const now = nowMs();
    for (const turn of running.turns) {
      if (turn.aborted || !isOver(turn)) continue;
      turn.aborted = true;
      turn.onabort?.();
    }
    const isLate = ({ sinceMs }: WaitingTurn) => now - sinceMs >= waitMs;
    for (const one of queue.waiting.filter((each) => isLate(each) || isOver(each.turn))) {
      queue.remove(one, now);
      one.reject(isLate(one) ? new BusyError() : new CancelledError());
    }
    dispatch(now);
    tenants.forgetIdle(now);
    if (running.turns.size + queue.waiting.length > 0) sweepSoon();
  }

  return {
    enter(requester, { isWriting, isLong = false }) {
      const now = nowMs();
      // Counts each organization of a shared statement as active.
      for (const name of requester?.servedTenants ?? []) tenants.of(name, now);
      const tenant = requester?.tenant === undefined ? undefined : tenants.of(requester.tenant, now);
      const turn: Turn = {
        requester,
        tenant,
        isWriting,
        isLong,
        startedMs: now,
        meteredMs: now,
        aborted: false,
        onabort: null,
      };
      return running.mayBegin(turn, now) ? begin(turn, now) : queue.wait(turn, now);
    },
    leave(turn) {
      const now = nowMs();
      if (!running.end(turn, now)) return;
      if (queue.waiting.length > 0) dispatch(now);
    },
    isShared: ({ tenant }) => tenant !== undefined && tenants.doOthersWork(tenant, nowMs()),
    settle() {
      running.report(nowMs());
      return queue.waiting.length;
    },
  };
}

/**
 * Returns the turn to begin next: from the tenant that used the least, and within it from the caller with the fewest
 * turns.
 */
function findNext(waiting: readonly WaitingTurn[], running: RunningTurns, now: number): WaitingTurn | undefined {
  let first: WaitingTurn | undefined;
  for (const one of waiting) {
    const { tenant } = one.turn;
    const isEarlier =
      first === undefined ||
      (tenant === first.turn.tenant
        ? running.ofCaller(one.turn) < running.ofCaller(first.turn)
        : usedBy(tenant, now) < usedBy(first.turn.tenant, now));
    if (isEarlier && running.mayBegin(one.turn, now)) first = one;
  }
  return first;
}
