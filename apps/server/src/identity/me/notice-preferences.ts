/** The kinds of notices. */
export const noticeKinds = [
  "time_missing",
  "timer_running_long",
  "timesheet_due",
  "timesheet_submitted",
  "timesheet_decided",
  "budget",
  "digest",
] as const;

export type NoticeKind = (typeof noticeKinds)[number];

/** Where a person wants to be told. */
export interface NoticeWays {
  mail: boolean;
  dashboard: boolean;
}

export type NoticePreferences = Record<NoticeKind, NoticeWays>;
type ChosenNotices = { [kind in NoticeKind]?: { [way in keyof NoticeWays]?: boolean | undefined } | undefined };

const on: NoticeWays = { mail: true, dashboard: true };
const off: NoticeWays = { mail: false, dashboard: false };

/** Reminders are off until a person turns them on; what others wait for, and budgets, are on. */
export const usualNotices: NoticePreferences = {
  time_missing: off,
  timer_running_long: off,
  timesheet_due: on,
  timesheet_submitted: on,
  timesheet_decided: on,
  budget: on,
  digest: off,
};

/** All preferences, from those that a person chose. */
export function withUsualNotices(chosen: ChosenNotices = {}): NoticePreferences {
  return mergeNotices(usualNotices, chosen);
}

/** The preferences with those of `chosen` instead. */
export function mergeNotices(before: NoticePreferences, chosen: ChosenNotices = {}): NoticePreferences {
  const entries = noticeKinds.map((kind) => [kind, { ...before[kind], ...chosen[kind] }]);
  return Object.fromEntries(entries) as NoticePreferences;
}
