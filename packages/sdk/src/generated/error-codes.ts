// Generated from apps/server/openapi.json by `npm run generate`; never edited.
/** The codes of each status. */
export interface CodesByStatus {
  400: "malformed_request" | "missing_field" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token";
  401: "missing_api_key" | "invalid_api_key" | "expired_api_key" | "revoked_api_key" | "not_signed_in" | "invalid_credentials" | "second_factor_required" | "invalid_code";
  403: "insufficient_scope" | "forbidden" | "session_required" | "address_not_proved" | "cross_site_request" | "reauthentication_required";
  404: "not_found";
  405: "method_not_allowed";
  408: "request_timeout";
  409: "external_ref_taken" | "has_time_entries" | "in_use" | "not_deleted" | "key_ended" | "too_many_api_keys" | "period_locked" | "billed" | "timesheet_state" | "unrated_entries" | "billing_changed" | "currency_in_use" | "rate_exists" | "timer_not_running" | "timer_running" | "export_first" | "organization_ending" | "too_many_webhooks" | "too_many_calendars" | "webhook_disabled" | "last_owner" | "already_member" | "already_invited" | "too_many_invitations" | "too_many_imports" | "invitation_closed" | "second_factor_state" | "idempotency_in_progress";
  412: "precondition_failed";
  413: "payload_too_large";
  415: "unsupported_media_type";
  422: "validation_failed" | "unknown_parameter" | "idempotency_mismatch" | "project_archived" | "task_done" | "task_not_in_project" | "budget_exceeded" | "entry_rule" | "nothing_to_bill" | "too_many_groups" | "invalid_link" | "number_out_of_range" | "insecure_origin";
  429: "rate_limited" | "too_many_attempts" | "too_many_deliveries";
  431: "headers_too_large";
  500: "internal";
  503: "too_many_streams" | "timeout" | "not_configured" | "unavailable";
}

/** The reason for a refusal, for programs: a closed list. */
export type ErrorCode = CodesByStatus[keyof CodesByStatus];
