import type { NoticeKind } from "#identity/me/notice-preferences.ts";

/** The facts about a timesheet that a notice shows. */
export interface SheetFacts {
  timesheetId: string;
  version: number;
  period: "week" | "month";
  /** The timesheet's first and last day. */
  start: string;
  end: string;
}

/** The content of notices, by kind. Names are looked up when a notice is shown. */
export interface Facts {
  /** `timeZone` is the time zone of `date`. */
  time_missing: { date: string; timeZone: string };
  /** `day` is the day of the reminder: a timer that keeps running causes a reminder each day. */
  timer_running_long: { startedAt: string; day: string };
  timesheet_due: SheetFacts;
  timesheet_submitted: SheetFacts;
  timesheet_decided: SheetFacts & { status: "approved" | "rejected" | "open"; note: string | null; byUserId: string };
  /** `percent` is the threshold reached; null if the budget is exceeded. */
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

/** A notice to store, unless its recipient does not want it. */
export type NewNotice = { [Kind in NoticeKind]: NoticeOf<Kind> }[NoticeKind];

/** A key for an event that a person is notified of only once. */
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
