import pg from "pg";

/** The connection broke during COMMIT and no server could tell the outcome: no honest reply exists. */
export class UnknownCommitError extends Error {
  constructor(options?: ErrorOptions) {
    super("the outcome of a COMMIT is unknown", options);
    this.name = "UnknownCommitError";
  }
}

/** No writable server was found, so no statement has run. */
export class NoPrimaryError extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(`no server takes writes: ${reasons.join("; ")}`);
    this.name = "NoPrimaryError";
    this.reasons = reasons;
  }
}

/** The session lacks a property that the service relies on; the message names it. */
export class SessionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SessionError";
  }
}

/** Data that a transaction read has changed: the transaction is retried, as after a serialization failure. */
export class TryAgainError extends Error {
  readonly code = "40001";

  constructor() {
    super("what the transaction saw has changed under it");
    this.name = "TryAgainError";
  }
}

/** A statement was ended, or not begun, because its signal was aborted. To callers it looks like Node's own AbortError. */
export class CancelledError extends Error {
  readonly code = "ABORT_ERR";

  constructor(options?: ErrorOptions) {
    super("the statement was cancelled by its caller", options);
    this.name = "AbortError";
  }
}

/** No connection became free in time for this statement, which has not run. */
export class BusyError extends Error {
  constructor() {
    super("no connection became free in time");
    this.name = "BusyError";
  }
}

/** Cancels a statement: an AbortSignal, or an object with the same members. */
export interface StatementSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  onabort: ((...args: never[]) => unknown) | null;
}

export function throwIfCancelled(signal: StatementSignal | undefined): void {
  if (signal?.aborted === true) throw new CancelledError({ cause: signal.reason });
}

/** True when the statement's effect was undone or refused by the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** A foreign key found no row: the referenced row was deleted after it was checked. */
export function isMissingReference(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "23503";
}

const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** The connection failed or was ended, so the statement may or may not have run. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoPrimaryError) return true;
  const code = (error as { code?: unknown }).code;
  if (error instanceof pg.DatabaseError) return /^(08|57P0[123])/.test(error.code ?? "");
  if (typeof code === "string") return socketCodes.has(code);
  return /connection (terminated|ended|timeout)|timeout exceeded when trying to connect|client was closed|not queryable/i.test(
    error.message,
  );
}

/** A sum or product overflowed `bigint`. Stored values are bounded far below, so a query computed it. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "22003";
}

/** The database stopped the statement at its timeout. */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57014" && /statement timeout/.test(error.message);
}

/** The database is reachable but cannot serve now: too many connections, a timeout, shutting down. */
export function isTemporarilyUnavailable(error: unknown): boolean {
  return (
    error instanceof BusyError ||
    isConnectionError(error) ||
    (error instanceof pg.DatabaseError && /^(53|55P03|57014|40001|40P01|25P03|25006)/.test(error.code ?? ""))
  );
}

/** No connection could be opened, so the statement has certainly not run. */
export function isRefusedConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoPrimaryError || error instanceof BusyError) return true;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string" && ["ECONNREFUSED", "ENOENT", "ENOTFOUND", "EAI_AGAIN", "53300", "57P03"].includes(code))
    return true;
  return /timeout exceeded when trying to connect/i.test(error.message);
}
