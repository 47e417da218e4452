import type { ErrorCode, Timesheet } from "@stint/sdk";

/** The words for timesheets that several screens use. */
export const timesheets = {
  statuses: {
    open: "open",
    submitted: "submitted",
    approved: "approved",
    rejected: "sent back",
  } satisfies Record<Timesheet["status"], string>,
  note: "Note",
  noteHint: "The member sees it.",
  refusals: {
    timesheet_state: "it is in a different state now",
    timer_running: "a timer that began in the period is still running",
    precondition_failed: "someone has changed it in the meantime",
    forbidden: "you may not do this",
    not_found: "it no longer exists",
  } as Partial<Record<ErrorCode, string>>,
};
