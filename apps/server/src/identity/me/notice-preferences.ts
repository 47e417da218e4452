export interface NoticeWays {
  mail: boolean;
  dashboard: boolean;
}

const on: NoticeWays = { mail: true, dashboard: true };
const off: NoticeWays = { mail: false, dashboard: false };

/**
 * The kinds of notices that a person can choose; `tracking/notices/kinds` declares the rest of each. Only notices about
 * budgets and timesheets are on by default. Reminders about one's own entries are opt-in.
 */
const choices = {
  time_missing: [off, "Sent on the morning after a working day without time. Initially off."],
  timer_running_long: [
    off,
    "Sent when a timer has been running for ten hours, and after each further day. Initially off.",
  ],
  timesheet_due: [on, "Sent when a period has ended and its timesheet has not been submitted. Initially on."],
  timesheet_submitted: [on, "Sent when a timesheet that you may approve was submitted. Initially on."],
  timesheet_decided: [on, "Sent when your timesheet was approved, rejected or reopened. Initially on."],
  budget: [
    on,
    "Sent when a project's budget has reached a threshold. Initially on; for owners, admins and managers only.",
  ],
  digest: [off, "Sent every week, with the hours of the members whose time you see. Initially off."],
} satisfies Record<string, [NoticeWays, string]>;

export type NoticeKind = keyof typeof choices;

export type NoticePreferences = Record<NoticeKind, NoticeWays>;
type ChosenNotices = { [kind in NoticeKind]?: { [way in keyof NoticeWays]?: boolean | undefined } | undefined };

export const noticeKinds = Object.keys(choices) as NoticeKind[];
export const defaultNotices = ofEachKind((kind) => choices[kind][0]);
export const aboutNotices = ofEachKind((kind) => choices[kind][1]);

export function ofEachKind<Value>(valueOf: (kind: NoticeKind) => Value): Record<NoticeKind, Value> {
  return Object.fromEntries(noticeKinds.map((kind) => [kind, valueOf(kind)])) as Record<NoticeKind, Value>;
}

/** Returns the defaults, overridden by the person's choices. */
export function withUsualNotices(chosen: ChosenNotices = {}): NoticePreferences {
  return mergeNotices(defaultNotices, chosen);
}

export function mergeNotices(before: NoticePreferences, chosen: ChosenNotices = {}): NoticePreferences {
  return ofEachKind((kind) => ({ ...before[kind], ...chosen[kind] }) as NoticeWays);
}
