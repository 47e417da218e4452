import type { DeclaredCode } from "./declared-code.ts";

/** Values that a rule does not allow. */
export const values = {
  validation_failed: {
    status: 422,
    meaning: "A value has the wrong type or is out of range, or a field is unknown.",
    remedy: "Fix the fields in `errors`.",
  },
  unknown_parameter: {
    status: 422,
    meaning: "A query parameter is unknown; `detail` suggests a known one.",
    remedy: "Correct or omit it.",
  },
  idempotency_mismatch: {
    status: 422,
    meaning: "This `Idempotency-Key` was used with [another body or other rights](conventions.md#repeating-safely).",
    remedy: "Use a new key for a new request.",
  },
  project_archived: {
    status: 422,
    meaning: "The project is archived.",
    remedy: "Reactivate it, or choose another.",
  },
  task_done: {
    status: 422,
    meaning: "The task is done.",
    remedy: "Reopen it, or choose another.",
  },
  task_not_in_project: {
    status: 422,
    meaning: "The task belongs to another project.",
    remedy: "Send a task of this project.",
  },
  budget_exceeded: {
    status: 422,
    meaning: "The entry or timer would exceed the project's blocking budget.",
    remedy: "Raise the budget, set it to warn, or use another project.",
  },
  entry_rule: {
    status: 422,
    meaning: "The entry breaks a [rule](../use/entry-rules.md), which the pointer names.",
    remedy: "Correct it; owners and admins may send a `lateReason`.",
  },
  nothing_to_bill: {
    status: 422,
    meaning: "No matching entry is billable and unbilled.",
    remedy: "Check the filter.",
  },
  too_many_groups: {
    status: 422,
    meaning: "A summary has more than 10,000 groups, a billing batch 10,000 lines, or a grid 20,000 timesheets.",
    remedy: "Narrow the range, or request `format=csv`.",
  },
  invalid_link: {
    status: 422,
    meaning: "The link was used, replaced or revoked, has expired, or never existed.",
    remedy: "Request a new one.",
  },
  number_out_of_range: {
    status: 422,
    meaning: "A total is larger than 9,007,199,254,740,991, so JSON could not hold it exactly.",
    remedy: "Request less at once.",
  },
  insecure_origin: {
    status: 422,
    meaning: "The page was loaded over plain HTTP, so browsers would not accept the cookie.",
    remedy: "Use a reverse proxy with TLS.",
  },
} as const satisfies Record<string, DeclaredCode>;
