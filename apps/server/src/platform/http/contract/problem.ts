import { STATUS_CODES } from "#platform/http/node-http.ts";
import { UnsafeIntegerError } from "#platform/database/column-types.ts";
import { isOutOfRange, isTemporarilyUnavailable, isTimeout } from "#platform/database/database-errors.ts";
import { AppError, type ErrorCode, type FieldError } from "#platform/errors.ts";

export const statusOf: Record<ErrorCode, number> = {
  malformed_request: 400,
  missing_field: 400,
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  expired_api_key: 401,
  revoked_api_key: 401,
  not_signed_in: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  invalid_code: 401,
  insufficient_scope: 403,
  forbidden: 403,
  session_required: 403,
  address_not_proved: 403,
  cross_site_request: 403,
  reauthentication_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  external_ref_taken: 409,
  has_time_entries: 409,
  in_use: 409,
  not_deleted: 409,
  key_ended: 409,
  too_many_api_keys: 409,
  period_locked: 409,
  billed: 409,
  timesheet_state: 409,
  unrated_entries: 409,
  billing_changed: 409,
  currency_in_use: 409,
  rate_exists: 409,
  timer_not_running: 409,
  timer_running: 409,
  export_first: 409,
  organization_ending: 409,
  too_many_webhooks: 409,
  too_many_calendars: 409,
  webhook_disabled: 409,
  last_owner: 409,
  already_member: 409,
  already_invited: 409,
  too_many_invitations: 409,
  too_many_imports: 409,
  invitation_closed: 409,
  second_factor_state: 409,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  unknown_parameter: 422,
  idempotency_mismatch: 422,
  project_archived: 422,
  task_done: 422,
  task_not_in_project: 422,
  budget_exceeded: 422,
  entry_rule: 422,
  nothing_to_bill: 422,
  too_many_groups: 422,
  invalid_link: 422,
  number_out_of_range: 422,
  insecure_origin: 422,
  rate_limited: 429,
  too_many_attempts: 429,
  too_many_deliveries: 429,
  headers_too_large: 431,
  internal: 500,
  too_many_streams: 503,
  timeout: 503,
  not_configured: 503,
  unavailable: 503,
};

/** The body of every error (RFC 9457). */
export interface Problem {
  type: "about:blank";
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
  timesheetId?: string;
  errors?: FieldError[];
}

export function toProblem(error: AppError, requestId: string): Problem {
  const status = statusOf[error.code];
  const problem: Problem = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: error.message,
    code: error.code,
    requestId,
  };
  if (error.timesheetId !== undefined) problem.timesheetId = error.timesheetId;
  if (error.errors !== undefined) problem.errors = error.errors;
  return problem;
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
