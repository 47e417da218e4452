// Generated from the server's declarations by `npm run generate`; never edited.

export const kinds = {
  time_missing: "Missing time",
  timer_running_long: "Forgotten timer",
  timesheet_due: "Timesheet due",
  timesheet_submitted: "Timesheet submitted",
  timesheet_decided: "Timesheet approved, sent back or reopened",
  budget: "Budget thresholds",
  digest: "Weekly summary of your team",
};

export const hints = {
  time_missing: "On the morning after a working day on which you didn’t track any time.",
  timer_running_long: "When your timer has been running for ten hours.",
  timesheet_due: "When a period has ended and you haven’t submitted your timesheet.",
  timesheet_submitted: "When someone whose time you approve submits a timesheet.",
  timesheet_decided: "When someone approves, sends back or reopens your timesheet.",
  budget: "When a budget reaches a threshold. Only for owners, admins and managers.",
  digest: "On Mondays, for people who can see others’ time.",
};
