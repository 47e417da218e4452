import type { Requester, Spent } from "#platform/requester.ts";
import { BusyError, CancelledError } from "#platform/concurrency/errors.ts";
import { lastOfBusiest } from "#platform/concurrency/last-of-busiest.ts";
import type { Tenant } from "./tenants.ts";

/** The right to use one connection. Also serves as its statement's signal, which cancels the statement. */
export interface Ticket {
  readonly requester: Requester | undefined;
  readonly tenant: Tenant | undefined;
  readonly isWriting: boolean;
  /** Whether the ticket may occupy its connection for a long time. */
  readonly isLong: boolean;
  /** When the ticket began to wait. Once it runs, the instant up to which its use has been charged. */
  sinceMs: number;
  aborted: boolean;
  readonly reason?: unknown;
  onabort: (() => void) | null;
}

/** Receives the time that a ticket waited, and the time for which it used a connection since the previous call. */
export type Charge = (requester: Requester | undefined, spent: Partial<Spent>) => void;

/** How long work waits for its turn. */
export const maxWaitMs = 5_000;

/** Keeps the tickets that wait for one of `size` connections. */
export function createGateQueue(size: number, charge: Charge) {
  const maxWaiting = size * 64;
  const maxOfTenant = size * 16;
  const waiting = new Map<Ticket, PromiseWithResolvers<Ticket>>();

  function remove(ticket: Ticket, now: number): PromiseWithResolvers<Ticket> | undefined {
    const asked = waiting.get(ticket);
    waiting.delete(ticket);
    charge(ticket.requester, { waitedMs: now - ticket.sinceMs });
    return asked;
  }

  return {
    /** The waiting tickets, in the order in which they arrived. */
    waiting,
    remove,
    /**
     * Queues the ticket. If its tenant has too many, rejects the last one of the tenant's busiest caller with a
     * BusyError.
     */
    wait(ticket: Ticket, now: number): Promise<Ticket> {
      if (waiting.size >= maxWaiting) return Promise.reject(new BusyError());
      const asked = Promise.withResolvers<Ticket>();
      waiting.set(ticket, asked);
      const { tenant } = ticket;
      const ofTenant = tenant === undefined ? [] : [...waiting.keys()].filter((one) => one.tenant === tenant);
      const dropped = ofTenant.length > maxOfTenant ? lastOfBusiest(ofTenant, (one) => [callerOf(one)]) : undefined;
      if (dropped !== undefined) remove(dropped, now)?.reject(new BusyError());
      return asked.promise;
    },
    /** Rejects the tickets that have waited for too long, and those whose client has disconnected. */
    expire(now: number) {
      for (const ticket of waiting.keys()) {
        const isLate = now - ticket.sinceMs >= maxWaitMs;
        if (isLate || isOver(ticket)) remove(ticket, now)?.reject(isLate ? new BusyError() : new CancelledError());
      }
    },
  };
}

export function callerOf({ requester }: Ticket): string {
  return requester?.caller ?? "";
}

/** Whether the client that the ticket reads for has disconnected. */
export function isOver({ requester }: Ticket): boolean {
  return requester?.isReading === true && requester.hasLeft();
}
