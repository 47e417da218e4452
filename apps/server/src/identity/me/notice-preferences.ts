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

export interface NoticeWays {
  mail: boolean;
  dashboard: boolean;
}

export type NoticePreferences = Record<NoticeKind, NoticeWays>;
type ChosenNotices = { [kind in NoticeKind]?: { [way in keyof NoticeWays]?: boolean | undefined } | undefined };

const on: NoticeWays = { mail: true, dashboard: true };
const off: NoticeWays = { mail: false, dashboard: false };

/** Only notices about budgets and timesheets are on by default. Reminders about one's own entries are opt-in. */
export const defaultNotices: NoticePreferences = {
  time_missing: off,
  timer_running_long: off,
  timesheet_due: on,
  timesheet_submitted: on,
  timesheet_decided: on,
  budget: on,
  digest: off,
};

/** Returns the defaults, overridden by the person's choices. */
export function withUsualNotices(chosen: ChosenNotices = {}): NoticePreferences {
  return mergeNotices(defaultNotices, chosen);
}

export function mergeNotices(before: NoticePreferences, chosen: ChosenNotices = {}): NoticePreferences {
  const entries = noticeKinds.map((kind) => [kind, { ...before[kind], ...chosen[kind] }]);
  return Object.fromEntries(entries) as NoticePreferences;
}
