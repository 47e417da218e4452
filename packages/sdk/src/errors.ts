import type { CodesByStatus, ErrorCode } from "./generated/error-codes.ts";

/** Base class of all errors that this client throws. A call that is aborted throws the signal's own reason instead. */
export class StintError extends Error {
  override readonly name: string = "StintError";
  /**
   * True if it is unknown whether the server executed the call; false if the server certainly has not. Always false for
   * reads.
   */
  mayHaveHappened: boolean = false;
  /** The idempotency key of a POST. Within 24 hours, the call can be repeated with this key without a second effect. */
  idempotencyKey: string | undefined = undefined;
}

/** No complete reply arrived. */
export class ConnectionError extends StintError {
  override readonly name: string = "ConnectionError";
}

/** No complete reply arrived within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
}

/** The delivery was not sent by Stint, was signed with another secret, or is too old. */
export class WebhookVerificationError extends StintError {
  override readonly name: string = "WebhookVerificationError";
}

/** One fault in a request. */
export interface FieldError {
  /** The location of the fault: a JSON Pointer (RFC 6901) into the body, or `/name` for a query parameter. */
  pointer: string;
  /** A code for programs: `required`, `wrong_type`, `out_of_range` and others. */
  code: string;
  /** A message for people. */
  message: string;
}

/** The properties of an error besides its message. */
export interface Refusal {
  status: number;
  code: ErrorCode | undefined;
  detail: string;
  requestId: string | undefined;
  errors: FieldError[];
  headers: Headers;
}

/** The server returned an error. */
export class ApiError extends StintError {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** A code for programs. Undefined for errors that a proxy or the blog returns. */
  readonly code: ErrorCode | undefined;
  /** A message for people: what is wrong and how to correct it. */
  readonly detail: string;
  /** The `X-Request-Id`, by which the operator can find the request in the server's log. */
  readonly requestId: string | undefined;
  /** The faults in the request, one per location. */
  readonly errors: readonly FieldError[];
  /** The reply's headers. */
  readonly headers: Headers;

  constructor(where: string, refusal: Refusal) {
    const { status, code, detail, requestId, errors, headers } = refusal;
    const places = errors.length < 2 ? "" : errors.slice(0, 5).map((error) => `\n- ${error.pointer} ${error.message}`);
    const request = requestId === undefined ? "" : `, request ${requestId}`;
    super(
      `${detail} (${where}: ${status}${code === undefined ? "" : ` ${code}`}${request})${[places].flat().join("")}`,
    );
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.errors = errors;
    this.headers = headers;
  }
}

/** 400: the body is malformed or lacks a required field. */
export class BadRequestError extends ApiError {
  override readonly name: string = "BadRequestError";
  declare readonly code: CodesByStatus[400] | undefined;
}

/** 401: the API key is missing, wrong, revoked or expired, or there is no session. */
export class AuthenticationError extends ApiError {
  override readonly name: string = "AuthenticationError";
  declare readonly code: CodesByStatus[401] | undefined;
}

/** 403: the key's scopes or the member's role do not permit the call. */
export class PermissionError extends ApiError {
  override readonly name: string = "PermissionError";
  declare readonly code: CodesByStatus[403] | undefined;
}

/** 404: the resource does not exist in this organization. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
  declare readonly code: CodesByStatus[404] | undefined;
}

/** 405: the server is older than this client, or the base URL is wrong. */
export class MethodNotAllowedError extends ApiError {
  override readonly name: string = "MethodNotAllowedError";
  declare readonly code: CodesByStatus[405] | undefined;
}

/** 408: the complete request did not arrive in time. */
export class RequestTimeoutError extends ApiError {
  override readonly name: string = "RequestTimeoutError";
  declare readonly code: CodesByStatus[408] | undefined;
}

/** 409: the state of the resource does not allow the change. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
  declare readonly code: CodesByStatus[409] | undefined;
}

/** 412: the resource has changed since you read it. Read it again, then repeat the change. */
export class PreconditionFailedError extends ApiError {
  override readonly name: string = "PreconditionFailedError";
  declare readonly code: CodesByStatus[412] | undefined;
}

/** 413: the body is larger than 1 MiB. */
export class PayloadTooLargeError extends ApiError {
  override readonly name: string = "PayloadTooLargeError";
  declare readonly code: CodesByStatus[413] | undefined;
}

/** 415: the body is not JSON, for example because a proxy changed the request. */
export class UnsupportedMediaTypeError extends ApiError {
  override readonly name: string = "UnsupportedMediaTypeError";
  declare readonly code: CodesByStatus[415] | undefined;
}

/** 422: a value is not valid; `errors` lists the faults. */
export class ValidationError extends ApiError {
  override readonly name: string = "ValidationError";
  declare readonly code: CodesByStatus[422] | undefined;
}

/** 429: too many requests with this key, even after the retries, or too many attempts to sign in. */
export class RateLimitError extends ApiError {
  override readonly name: string = "RateLimitError";
  declare readonly code: CodesByStatus[429] | undefined;
}

/** 431: the URL and the headers together are larger than 16 KiB. */
export class HeadersTooLargeError extends ApiError {
  override readonly name: string = "HeadersTooLargeError";
  declare readonly code: CodesByStatus[431] | undefined;
}

/** 500: an internal error in the server. */
export class ServerError extends ApiError {
  override readonly name: string = "ServerError";
  declare readonly code: CodesByStatus[500] | undefined;
}

/** 503: the server is temporarily unavailable. */
export class UnavailableError extends ApiError {
  override readonly name: string = "UnavailableError";
  declare readonly code: CodesByStatus[503] | undefined;
}

type ApiErrorClass = new (where: string, refusal: Refusal) => ApiError;

const classes: Record<number, ApiErrorClass> & Record<keyof CodesByStatus, ApiErrorClass> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  408: RequestTimeoutError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: ValidationError,
  429: RateLimitError,
  431: HeadersTooLargeError,
  500: ServerError,
  503: UnavailableError,
};

/** Turns an unsuccessful reply into an error. `problem` is the parsed body, or empty if the body is not JSON. */
export function toApiError(where: string, response: Response, problem: Partial<Refusal>): ApiError {
  const { status, headers, statusText } = response;
  const refusal: Refusal = {
    status,
    code: problem.code,
    detail: problem.detail ?? `The server replied ${status} ${statusText}`.trim() + ".",
    requestId: problem.requestId ?? headers.get("x-request-id") ?? undefined,
    errors: problem.errors ?? [],
    headers,
  };
  return new (classes[status] ?? ApiError)(where, refusal);
}
