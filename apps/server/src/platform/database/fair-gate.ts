import { BusyError, CancelledError } from "./database-errors.ts";
import { type Requester, runForNobody } from "#platform/requester.ts";

/**
 * Shares the connections of one pool between tenants. A statement or transaction runs when it has a turn; a turn that
 * cannot be given waits.
 *
 * - One tenant holds at most three quarters of the connections, and so do writes: a commit that hangs leaves connections
 *   to those who read.
 * - While others work, a tenant holds a quarter of the connections, and an eighth when it used more than its share of
 *   database time lately. An idle server is all its own.
 * - A free connection goes to the waiting tenant that used the least database time lately.
 * - Turns wait for five seconds at most, and a limited number of them.
 * - A turn for reading ends when its client leaves: `aborted` is set and `onabort` called, or it waits no longer.
 */
export interface FairGate {
  /** Gives a turn, at once where that is possible. Rejects with a BusyError or a CancelledError. */
  enter(requester: Requester | undefined, isWriting: boolean): Turn | Promise<Turn>;
  /** May be called several times. */
  leave(turn: Turn): void;
}

/** The right to hold one connection; as a statement's signal it cancels that statement. */
export interface Turn {
  readonly requester: Requester | undefined;
  readonly tenant: Tenant | undefined;
  readonly isWriting: boolean;
  startedMs: number;
  aborted: boolean;
  readonly reason?: unknown;
  onabort: (() => void) | null;
}

interface Tenant {
  name: string;
  running: number;
  waiting: number;
  /** Sum of the start times of the running statements. */
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
const sweepMs = 200;
const halfLifeMs = 5_000;
/** Steady use of half a connection. */
const heavyMs = (0.5 * halfLifeMs) / Math.LN2;
/** For how long a tenant counts as working after its last statement began. */
const recentMs = 1_000;
const forgetMs = 60_000;

export function createFairGate(size: number, nowMs: () => number = () => performance.now()): FairGate {
  const most = Math.max(1, Math.floor((size * 3) / 4));
  const beside = Math.max(1, Math.floor(size / 4));
  const contended = Math.max(1, Math.floor(size / 8));
  const mostWaiting = size * 64;
  const mostWaitingOfTenant = size * 16;
  const tenants = new Map<string, Tenant>();
  const running = new Set<Turn>();
  const waiting: Waiting[] = [];
  let writing = 0;
  let ofTenants = 0;
  // The two tenants that started something last, and when.
  let latest = { name: "", atMs: -Infinity };
  let previous = latest;
  let timer: NodeJS.Timeout | undefined;

  function tenantOf(name: string, now: number): Tenant {
    if (latest.name === name) latest.atMs = now;
    else {
      previous = latest;
      latest = { name, atMs: now };
    }
    let tenant = tenants.get(name);
    if (tenant === undefined) {
      tenant = { name, running: 0, waiting: 0, startsMs: 0, usedMs: 0, usedAtMs: now };
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
    if (ofTenants > tenant.running) return true;
    const other = latest.name === tenant.name ? previous : latest;
    return now - other.atMs < recentMs;
  }

  function mayRun({ tenant, isWriting }: Turn, now: number): boolean {
    if (running.size >= size || (isWriting && writing >= most)) return false;
    if (tenant === undefined || tenant.running < contended) return true;
    if (!doOthersWork(tenant, now)) return tenant.running < most;
    return tenant.running < beside && usedBy(tenant, now) < heavyMs;
  }

  function begin(turn: Turn, now: number): Turn {
    const { tenant } = turn;
    turn.startedMs = now;
    running.add(turn);
    if (turn.isWriting) writing++;
    if (tenant !== undefined) {
      ofTenants++;
      tenant.running++;
      tenant.startsMs += now;
    }
    sweepSoon();
    return turn;
  }

  function wait(turn: Turn, now: number): Promise<Turn> {
    const { tenant } = turn;
    if (waiting.length >= mostWaiting || (tenant?.waiting ?? 0) >= mostWaitingOfTenant)
      return Promise.reject(new BusyError());
    if (tenant !== undefined) tenant.waiting++;
    return new Promise((resolve, reject) => waiting.push({ turn, sinceMs: now, resolve, reject }));
  }

  function unqueue(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1);
    if (one.turn.tenant !== undefined) one.turn.tenant.waiting--;
  }

  function dispatch(now: number): void {
    for (;;) {
      let first: Waiting | undefined;
      for (const one of running.size < size ? waiting : []) {
        const { tenant } = one.turn;
        const isEarlier =
          first === undefined || (tenant !== first.turn.tenant && usedBy(tenant, now) < usedBy(first.turn.tenant, now));
        if (isEarlier && mayRun(one.turn, now)) first = one;
      }
      if (first === undefined) return;
      unqueue(first);
      first.resolve(begin(first.turn, now));
    }
  }

  function sweepSoon(): void {
    timer ??= runForNobody(() => setTimeout(sweep, sweepMs).unref());
  }

  /** Ends turns whose client has left, and waits that took too long. */
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
      unqueue(one);
      one.reject(isLate(one) ? new BusyError() : new CancelledError());
    }
    dispatch(now);
    for (const tenant of tenants.values()) {
      if (tenant.running + tenant.waiting === 0 && now - tenant.usedAtMs > forgetMs) tenants.delete(tenant.name);
    }
    if (running.size + waiting.length > 0) sweepSoon();
  }

  return {
    enter(requester, isWriting) {
      const now = nowMs();
      const tenant = requester?.tenant === undefined ? undefined : tenantOf(requester.tenant, now);
      const turn: Turn = { requester, tenant, isWriting, startedMs: now, aborted: false, onabort: null };
      return mayRun(turn, now) ? begin(turn, now) : wait(turn, now);
    },
    leave(turn) {
      const now = nowMs();
      const { tenant } = turn;
      if (!running.delete(turn)) return;
      if (turn.isWriting) writing--;
      if (tenant !== undefined) {
        const used = usedBy(tenant, now);
        ofTenants--;
        tenant.running--;
        tenant.startsMs -= turn.startedMs;
        // Running statements still count from their beginning.
        tenant.usedMs = used - (tenant.running * now - tenant.startsMs);
        tenant.usedAtMs = now;
      }
      if (waiting.length > 0) dispatch(now);
    },
  };
}

function isOver({ requester }: Turn): boolean {
  return requester?.isReading === true && requester.hasLeft();
}
