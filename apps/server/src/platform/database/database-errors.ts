import { BusyError, CancelledError } from "#platform/concurrency/errors.ts";
import pg from "pg";

/** The connection broke during COMMIT and no server could report the outcome, so no honest reply is possible. */
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
    super(`no server accepts writes: ${reasons.join("; ")}`);
    this.name = "NoPrimaryError";
    this.reasons = reasons;
  }
}

/** The session lacks a property that the service requires; the message names it. */
export class SessionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SessionError";
  }
}

/**
 * Another transaction changed data that this transaction has read, so this transaction is retried, as after a
 * serialization failure.
 */
export class TryAgainError extends Error {
  readonly code = "40001";

  constructor() {
    super("data that the transaction had read was changed by another one");
    this.name = "TryAgainError";
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

export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** Whether a foreign key was violated: the referenced row was deleted after the check. */
export function isMissingReference(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "23503";
}

/**
 * Runs `attempt`; if a referenced row was deleted after `attempt` checked it, runs it again, so that the check reports
 * the actual error.
 */
export async function retryMissingReference<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt().catch((error: unknown) => {
    if (!isMissingReference(error)) throw error;
    return attempt();
  });
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

/** Whether the connection failed or was terminated, so the statement may or may not have run. */
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

/** Whether a sum or product overflowed `bigint`. Stored values are far smaller, so a query must have computed it. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "22003";
}

/** Whether the database stopped the statement at its timeout. */
export function isTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57014" && /statement timeout/.test(error.message);
}

/**
 * Whether the database cannot serve the statement now: it is unreachable, has too many connections, or stopped the
 * statement because of a timeout or a conflict.
 */
export function isTemporarilyUnavailable(error: unknown): boolean {
  return (
    error instanceof BusyError ||
    isConnectionError(error) ||
    (error instanceof pg.DatabaseError && /^(53|55P03|57014|40001|40P01|25P03|25006)/.test(error.code ?? ""))
  );
}

/** Whether no connection could be opened, so the statement has certainly not run. */
export function isRefusedConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoPrimaryError || error instanceof BusyError) return true;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string" && ["ECONNREFUSED", "ENOENT", "ENOTFOUND", "EAI_AGAIN", "53300", "57P03"].includes(code))
    return true;
  return /timeout exceeded when trying to connect/i.test(error.message);
}
