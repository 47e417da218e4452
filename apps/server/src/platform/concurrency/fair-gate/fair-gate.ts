import { addSpent, type Requester, runForNobody } from "#platform/requester.ts";
import { callerOf, type Charge, createGateQueue, isOver, type Ticket } from "./gate-queue.ts";
import {
  type ActiveTenants,
  addUse,
  createActiveTenants,
  createTenants,
  isHeavy,
  type Tenant,
  usedBy,
} from "./tenants.ts";

interface GateOptions {
  nowMs?: () => number;
  charge?: Charge;
  /** Shared by the gates whose tenants should consider each other. */
  active?: ActiveTenants;
}

const sweepMs = 50;
/** How long a tenant counts as active after its last statement began. */
const recentMs = 1_000;

/**
 * Shares the connections of one pool between tenants. A statement or transaction runs once it acquires a ticket, and
 * waits until one can be granted.
 *
 * - One tenant uses at most three quarters of the connections. All writes together use at most as many, so that hanging
 *   commits leave connections for readers.
 * - While others are active, a tenant uses at most a quarter of the connections, or a single one if it recently used
 *   more than its share of database time: two busy connections occupy two processors. Only one of its potentially long
 *   reads runs at a time.
 * - A free connection goes to the waiting tenant that recently used the least database time, and within it to the
 *   caller with the fewest running statements, so a script does not slow down its owner's browser.
 * - A ticket waits for five seconds at most, and the number of waiting tickets is limited. If a tenant's queue is full,
 *   the caller with the most tickets in it loses the last of them.
 * - When the client of a reading ticket disconnects, a running ticket has `aborted` set and `onabort` called, and a
 *   waiting ticket leaves the queue.
 */
export type FairGate = ReturnType<typeof createFairGate>;

export function createFairGate(size: number, options: GateOptions = {}) {
  const { nowMs = () => performance.now(), charge = addSpent, active = createActiveTenants() } = options;
  const tenants = createTenants(active);
  const running = new Set<Ticket>();
  const { waiting, wait, remove, expire } = createGateQueue(size, charge);
  const { roomOf, findNext, doOthersWork } = createRules(size, running, active);
  let timer: NodeJS.Timeout | undefined;

  const sweepSoon = () => (timer ??= runForNobody(() => setTimeout(sweep, sweepMs).unref()));

  function begin(ticket: Ticket, now: number): Ticket {
    ticket.sinceMs = now;
    running.add(ticket);
    sweepSoon();
    return ticket;
  }

  function dispatch(now: number): void {
    if (waiting.size > 0) chargeRunning(running, now, charge);
    for (let next = findNext(waiting, now); next !== undefined; next = findNext(waiting, now))
      remove(next, now)?.resolve(begin(next, now));
  }

  /** Ends tickets whose client has disconnected, and tickets that waited too long. */
  function sweep(): void {
    timer = undefined;
    const now = nowMs();
    for (const ticket of running) if (isOver(ticket)) abort(ticket);
    expire(now);
    chargeRunning(running, now, charge);
    dispatch(now);
    tenants.forgetIdle(now);
    if (running.size + waiting.size > 0) sweepSoon();
  }

  return {
    /** Grants a ticket, at once if possible. Rejects with a BusyError or a CancelledError. */
    enter(requester: Requester | undefined, kind: { isWriting: boolean; isLong?: boolean }): Ticket | Promise<Ticket> {
      const now = nowMs();
      const { tenant: name, servedTenants = [] } = requester ?? {};
      for (const served of servedTenants) active.note(served, now);
      const tenant = name === undefined ? undefined : tenants.of(name, now);
      const ticket = { isLong: false, ...kind, requester, tenant, sinceMs: now, aborted: false, onabort: null };
      return roomOf(tenant, now)(ticket) ? begin(ticket, now) : wait(ticket, now);
    },
    /** Releases the ticket; calling it again does nothing. */
    leave(ticket: Ticket) {
      if (!running.delete(ticket)) return;
      const now = nowMs();
      chargeUse(ticket, now, charge);
      if (waiting.size > 0) dispatch(now);
    },
    /** Whether tenants other than the ticket's are active. */
    isShared: ({ tenant }: Ticket): boolean => tenant !== undefined && doOthersWork(tenant, nowMs()),
    /** Charges the use of the running tickets so far. Returns the number of waiting tickets. */
    settle(): number {
      chargeRunning(running, nowMs(), charge);
      return waiting.size;
    },
  };
}

