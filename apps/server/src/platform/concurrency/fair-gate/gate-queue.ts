import { addSpent } from "#platform/requester.ts";
import { BusyError } from "#platform/concurrency/errors.ts";
import type { GateMeter } from "./gate-meter.ts";
import { type CallerCounts, count, counted, type Ticket } from "./gate-ticket.ts";

export interface WaitingTicket {
  ticket: Ticket;
  sinceMs: number;
  resolve: (ticket: Ticket) => void;
  reject: (error: Error) => void;
}

/** Keeps the tickets that wait for one of `size` connections. */
export function createGateQueue(size: number, meter: GateMeter) {
  const maxWaiting = size * 64;
  const maxOfTenant = size * 16;
  const waiting: WaitingTicket[] = [];
  const ofCallers: CallerCounts = new Map();

  /**
   * Returns the last waiting ticket of the caller with the most waiting tickets in the tenant, if that caller has at
   * least two more than this ticket's caller.
   */
  function lastOfBusiest(ticket: Ticket): WaitingTicket | undefined {
    const busiest = waiting.reduce<WaitingTicket | undefined>((most, one) => {
      const isOfTenant = one.ticket.tenant === ticket.tenant;
      return isOfTenant && (most === undefined || counted(ofCallers, one.ticket) >= counted(ofCallers, most.ticket))
        ? one
        : most;
    }, undefined);
    if (busiest === undefined) return undefined;
    return counted(ofCallers, busiest.ticket) > counted(ofCallers, ticket) + 1 ? busiest : undefined;
  }

  function remove(one: WaitingTicket, now: number): void {
    waiting.splice(waiting.indexOf(one), 1);
    addSpent(one.ticket.requester, { waitedMs: now - one.sinceMs });
    meter.waited(one.ticket.requester, now - one.sinceMs);
    count(ofCallers, one.ticket, -1);
    if (one.ticket.tenant !== undefined) one.ticket.tenant.waiting--;
  }

  return {
    /** In the order in which they arrived. */
    waiting,
    remove,
    /**
     * Queues the ticket. If its tenant has too many waiting tickets, rejects the last ticket of the tenant's busiest
     * caller, or else this one, with a BusyError.
     */
    wait(ticket: Ticket, now: number): Promise<Ticket> {
      const { tenant } = ticket;
      if (waiting.length >= maxWaiting) return Promise.reject(new BusyError());
      if (tenant !== undefined && tenant.waiting >= maxOfTenant) {
        const last = lastOfBusiest(ticket);
        if (last === undefined) return Promise.reject(new BusyError());
        remove(last, now);
        last.reject(new BusyError());
      }
      if (tenant !== undefined) tenant.waiting++;
      count(ofCallers, ticket, 1);
      return new Promise((resolve, reject) => waiting.push({ ticket, sinceMs: now, resolve, reject }));
    },
  };
}
