import { AppError, type ErrorCode, type FieldError } from "#platform/errors.ts";
import { TryAgainError } from "#platform/database/database-errors.ts";
import { maxErrors } from "#platform/http/contract/validation.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";

/** A written entry, or the error that refuses it. If there is an error, the transaction must be rolled back. */
export type Outcome = TimeEntryRow | AppError;

/** The result of `run`, or the AppError that it throws. */
export function outcomeOf<Result>(run: () => Result): Result | AppError {
  try {
    return run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

export function isAccepted<Result>(result: Result | AppError): result is Result {
  return !(result instanceof AppError);
}

/** The outcome of a request for a single entry. Throws the error if the entry was refused. */
export function onlyRow(outcomes: Iterable<Outcome>): TimeEntryRow {
  for (const outcome of outcomes) {
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }
  // Nothing explains the missing row, so a conflicting row must have gone, and a retry will succeed.
  throw new TryAgainError();
}

/** The errors of one row of a batch. */
export interface Fault {
  index: number;
  code: ErrorCode;
  errors: FieldError[];
}

export function faultOfForm(index: number, errors: FieldError[]): Fault {
  const code = errors.some((error) => error.code === "required") ? "missing_field" : "validation_failed";
  return { index, code, errors };
}

// The order of precedence for a batch's error code: first the codes in `first`, then those of errors about state (all
// 422), then the codes in `last`.
const first: ErrorCode[] = ["missing_field", "validation_failed", "forbidden", "insufficient_scope"];
const last: ErrorCode[] = ["not_found", "precondition_failed", "period_locked", "external_ref_taken", "not_deleted"];

function rank({ code }: Fault): number {
  if (first.includes(code)) return first.indexOf(code);
  return first.length + 1 + last.indexOf(code);
}

/** The error for a batch of `count` rows. `done` is the verb in its message, such as `created`. */
export function refuseBatch(done: string, count: number, faults: Fault[]): AppError {
  const [worst] = faults.toSorted((a, b) => rank(a) - rank(b) || a.index - b.index);
  const bad = new Set(faults.map(({ index }) => index)).size;
  // Limits each row's errors, so that every invalid row is reported.
  const most = Math.max(2, Math.floor(maxErrors / bad));
  const errors = faults.toSorted((a, b) => a.index - b.index).flatMap((fault) => fault.errors.slice(0, most));
  const message = `${bad} of ${count} entries cannot be ${done}, so none were. Correct the errors, or omit the entries that have them.`;
  return new AppError(worst?.code ?? "validation_failed", message, { errors });
}
