/** The machine-readable error codes. The module that lists them with their statuses extends this interface. */
export interface ErrorCodes {}

export type ErrorCode = keyof ErrorCodes;

/** Further members of errors, such as ids. Modules whose errors have some extend this interface. */
export interface ErrorFacts {}

/** One fault of the request: its location (JSON Pointer, RFC 6901; a query parameter as `/name`) and its kind. */
export interface FieldError extends ErrorFacts {
  pointer: string;
  code: string;
  message: string;
}

/** Escapes a key for a JSON Pointer (RFC 6901 §3). */
export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export interface ErrorDetails {
  errors?: FieldError[];
  facts?: ErrorFacts | undefined;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that the caller may see. Any other error is reported as `internal`, without its text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly facts: ErrorFacts | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = details.errors;
    this.facts = details.facts;
    this.headers = details.headers ?? {};
  }
}

/** Returns the error with one fault, at `pointer`; with none if the request contains no field to point at. */
export function refusal(pointer: string | undefined, code: ErrorCode, message: string, facts?: ErrorFacts): AppError {
  return new AppError(code, message, {
    facts,
    ...(pointer === undefined ? {} : { errors: [{ pointer, code, message, ...facts }] }),
  });
}

/**
 * Returns the 404 for a resource that does not exist in this organization. `pointer` is set if the body refers to it.
 */
export function notFound(what: string, pointer?: string): AppError {
  return refusal(pointer, "not_found", `There is no such ${what} in this organization.`);
}

/** Returns the 404 for something of the caller's that ended while the request ran, such as the organization. */
export function gone(what: string): AppError {
  return new AppError("not_found", `Your ${what} no longer exists.`);
}

/** Returns the 422 for a field that violates a rule. `message` is a sentence, or what the field must be: `must be …`. */
export function invalid(pointer: string, code: string, message: string): AppError {
  const sentence = withSubject({ pointer, message });
  const detail = /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
  return new AppError("validation_failed", detail, { errors: [{ pointer, code, message }] });
}

/** Puts the pointer before a message that is not a sentence. */
export function withSubject({ pointer, message }: Pick<FieldError, "pointer" | "message">): string {
  return /^\p{Lu}/u.test(message) ? message : `${pointer || "The body"} ${message}`;
}
