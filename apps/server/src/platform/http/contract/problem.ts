import { STATUS_CODES } from "#platform/http/node-http.ts";
import { UnsafeIntegerError } from "#platform/database/column-types.ts";
import { isOutOfRange, isTemporarilyUnavailable, isTimeout } from "#platform/database/database-errors.ts";
import { AppError, type ErrorCode, type ErrorFacts, type FieldError } from "#platform/errors.ts";

/** The body of every error (RFC 9457). */
export interface Problem extends ErrorFacts {
  type: "about:blank";
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
  errors?: FieldError[];
}

export function toProblem({ code, message, facts, errors }: AppError, status: number, requestId: string): Problem {
  const title = STATUS_CODES[status] ?? "Error";
  const problem = { type: "about:blank", title, status, detail: message, code, requestId } as const;
  return { ...problem, ...facts, ...(errors === undefined ? {} : { errors }) };
}

/** Maps anything thrown to the error that the caller may see. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const fastifyCode = (error as { code?: unknown }).code;
  if (fastifyCode === "FST_ERR_CTP_BODY_TOO_LARGE") return tooLarge();
  if (error instanceof UnsafeIntegerError || isOutOfRange(error)) {
    const message = `A total is larger than ${Number.MAX_SAFE_INTEGER}, the largest exact number. Request less data at once.`;
    return new AppError("number_out_of_range", message, { cause: error });
  }
  if (isTimeout(error)) {
    const message =
      "The request took the database too long, so it was cancelled. Nothing was changed; request less data at once.";
    return new AppError("timeout", message, { headers: { "retry-after": "1" }, cause: error });
  }
  if (isTemporarilyUnavailable(error)) {
    return new AppError("unavailable", "The database is not available right now. Nothing was changed; try again.", {
      headers: { "retry-after": "1" },
      cause: error,
    });
  }
  return new AppError("internal", "Something went wrong on our side. Nothing was changed; try again.", {
    cause: error,
  });
}

export function tooLarge(): AppError {
  return new AppError("payload_too_large", "The body is larger than 1 MiB (1,048,576 bytes). Send less data at once.");
}

/** Returns `application/problem+json`, or `application/json` for a client that accepts only that (docs/api/errors.md). */
export function problemMediaType(accept: string | undefined): string {
  if (accept === undefined) return "application/problem+json";
  const ranges = accept
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";", 1)[0]?.trim());
  const plain =
    ranges.includes("application/json") && !ranges.includes("application/problem+json") && !ranges.includes("*/*");
  return plain ? "application/json" : "application/problem+json";
}
