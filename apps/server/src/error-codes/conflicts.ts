import type { DeclaredCode } from "./declared-code.ts";

/** Requests that the current state does not allow. */
export const conflicts = {
  external_ref_taken: {
    status: 409,
    meaning: "Another time entry has this `externalRef`.",
    remedy: "Change that entry, or use another reference.",
  },
  has_time_entries: {
    status: 409,
    meaning: "The project or task to delete has time entries; `detail` says how many.",
    remedy: "Archive the project, or mark the task as done.",
  },
  in_use: {
    status: 409,
    meaning: "The client to delete has projects, or the project or task has a running timer.",
    remedy: "Delete the projects, stop the timer, or archive the object.",
  },
  not_deleted: {
    status: 409,
    meaning: "The time entry to restore is not deleted.",
    remedy: "Nothing: it exists.",
  },
  key_ended: {
    status: 409,
    meaning: "The API key is no longer valid, so it cannot be changed or rotated.",
    remedy: "Create a new key.",
  },
  too_many_api_keys: {
    status: 409,
    meaning: "The member or the organization has its [maximum](limits.md#people-and-programs) of active keys.",
    remedy: "Revoke a key.",
  },
  period_locked: {
    status: 409,
    meaning: "The entry is before the lock date, or in a closed [timesheet](../use/timesheets.md) (`timesheetId`).",
    remedy: "Have the lock date changed, or the timesheet withdrawn, rejected or reopened.",
  },
  billed: {
    status: 409,
    meaning: "The entry is in a [billing batch](../use/invoicing.md).",
    remedy: "Have an owner or admin undo the batch.",
  },
  timesheet_state: {
    status: 409,
    meaning: "The timesheet's state does not allow this, or the timesheet in `detail` has to be reopened first.",
    remedy: "Read the timesheet again, or reopen the other one.",
  },
  unrated_entries: {
    status: 409,
    meaning: "Some of the entries to bill have no rate; `detail` says how many.",
    remedy: "Set rates and reprice, or send `includeUnrated`.",
  },
  billing_changed: {
    status: 409,
    meaning: "The entries to bill differ from `expected`.",
    remedy: "Preview again, and bill with the new totals.",
  },
  currency_in_use: {
    status: 409,
    meaning: "There are rates, amounts, money budgets or billing batches in the organization's currency.",
    remedy: "Keep the currency.",
  },
  rate_exists: {
    status: 409,
    meaning: "There is a rate with the same kind, scope and `effectiveFrom`.",
    remedy: "Delete it, or choose another day.",
  },
  timer_not_running: {
    status: 409,
    meaning: "No timer is running.",
    remedy: "Start one if you need it.",
  },
  timer_running: {
    status: 409,
    meaning: "A timer that began in the timesheet's period is running.",
    remedy: "Stop it, then submit.",
  },
  export_first: {
    status: 409,
    meaning: "An owner has to [export](../use/organization.md#deletion) the organization first.",
    remedy: "`GET /v1/organization/export`.",
  },
  organization_ending: {
    status: 409,
    meaning: "The organization will be deleted at the time in `detail`; it can be read but not changed.",
    remedy: "Ask an owner to `DELETE /v1/organization/deletion`.",
  },
  too_many_webhooks: {
    status: 409,
    meaning: "The organization has 100 webhook endpoints, the maximum.",
    remedy: "Delete one.",
  },
  too_many_calendars: {
    status: 409,
    meaning: "You subscribe to five calendars, the maximum.",
    remedy: "Remove one.",
  },
  webhook_disabled: {
    status: 409,
    meaning: "The webhook endpoint is disabled.",
    remedy: 'Enable it: `PATCH` with `"status": "active"`.',
  },
  last_owner: {
    status: 409,
    meaning: "The only active owner cannot be demoted or deactivated.",
    remedy: "Make somebody else an owner first.",
  },
  already_member: {
    status: 409,
    meaning: "The invited address belongs to an active member.",
    remedy: "Nothing.",
  },
  already_invited: {
    status: 409,
    meaning: "There is a pending invitation for this address.",
    remedy: "Resend or revoke it.",
  },
  too_many_invitations: {
    status: 409,
    meaning: "The organization has 200 pending invitations, the maximum.",
    remedy: "Revoke some.",
  },
  too_many_imports: {
    status: 409,
    meaning: "The organization has 5 unapplied [imports](../use/imports.md), or they would take up more than 512 MiB.",
    remedy: "Apply or remove one.",
  },
  invitation_closed: {
    status: 409,
    meaning: "The invitation was accepted or revoked.",
    remedy: "Create a new one if you need it.",
  },
  second_factor_state: {
    status: 409,
    meaning: "A second factor is already on, or none has been set up.",
    remedy: "Turn it off, or call `POST /v1/me/second-factor`.",
  },
  idempotency_in_progress: {
    status: 409,
    meaning: "A request with this `Idempotency-Key` is in progress.",
    remedy: "Repeat it after `Retry-After` seconds.",
  },
} as const satisfies Record<string, DeclaredCode>;