/** Decides which tickets may run beside those that are running. */
function createRules(size: number, running: ReadonlySet<Ticket>, active: ActiveTenants) {
  const most = Math.max(1, Math.floor((size * 3) / 4));
  const beside = Math.max(1, Math.floor(size / 4));

  function doOthersWork(tenant: Tenant, now: number): boolean {
    if (now - active.othersLatestMs(tenant.name) < recentMs) return true;
    return running.values().some((one) => one.tenant !== undefined && one.tenant !== tenant);
  }

  /** Returns a function that decides whether one more ticket of the tenant may begin. */
  function roomOf(tenant: Tenant | undefined, now: number): (ticket: Ticket) => boolean {
    let [writing, ofTenant, longOfTenant] = [0, 0, 0];
    for (const one of running) {
      if (one.isWriting) writing++;
      if (one.tenant !== tenant) continue;
      ofTenant++;
      if (one.isLong) longOfTenant++;
    }
    const isShared = tenant !== undefined && ofTenant > 0 && doOthersWork(tenant, now);
    const isFull =
      tenant !== undefined &&
      ofTenant > 0 &&
      (isShared ? ofTenant >= beside || isHeavy(tenant, now) : ofTenant >= most);
    return ({ isWriting, isLong }) =>
      running.size < size && !isFull && !(isWriting && writing >= most) && !(isShared && isLong && longOfTenant > 0);
  }

  /**
   * Returns the waiting ticket to begin next: from the tenant that recently used the least database time, and within it
   * from the caller with the fewest running tickets.
   */
  function findNext(waiting: ReadonlyMap<Ticket, unknown>, now: number): Ticket | undefined {
    if (waiting.size === 0 || running.size >= size) return undefined;
    const ofCallers = Map.groupBy(running, callerOf);
    const runningOf = (ticket: Ticket) => ofCallers.get(callerOf(ticket))?.length ?? 0;
    const tenants = [...Map.groupBy(waiting.keys(), ({ tenant }) => tenant)].map(([tenant, tickets]) => {
      return { tenant, tickets, used: usedBy(tenant, now) };
    });
    for (const { tenant, tickets } of tenants.toSorted((one, other) => one.used - other.used)) {
      const fitting = tickets.filter(roomOf(tenant, now));
      const [first] = fitting.toSorted((one, other) => runningOf(one) - runningOf(other));
      if (first !== undefined) return first;
    }
    return undefined;
  }

  return { roomOf, findNext, doOthersWork };
}

/** Charges the use of the tickets so far, except that of short statements, which will soon end. */
function chargeRunning(running: ReadonlySet<Ticket>, now: number, charge: Charge): void {
  for (const ticket of running) if (now - ticket.sinceMs >= 1) chargeUse(ticket, now, charge);
}

/** Charges the requester and the tenant for the ticket's use since it was last charged. */
function chargeUse(ticket: Ticket, now: number, charge: Charge): void {
  const databaseMs = now - ticket.sinceMs;
  ticket.sinceMs = now;
  charge(ticket.requester, { databaseMs });
  if (ticket.tenant !== undefined) addUse(ticket.tenant, databaseMs, now);
}

function abort(ticket: Ticket): void {
  if (ticket.aborted) return;
  ticket.aborted = true;
  ticket.onabort?.();
}
