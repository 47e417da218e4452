import { addSpent, type Requester, runForNobody } from "#platform/requester.ts";
import { type ActiveTenants, createActiveTenants } from "./active-tenants.ts";
import { BusyError, CancelledError } from "./errors.ts";
import { type GateMeter, unmetered } from "./gate-meter.ts";

/**
 * Shares the connections of one pool between tenants. A statement or transaction runs once it acquires a turn, and
 * waits until one can be granted.
 *
 * - One tenant uses at most three quarters of the connections, and so do all writes together: commits that hang leave
 * connections for readers.
 * - While others are active, a tenant uses at most a quarter of the connections, or a single one if it recently used
 * more than its share of database time: two busy connections occupy two processors. Only one of its potentially long
 * reads runs at a time. On an otherwise idle server it may use everything.
 * - A free connection goes to the waiting tenant that recently used the least database time, and within it to the
 * caller with the fewest running statements, so a script does not slow down its owner's browser.
 * - A turn waits for five seconds at most, and the number of waiting turns is limited. If a tenant's queue is full, the
 * caller with the most turns in it loses its last one to a caller with fewer.
 * - A turn for reading ends when its client disconnects: `aborted` is set and `onabort` called, or it stops waiting.
 */
export interface FairGate {
  /** Grants a turn, at once if possible. Rejects with a BusyError or a CancelledError. */
  enter(requester: Requester | undefined, kind: { isWriting: boolean; isLong?: boolean }): Turn | Promise<Turn>;
  /** Releases the turn; calling it again does nothing. */
  leave(turn: Turn): void;
  /** Whether tenants other than the turn's are active. */
  isShared(turn: Turn): boolean;
  /** Reports to the meter what running turns have used so far; returns the number of turns that wait. */
  settle(): number;
}

/** The right to use one connection; as a statement's signal it cancels that statement. */
export interface Turn {
  readonly requester: Requester | undefined;
  readonly tenant: Tenant | undefined;
  readonly isWriting: boolean;
  /** Whether it may occupy its connection for a long time. */
  readonly isLong: boolean;
  startedMs: number;
  /** The time up to which its use has been reported to the meter. */
  meteredMs: number;
  aborted: boolean;
  readonly reason?: unknown;
  onabort: (() => void) | null;
}

interface Tenant {
  name: string;
  running: number;
  /** The number of running turns that may be slow. */
  long: number;
  waiting: number;
  /** The sum of the start times of the running statements. */
  startsMs: number;
  /** Database time with exponential decay: half of it is forgotten every `halfLifeMs`. */
  usedMs: number;
  usedAtMs: number;
}

interface Waiting {
  turn: Turn;
  sinceMs: number;
  resolve: (turn: Turn) => void;
  reject: (error: Error) => void;
}

const waitMs = 5_000;
const sweepMs = 50;
const halfLifeMs = 5_000;
/** Steady use of half a connection. */
const heavyMs = (0.5 * halfLifeMs) / Math.LN2;
/** How long a tenant counts as active after its last statement began. */
const recentMs = 1_000;
const forgetMs = 60_000;

