import type { CodesByStatus, ErrorCode } from "./generated/error-codes.ts";

/** What this client throws, but for a `signal` of yours that was aborted: then it throws the signal's reason. */
export class StintError extends Error {
  override readonly name: string = "StintError";
  /**
   * Whether the server may have done what the call asked for all the same, because no reply said so. False: it has not.
   * Of a read it is always false.
   */
  mayHaveHappened: boolean = false;
  /** Of a POST: the key that it carried. The same call with this key within 24 hours is never done twice. */
  idempotencyKey: string | undefined = undefined;
}

/** There was no reply, or only a part of one. */
export class ConnectionError extends StintError {
  override readonly name: string = "ConnectionError";
}

/** There was no whole reply within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
}

/** A delivery is not one of Stint's, not for this secret, or too old. */
export class WebhookVerificationError extends StintError {
  override readonly name: string = "WebhookVerificationError";
}

/** One thing that is wrong with a request. */
export interface FieldError {
  /** Where: a JSON Pointer (RFC 6901) into the body; a query parameter as `/name`. */
  pointer: string;
  /** How, for a program: `required`, `wrong_type`, `out_of_range` and others. */
  code: string;
  /** How, for a person. */
  message: string;
}

/** What an error is made of, besides its message. */
export interface Refusal {
  status: number;
  code: ErrorCode | undefined;
  detail: string;
  requestId: string | undefined;
  errors: FieldError[];
  headers: Headers;
}

/** The server answered with an error. */
export class ApiError extends StintError {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** Why, for a program; undefined where not Stint answered but a proxy, and for the blog. */
  readonly code: ErrorCode | undefined;
  /** What is wrong and how to mend it, for a person. */
  readonly detail: string;
  /** The `X-Request-Id`, by which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  /** What is wrong, place by place. */
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

/** 401: the API key is missing, wrong, revoked or expired; or nobody is signed in. */
export class AuthenticationError extends ApiError {
  override readonly name: string = "AuthenticationError";
  declare readonly code: CodesByStatus[401] | undefined;
}

/** 403: the key's scopes or its member's role do not reach so far. */
export class PermissionError extends ApiError {
  override readonly name: string = "PermissionError";
  declare readonly code: CodesByStatus[403] | undefined;
}

/** 404: it is not there, or not in this organization. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
  declare readonly code: CodesByStatus[404] | undefined;
}

/** 405: the server is older than this client, or the address leads elsewhere. */
export class MethodNotAllowedError extends ApiError {
  override readonly name: string = "MethodNotAllowedError";
  declare readonly code: CodesByStatus[405] | undefined;
}

/** 408: the request did not arrive whole in time. */
export class RequestTimeoutError extends ApiError {
  override readonly name: string = "RequestTimeoutError";
  declare readonly code: CodesByStatus[408] | undefined;
}

/** 409: the state of the resource does not allow it. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
  declare readonly code: CodesByStatus[409] | undefined;
}

/** 412: it has changed since you read it. Read it again, and repeat the change. */
export class PreconditionFailedError extends ApiError {
  override readonly name: string = "PreconditionFailedError";
  declare readonly code: CodesByStatus[412] | undefined;
}

/** 413: the body is larger than 1 MiB. */
export class PayloadTooLargeError extends ApiError {
  override readonly name: string = "PayloadTooLargeError";
  declare readonly code: CodesByStatus[413] | undefined;
}

/** 415: the body is not JSON; a proxy has changed the request. */
export class UnsupportedMediaTypeError extends ApiError {
  override readonly name: string = "UnsupportedMediaTypeError";
  declare readonly code: CodesByStatus[415] | undefined;
}

/** 422: a value is not valid; `errors` says which. */
export class ValidationError extends ApiError {
  override readonly name: string = "ValidationError";
  declare readonly code: CodesByStatus[422] | undefined;
}

/** 429: more requests than the key may send, even after waiting as long as `Retry-After` said. */
export class RateLimitError extends ApiError {
  override readonly name: string = "RateLimitError";
  declare readonly code: CodesByStatus[429] | undefined;
}

/** 431: address and headers are larger than 16 KiB together. */
export class HeadersTooLargeError extends ApiError {
  override readonly name: string = "HeadersTooLargeError";
  declare readonly code: CodesByStatus[431] | undefined;
}

/** 500: a fault of the server. */
export class ServerError extends ApiError {
  override readonly name: string = "ServerError";
  declare readonly code: CodesByStatus[500] | undefined;
}

/** 503: the server cannot answer now. */
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

/** The error of a reply that is none of success; `problem` is its body, if it is Stint's. */
export function toApiError(where: string, response: Response, problem: Partial<Refusal>): ApiError {
  const { status, headers, statusText } = response;
  const refusal: Refusal = {
    status,
    code: problem.code,
    detail: problem.detail ?? `The server answered ${status} ${statusText}`.trim() + ".",
    requestId: problem.requestId ?? headers.get("x-request-id") ?? undefined,
    errors: problem.errors ?? [],
    headers,
  };
  return new (classes[status] ?? ApiError)(where, refusal);
}
