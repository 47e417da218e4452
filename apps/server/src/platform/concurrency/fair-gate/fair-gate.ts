import { type Requester, runForNobody } from "#platform/requester.ts";
import { type ActiveTenants, createActiveTenants } from "#platform/concurrency/active-tenants.ts";
import { BusyError, CancelledError } from "#platform/concurrency/errors.ts";
import { type GateMeter, unmetered } from "./gate-meter.ts";
import { createGateQueue, type WaitingTicket } from "./gate-queue.ts";
import { createRunningTickets, type RunningTickets } from "./gate-running.ts";
import { createGateTenants, usedBy } from "./gate-tenants.ts";
import { isOver, type Ticket } from "./gate-ticket.ts";

const waitMs = 5_000;
const sweepMs = 50;

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
 *   the caller with the most tickets in it loses the last of them to a caller with fewer.
 * - When the client of a reading ticket disconnects, a running ticket has `aborted` set and `onabort` called, and a
 *   waiting ticket leaves the queue.
 */
export type FairGate = ReturnType<typeof createFairGate>;

export function createFairGate(
  size: number,
  nowMs: () => number = () => performance.now(),
  meter: GateMeter = unmetered,
  active: ActiveTenants = createActiveTenants(),
) {
  const tenants = createGateTenants(active);
  const running = createRunningTickets(size, tenants, meter);
  const queue = createGateQueue(size, meter);
  let timer: NodeJS.Timeout | undefined;

  function begin(ticket: Ticket, now: number): Ticket {
    running.begin(ticket, now);
    sweepSoon();
    return ticket;
  }

  function dispatch(now: number): void {
    for (;;) {
      const first = running.tickets.size < size ? findNext(queue.waiting, running, now) : undefined;
      if (first === undefined) return;
      queue.remove(first, now);
      first.resolve(begin(first.ticket, now));
    }
  }

  function sweepSoon(): void {
    timer ??= runForNobody(() => setTimeout(sweep, sweepMs).unref());
  }

  /** Ends tickets whose client has disconnected, and tickets that waited too long. */
  function sweep(): void {
    timer = undefined;
    const now = nowMs();
    for (const ticket of running.tickets) {
      if (ticket.aborted || !isOver(ticket)) continue;
      ticket.aborted = true;
      ticket.onabort?.();
    }
    const isLate = ({ sinceMs }: WaitingTicket) => now - sinceMs >= waitMs;
    for (const one of queue.waiting.filter((each) => isLate(each) || isOver(each.ticket))) {
      queue.remove(one, now);
      one.reject(isLate(one) ? new BusyError() : new CancelledError());
    }
    dispatch(now);
    tenants.forgetIdle(now);
    if (running.tickets.size + queue.waiting.length > 0) sweepSoon();
  }

  return {
    /** Grants a ticket, at once if possible. Rejects with a BusyError or a CancelledError. */
    enter(
      requester: Requester | undefined,
      { isWriting, isLong = false }: { isWriting: boolean; isLong?: boolean },
    ): Ticket | Promise<Ticket> {
      const now = nowMs();
      // Counts each organization that a shared statement serves as active.
      for (const name of requester?.servedTenants ?? []) tenants.of(name, now);
      const tenant = requester?.tenant === undefined ? undefined : tenants.of(requester.tenant, now);
      const ticket: Ticket = {
        requester,
        tenant,
        isWriting,
        isLong,
        startedMs: now,
        meteredMs: now,
        aborted: false,
        onabort: null,
      };
      return running.mayBegin(ticket, now) ? begin(ticket, now) : queue.wait(ticket, now);
    },
    /** Releases the ticket; calling it again does nothing. */
    leave(ticket: Ticket) {
      const now = nowMs();
      if (!running.end(ticket, now)) return;
      if (queue.waiting.length > 0) dispatch(now);
    },
    /** Whether tenants other than the ticket's are active. */
    isShared: ({ tenant }: Ticket): boolean => tenant !== undefined && tenants.doOthersWork(tenant, nowMs()),
    /** Reports to the meter the time that running tickets have used so far. Returns the number of waiting tickets. */
    settle(): number {
      running.report(nowMs());
      return queue.waiting.length;
    },
  };
}

/**
 * Returns the waiting ticket to begin next: from the tenant that recently used the least database time, and within it
 * from the caller with the fewest running tickets.
 */
function findNext(waiting: readonly WaitingTicket[], running: RunningTickets, now: number): WaitingTicket | undefined {
  let first: WaitingTicket | undefined;
  for (const one of waiting) {
    const { tenant } = one.ticket;
    const isEarlier =
      first === undefined ||
      (tenant === first.ticket.tenant
        ? running.ofCaller(one.ticket) < running.ofCaller(first.ticket)
        : usedBy(tenant, now) < usedBy(first.ticket.tenant, now));
    if (isEarlier && running.mayBegin(one.ticket, now)) first = one;
  }
  return first;
}
