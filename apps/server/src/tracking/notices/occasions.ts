import type { NoticeKind } from "#identity/me/notice-preferences.ts";

export interface SheetFacts {
  timesheetId: string;
  version: number;
  period: "week" | "month";
  /** The first and last day of the timesheet's period. */
  start: string;
  end: string;
}

/** The content of each kind of notice. It contains ids instead of names; names are looked up when a notice is shown. */
export interface Facts {
  time_missing: { date: string; timeZone: string };
  /** `day` is the day of the reminder, because a running timer causes one reminder a day. */
  timer_running_long: { startedAt: string; day: string };
  timesheet_due: SheetFacts;
  timesheet_submitted: SheetFacts;
  timesheet_decided: SheetFacts & { status: "approved" | "rejected" | "open"; note: string | null; byUserId: string };
  /** `percent` is the threshold that was reached; null if the budget was exceeded. */
  budget: { percent: number | null; periodStart: string | null };
  /** The first and last day of the week. */
  digest: { from: string; to: string };
}

type NoticeOf<Kind extends NoticeKind> = {
  kind: Kind;
  userId: string;
  facts: Facts[Kind];
  aboutUserId?: string;
  projectId?: string;
};

/** A notice that is stored only if its recipient wants it. */
export type NewNotice = { [Kind in NoticeKind]: NoticeOf<Kind> }[NoticeKind];

/** Identifies the event that a notice reports, because a person is notified of each event only once. */
export function occasionOf(notice: NewNotice): string {
  switch (notice.kind) {
    case "time_missing":
      return notice.facts.date;
    case "timer_running_long":
      return `${notice.facts.startedAt} ${notice.facts.day}`;
    case "timesheet_due":
    case "timesheet_submitted":
    case "timesheet_decided":
      return `${notice.facts.timesheetId} ${notice.facts.version}`;
    case "budget":
      return `${notice.projectId} ${notice.facts.periodStart} ${notice.facts.percent ?? "exceeded"}`;
    case "digest":
      return notice.facts.from;
  }
}
