import { AsyncLocalStorage } from "node:async_hooks";
import { type OpenSpan, traceparentOf } from "./spans.ts";

/** The request on whose behalf code runs. */
export interface Requester {
  /** The organization, once the caller is known. */
  tenant: string | undefined;
  /** The organizations whose requests a shared statement serves. */
  readonly servedTenants?: readonly string[];
  /** The caller's key, once it is known. */
  caller?: string;
  /** The member who owns the key, once it is known. */
  member?: string;
  /** The method and pattern of the route, which /metrics shows for long turns of the event loop. */
  readonly route?: string;
  /** The name that the client program sends in `Stint-Client`; it is not verified. */
  readonly client?: string | undefined;
  /** Whether the request changes nothing, so its statements may be cancelled when the client disconnects. */
  readonly isReading: boolean;
  /** Whether the request's statements may be slow, such as a search through all descriptions. */
  isLong?: boolean;
  span?: OpenSpan;
  /** Whether the client has disconnected. */
  hasLeft(): boolean;
  readonly spent?: Spent;
}

/** How much of a request's time was spent on the database, in milliseconds. */
export interface Spent {
  /** Time during which connections were used. If several were used at once, it may exceed the request's duration. */
  databaseMs: number;
  waitedMs: number;
}

export function addSpent(requester: Requester | undefined, { databaseMs = 0, waitedMs = 0 }: Partial<Spent>): void {
  if (requester?.spent === undefined) return;
  requester.spent.databaseMs += databaseMs;
  requester.spent.waitedMs += waitedMs;
}

const current = new AsyncLocalStorage<Requester>();

/** Returns the request on whose behalf the current code runs; undefined in the background. */
export function currentRequester(): Requester | undefined {
  return current.getStore();
}

/**
 * Returns the traceparent that lets later work, such as a delivery, continue the current request's trace; undefined if
 * the request is not traced.
 */
export function currentTraceparent(): string | undefined {
  const span = current.getStore()?.span;
  return span && traceparentOf(span);
}

/** Returns the name that the client program of the current request sent; it is not verified. */
export function currentClient(): string | undefined {
  return current.getStore()?.client;
}

/** Runs `work`, and everything that it starts, on behalf of the requester; of nobody if that is undefined. */
export function runFor<T>(requester: Requester | undefined, work: () => T): T {
  return requester === undefined ? runForNobody(work) : current.run(requester, work);
}

export function expectLongStatements(): void {
  const requester = current.getStore();
  if (requester !== undefined) requester.isLong = true;
}

/** Runs work that outlives the request that started it. */
export function runForNobody<T>(work: () => T): T {
  return current.exit(work);
}
