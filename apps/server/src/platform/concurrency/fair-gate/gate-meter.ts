import type { Requester } from "#platform/requester.ts";

/** Receives the measurements of a gate, in milliseconds. */
export interface GateMeter {
  /** Called when a ticket that had to wait is granted or refused. */
  waited(requester: Requester | undefined, ms: number): void;
  /**
   * Called when a ticket that used a connection ends, and by `settle` while it runs. `ms` is the use since the previous
   * call.
   */
  used(requester: Requester | undefined, ms: number): void;
}

export const unmetered: GateMeter = { waited: () => undefined, used: () => undefined };
