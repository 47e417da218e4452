import type { Requester } from "#platform/requester.ts";

/** Notified of what happens at a gate; all times are in milliseconds. */
export interface GateMeter {
  /** A turn waited until it was granted or refused. Not called for turns that were granted at once. */
  waited(requester: Requester | undefined, ms: number): void;
  /** A turn used a connection. Called when the turn ends, and before that by `settle`. */
  used(requester: Requester | undefined, ms: number): void;
}

export const unmetered: GateMeter = { waited: () => undefined, used: () => undefined };
