/** Every machine-readable error code; documented in docs/api/errors.md. */
export type ErrorCode =
  | "malformed_request"
  | "missing_field"
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token"
  | "missing_api_key"
  | "invalid_api_key"
  | "expired_api_key"
  | "revoked_api_key"
  | "not_signed_in"
  | "invalid_credentials"
  | "second_factor_required"
  | "invalid_code"
  | "insufficient_scope"
  | "forbidden"
  | "session_required"
  | "cross_site_request"
  | "reauthentication_required"
  | "address_not_proved"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "external_ref_taken"
  | "has_time_entries"
  | "in_use"
  | "not_deleted"
  | "key_ended"
  | "too_many_api_keys"
  | "period_locked"
  | "billed"
  | "timesheet_state"
  | "unrated_entries"
  | "billing_changed"
  | "currency_in_use"
  | "rate_exists"
  | "timer_not_running"
  | "timer_running"
  | "export_first"
  | "organization_ending"
  | "too_many_webhooks"
  | "too_many_calendars"
  | "webhook_disabled"
  | "last_owner"
  | "already_member"
  | "already_invited"
  | "too_many_invitations"
  | "too_many_imports"
  | "invitation_closed"
  | "second_factor_state"
  | "idempotency_in_progress"
  | "precondition_failed"
  | "payload_too_large"
  | "unsupported_media_type"
  | "validation_failed"
  | "unknown_parameter"
  | "idempotency_mismatch"
  | "project_archived"
  | "task_done"
  | "task_not_in_project"
  | "budget_exceeded"
  | "entry_rule"
  | "nothing_to_bill"
  | "too_many_groups"
  | "invalid_link"
  | "number_out_of_range"
  | "insecure_origin"
  | "rate_limited"
  | "too_many_attempts"
  | "too_many_deliveries"
  | "headers_too_large"
  | "internal"
  | "timeout"
  | "too_many_streams"
  | "not_configured"
  | "unavailable";

/** One fault of the request: its location (JSON Pointer, RFC 6901; a query parameter as `/name`) and its kind. */
export interface FieldError {
  pointer: string;
  code: string;
  message: string;
  /** The closed timesheet that locks the period; set with `period_locked`. */
  timesheetId?: string | undefined;
}

/** Escapes a key for a JSON Pointer (RFC 6901 §3). */
export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export interface ErrorDetails {
  errors?: FieldError[];
  timesheetId?: string | undefined;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that the caller may see. Any other error is reported as `internal`, without its text. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly timesheetId: string | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = details.errors;
    this.timesheetId = details.timesheetId;
    this.headers = details.headers ?? {};
  }
}

/**
 * Returns the 404 for a resource that does not exist in this organization. `pointer` is set if the body refers to it.
 */
export function notFound(what: string, pointer?: string): AppError {
  const message = `There is no such ${what} in this organization.`;
  return new AppError(
    "not_found",
    message,
    pointer === undefined ? {} : { errors: [{ pointer, code: "not_found", message }] },
  );
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
