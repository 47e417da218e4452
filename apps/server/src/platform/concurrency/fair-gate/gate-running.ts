import { addSpent } from "#platform/requester.ts";
import type { GateMeter } from "./gate-meter.ts";
import { type GateTenants, isHeavy } from "./gate-tenants.ts";
import { type CallerCounts, count, counted, type Ticket } from "./gate-ticket.ts";

export type RunningTickets = ReturnType<typeof createRunningTickets>;

/** Keeps the tickets that use a connection, and decides whether another one can begin. */
export function createRunningTickets(size: number, tenants: GateTenants, meter: GateMeter) {
  const most = Math.max(1, Math.floor((size * 3) / 4));
  const beside = Math.max(1, Math.floor(size / 4));
  const tickets = new Set<Ticket>();
  const ofCallers: CallerCounts = new Map();
  let writing = 0;

  function reportOne(ticket: Ticket, now: number): void {
    meter.used(ticket.requester, now - ticket.meteredMs);
    ticket.meteredMs = now;
  }

  return {
    tickets,
    /** Returns the number of running tickets of this ticket's caller. */
    ofCaller: (ticket: Ticket): number => counted(ofCallers, ticket),
    mayBegin({ tenant, isWriting, isLong }: Ticket, now: number): boolean {
      if (tickets.size >= size || (isWriting && writing >= most)) return false;
      if (tenant === undefined) return true;
      if (isLong && tenant.long > 0 && tenants.doOthersWork(tenant, now)) return false;
      if (tenant.running === 0) return true;
      if (!tenants.doOthersWork(tenant, now)) return tenant.running < most;
      return tenant.running < beside && !isHeavy(tenant, now);
    },
    begin(ticket: Ticket, now: number) {
      ticket.startedMs = ticket.meteredMs = now;
      tickets.add(ticket);
      count(ofCallers, ticket, 1);
      if (ticket.isWriting) writing++;
      if (ticket.tenant !== undefined) tenants.begin(ticket.tenant, ticket.isLong, now);
    },
    /** Returns false if the ticket is not running. */
    end(ticket: Ticket, now: number): boolean {
      if (!tickets.delete(ticket)) return false;
      addSpent(ticket.requester, { databaseMs: now - ticket.startedMs });
      reportOne(ticket, now);
      count(ofCallers, ticket, -1);
      if (ticket.isWriting) writing--;
      if (ticket.tenant !== undefined) tenants.end(ticket.tenant, ticket, now);
      return true;
    },
    /** Reports to the meter the time that the tickets have used so far. */
    report(now: number) {
      for (const ticket of tickets) reportOne(ticket, now);
    },
  };
}
