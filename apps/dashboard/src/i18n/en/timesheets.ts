import type { Forms } from "#i18n/catalogue.ts";
import type { ErrorCode, Timesheet } from "@stint/sdk";

/** The words for timesheets that are used on several screens. */
export const timesheets = {
  states: {
    open: "open",
    late: "not submitted",
    submitted: "submitted",
    approved: "approved",
    rejected: "sent back",
  } satisfies Record<Timesheet["status"] | "late", string>,
  missingDays: { one: "working day without time", other: "working days without time" } as Forms,
  overlaps: { one: "overlap", other: "overlaps" } as Forms,
  breaks: { one: "entry breaks a rule", other: "entries break a rule" } as Forms,
  undescribed: { one: "entry without a description", other: "entries without a description" } as Forms,
  notChecked: "not checked for missing days and overlaps",
  timerSince: (when: string) => `timer running since ${when}`,
  partial: "contains time on projects you can’t see, so someone else has to review it",
  submittedBy: (name: string, when: string) => `Submitted by ${name}, ${when}`,
  note: "Note",
  noteHint: "The member can see this note.",
  reasonsLabel: "Reasons to insert",
  reasons: ["A day is missing", "Wrong project", "Too many hours"],
  refusals: {
    timesheet_state: "its status has changed",
    timer_running: "a timer that started in this period is still running",
    precondition_failed: "someone has changed it in the meantime",
    forbidden: "you aren’t allowed to do this",
    not_found: "it no longer exists",
  } as Partial<Record<ErrorCode, string>>,
};
