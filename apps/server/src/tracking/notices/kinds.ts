import type { NoticeKind } from "#identity/me/notice-preferences.ts";
import type { Kind, NoticeColumns } from "./kind/kind.ts";
import { budget } from "./kinds/budget.ts";
import { digest } from "./kinds/digest.ts";
import { timeMissing } from "./kinds/time-missing.ts";
import { timerRunningLong } from "./kinds/timer-running-long.ts";
import { timesheetDecided } from "./kinds/timesheet-decided.ts";
import { timesheetDue } from "./kinds/timesheet-due.ts";
import { timesheetSubmitted } from "./kinds/timesheet-submitted.ts";

const declared = {
  time_missing: timeMissing,
  timer_running_long: timerRunningLong,
  timesheet_due: timesheetDue,
  timesheet_submitted: timesheetSubmitted,
  timesheet_decided: timesheetDecided,
  budget,
  digest,
} satisfies { [Name in NoticeKind]: { name: Name } };

export const kinds: Record<NoticeKind, Kind<NoticeKind, unknown>> = declared;

type FactsOf<Declared> = Declared extends Kind<NoticeKind, infer Facts> ? Facts : never;

export type NoticeRow = {
  [Name in NoticeKind]: NoticeColumns & { kind: Name; facts: FactsOf<(typeof declared)[Name]> };
}[NoticeKind];