export function createFairGate(
  size: number,
  nowMs: () => number = () => performance.now(),
  meter: GateMeter = unmetered,
  active: ActiveTenants = createActiveTenants(),
): FairGate {
  const most = Math.max(1, Math.floor((size * 3) / 4));
  const beside = Math.max(1, Math.floor(size / 4));
  const mostWaiting = size * 64;
  const mostWaitingOfTenant = size * 16;
  const tenants = new Map<string, Tenant>();
  const running = new Set<Turn>();
  const waiting: Waiting[] = [];
  /** The number of running statements, and of waiting turns, per caller. */
  const runningOf = new Map<string, number>();
  const waitingOf = new Map<string, number>();
  let writing = 0;
  let ofTenants = 0;
  let timer: NodeJS.Timeout | undefined;

  function tenantOf(name: string, now: number): Tenant {
    active.note(name, now);
    let tenant = tenants.get(name);
    if (tenant === undefined) {
      tenant = { name, running: 0, long: 0, waiting: 0, startsMs: 0, usedMs: 0, usedAtMs: now };
      tenants.set(name, tenant);
    }
    return tenant;
  }

  function usedBy(tenant: Tenant | undefined, now: number): number {
    if (tenant === undefined) return 0;
    const kept = tenant.usedMs * 2 ** ((tenant.usedAtMs - now) / halfLifeMs);
    return kept + tenant.running * now - tenant.startsMs;
  }

  function doOthersWork(tenant: Tenant, now: number): boolean {
    return ofTenants > tenant.running || now - active.othersLatestMs(tenant.name) < recentMs;
  }

  function mayRun({ tenant, isWriting, isLong }: Turn, now: number): boolean {
    if (running.size >= size || (isWriting && writing >= most)) return false;
    if (tenant === undefined) return true;
    if (isLong && tenant.long > 0 && doOthersWork(tenant, now)) return false;
    if (tenant.running === 0) return true;
    if (!doOthersWork(tenant, now)) return tenant.running < most;
    return tenant.running < beside && usedBy(tenant, now) < heavyMs;
  }

  function begin(turn: Turn, now: number): Turn {
    const { tenant } = turn;
    turn.startedMs = turn.meteredMs = now;
    running.add(turn);
    count(runningOf, turn, 1);
    if (turn.isWriting) writing++;
    if (tenant !== undefined) {
      ofTenants++;
      tenant.running++;
      if (turn.isLong) tenant.long++;
      tenant.startsMs += now;
    }
    sweepSoon();
    return turn;
  }

  function wait(turn: Turn, now: number): Promise<Turn> {
    const { tenant } = turn;
    if (waiting.length >= mostWaiting) return Promise.reject(new BusyError());
    if (tenant !== undefined && tenant.waiting >= mostWaitingOfTenant) {
      const last = lastOfBusiest(turn);
      if (last === undefined) return Promise.reject(new BusyError());
      unqueue(last, now);
      last.reject(new BusyError());
    }
    if (tenant !== undefined) tenant.waiting++;
    count(waitingOf, turn, 1);
    return new Promise((resolve, reject) => waiting.push({ turn, sinceMs: now, resolve, reject }));
  }

  /**
   * The last waiting turn of the caller with the most waiting turns in the tenant, if that caller has at least two more
   * than this turn's caller.
   */
  function lastOfBusiest(turn: Turn): Waiting | undefined {
    const busiest = waiting.reduce<Waiting | undefined>((most, one) => {
      const isOfTenant = one.turn.tenant === turn.tenant;
      return isOfTenant && (most === undefined || counted(waitingOf, one.turn) >= counted(waitingOf, most.turn))
        ? one
        : most;
    }, undefined);
    if (busiest === undefined) return undefined;
    return counted(waitingOf, busiest.turn) > counted(waitingOf, turn) + 1 ? busiest : undefined;
  }

  function unqueue(one: Waiting, now: number): void {
    waiting.splice(waiting.indexOf(one), 1);
    addSpent(one.turn.requester, { waitedMs: now - one.sinceMs });
    meter.waited(one.turn.requester, now - one.sinceMs);
    count(waitingOf, one.turn, -1);
    if (one.turn.tenant !== undefined) one.turn.tenant.waiting--;
  }

  function dispatch(now: number): void {
    for (;;) {
      let first: Waiting | undefined;
      for (const one of running.size < size ? waiting : []) {
        const { tenant } = one.turn;
        const isEarlier =
          first === undefined ||
          (tenant === first.turn.tenant
            ? counted(runningOf, one.turn) < counted(runningOf, first.turn)
            : usedBy(tenant, now) < usedBy(first.turn.tenant, now));
        if (isEarlier && mayRun(one.turn, now)) first = one;
      }
      if (first === undefined) return;
      unqueue(first, now);
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
    for (const turn of running) {
      if (turn.aborted || !isOver(turn)) continue;
      turn.aborted = true;
      turn.onabort?.();
    }
    const isLate = ({ sinceMs }: Waiting) => now - sinceMs >= waitMs;
    for (const one of waiting.filter((each) => isLate(each) || isOver(each.turn))) {
      unqueue(one, now);
      one.reject(isLate(one) ? new BusyError() : new CancelledError());
    }
    dispatch(now);
    for (const tenant of tenants.values()) {
      if (tenant.running + tenant.waiting === 0 && now - tenant.usedAtMs > forgetMs) tenants.delete(tenant.name);
    }
    if (running.size + waiting.length > 0) sweepSoon();
  }

  function report(turn: Turn, now: number): void {
    meter.used(turn.requester, now - turn.meteredMs);
    turn.meteredMs = now;
  }

  return {
    enter(requester, { isWriting, isLong = false }) {
      const now = nowMs();
      // Counts each organization of a shared statement as active.
      for (const name of requester?.servedTenants ?? []) tenantOf(name, now);
      const tenant = requester?.tenant === undefined ? undefined : tenantOf(requester.tenant, now);
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
      return mayRun(turn, now) ? begin(turn, now) : wait(turn, now);
    },
    leave(turn) {
      const now = nowMs();
      const { tenant } = turn;
      if (!running.delete(turn)) return;
      addSpent(turn.requester, { databaseMs: now - turn.startedMs });
      report(turn, now);
      count(runningOf, turn, -1);
      if (turn.isWriting) writing--;
      if (tenant !== undefined) {
        const used = usedBy(tenant, now);
        ofTenants--;
        tenant.running--;
        if (turn.isLong) tenant.long--;
        tenant.startsMs -= turn.startedMs;
        // Running statements still count from their start.
        tenant.usedMs = used - (tenant.running * now - tenant.startsMs);
        tenant.usedAtMs = now;
      }
      if (waiting.length > 0) dispatch(now);
    },
    isShared: ({ tenant }) => tenant !== undefined && doOthersWork(tenant, nowMs()),
    settle() {
      const now = nowMs();
      for (const turn of running) report(turn, now);
      return waiting.length;
    },
  };
}

function count(counts: Map<string, number>, turn: Turn, change: 1 | -1): void {
  const caller = turn.requester?.caller;
  if (caller === undefined) return;
  const next = counted(counts, turn) + change;
  if (next === 0) counts.delete(caller);
  else counts.set(caller, next);
}

function counted(counts: ReadonlyMap<string, number>, { requester }: Turn): number {
  return counts.get(requester?.caller ?? "") ?? 0;
}

function isOver({ requester }: Turn): boolean {
  return requester?.isReading === true && requester.hasLeft();
}
