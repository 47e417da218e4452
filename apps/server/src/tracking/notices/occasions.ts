import type { NoticeKind } from "#identity/me/notice-preferences.ts";

/** A timesheet, as far as a notice names it. */
export interface SheetFacts {
  timesheetId: string;
  version: number;
  period: "week" | "month";
  /** Its first and last day. */
  start: string;
  end: string;
}

/** What a notice of each kind says. Names are read when it is shown. */
export interface Facts {
  /** `timeZone`: in which the day was meant. */
  time_missing: { date: string; timeZone: string };
  /** `day`: of the reminder; a timer is reminded of again after each day. */
  timer_running_long: { startedAt: string; day: string };
  timesheet_due: SheetFacts;
  timesheet_submitted: SheetFacts;
  timesheet_decided: SheetFacts & { status: "approved" | "rejected" | "open"; note: string | null; byUserId: string };
  /** `percent`: the threshold reached; null: the budget is exceeded. */
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

/** A notice to be stored, for a person who may not want it. */
export type NewNotice = { [Kind in NoticeKind]: NoticeOf<Kind> }[NoticeKind];

/** What happens once for each person and kind. */
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
