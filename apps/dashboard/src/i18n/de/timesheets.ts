import type { timesheets as en } from "#i18n/en/timesheets.ts";

export const timesheets: typeof en = {
  statuses: {
    open: "offen",
    submitted: "eingereicht",
    approved: "freigegeben",
    rejected: "zurückgegeben",
  },
  note: "Notiz",
  noteHint: "Das Mitglied sieht sie.",
  refusals: {
    timesheet_state: "inzwischen in einem anderen Zustand",
    timer_running: "ein Timer, der in diesem Zeitraum begann, läuft noch",
    precondition_failed: "inzwischen von jemand anderem geändert",
    forbidden: "das dürfen Sie nicht",
    not_found: "gibt es nicht mehr",
  },
};
