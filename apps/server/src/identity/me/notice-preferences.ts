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

/** The ways in which a person wants to be notified. */
export interface NoticeWays {
  mail: boolean;
  dashboard: boolean;
}

export type NoticePreferences = Record<NoticeKind, NoticeWays>;
type ChosenNotices = { [kind in NoticeKind]?: { [way in keyof NoticeWays]?: boolean | undefined } | undefined };

const on: NoticeWays = { mail: true, dashboard: true };
const off: NoticeWays = { mail: false, dashboard: false };

/**
 * The defaults. Reminders are off until a person turns them on. Notices are on for budgets and for anything that other
 * people wait for.
 */
export const usualNotices: NoticePreferences = {
  time_missing: off,
  timer_running_long: off,
  timesheet_due: on,
  timesheet_submitted: on,
  timesheet_decided: on,
  budget: on,
  digest: off,
};

/** All preferences: the defaults, overridden by those that a person chose. */
export function withUsualNotices(chosen: ChosenNotices = {}): NoticePreferences {
  return mergeNotices(usualNotices, chosen);
}

/** The preferences, overridden by those in `chosen`. */
export function mergeNotices(before: NoticePreferences, chosen: ChosenNotices = {}): NoticePreferences {
  const entries = noticeKinds.map((kind) => [kind, { ...before[kind], ...chosen[kind] }]);
  return Object.fromEntries(entries) as NoticePreferences;
}
