import { AsyncLocalStorage } from "node:async_hooks";

/** On whose behalf work is done: one request. */
export interface Requester {
  /** The organization, once the caller is known. */
  tenant: string | undefined;
  /** The request changes nothing, so its statements may end with it. */
  readonly isReading: boolean;
  /** True when nobody waits for the reply any more. */
  hasLeft(): boolean;
}

const current = new AsyncLocalStorage<Requester>();

/** The request that the running code works for; undefined in the background. */
export function currentRequester(): Requester | undefined {
  return current.getStore();
}

/** Runs `work`, and everything that it starts, on behalf of the requester. */
export function runFor<T>(requester: Requester, work: () => T): T {
  return current.run(requester, work);
}

/** Runs work that goes on without the request that started it, or that serves several. */
export function runForNobody<T>(work: () => T): T {
  return current.exit(work);
}
