import type { Requester } from "#platform/requester.ts";
import type { Tenant } from "./gate-tenants.ts";

/** The right to use one connection. Also serves as its statement's signal, which cancels the statement. */
export interface Ticket {
  readonly requester: Requester | undefined;
  readonly tenant: Tenant | undefined;
  readonly isWriting: boolean;
  /** Whether the ticket may occupy its connection for a long time. */
  readonly isLong: boolean;
  startedMs: number;
  /** The instant up to which the ticket's use has been reported to the meter. */
  meteredMs: number;
  aborted: boolean;
  readonly reason?: unknown;
  onabort: (() => void) | null;
}

/** Whether the client that the ticket reads for has disconnected. */
export function isOver({ requester }: Ticket): boolean {
  return requester?.isReading === true && requester.hasLeft();
}

export type CallerCounts = Map<string, number>;

export function count(counts: CallerCounts, ticket: Ticket, change: 1 | -1): void {
  const caller = ticket.requester?.caller;
  if (caller === undefined) return;
  const next = counted(counts, ticket) + change;
  if (next === 0) counts.delete(caller);
  else counts.set(caller, next);
}

export function counted(counts: CallerCounts, { requester }: Ticket): number {
  return counts.get(requester?.caller ?? "") ?? 0;
}
