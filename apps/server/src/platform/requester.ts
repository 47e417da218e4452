import { AsyncLocalStorage } from "node:async_hooks";

/** The request on whose behalf code runs. */
export interface Requester {
  /** The organization, once the caller is known. */
  tenant: string | undefined;
  /** The request changes nothing, so its statements may be cancelled when the client leaves. */
  readonly isReading: boolean;
  /** True when the client has disconnected. */
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

/** Runs work that outlives the request that started it, or that serves several. */
export function runForNobody<T>(work: () => T): T {
  return current.exit(work);
}
