import type { timesheets as en } from "#i18n/en/timesheets.ts";

export const timesheets: typeof en = {
  states: {
    open: "offen",
    late: "nicht eingereicht",
    submitted: "eingereicht",
    approved: "freigegeben",
    rejected: "zurückgegeben",
  },
  missingDays: { one: "Arbeitstag ohne Zeit", other: "Arbeitstage ohne Zeit" },
  overlaps: { one: "Überschneidung", other: "Überschneidungen" },
  breaks: { one: "Eintrag verstößt gegen eine Regel", other: "Einträge verstoßen gegen eine Regel" },
  undescribed: { one: "Eintrag ohne Beschreibung", other: "Einträge ohne Beschreibung" },
  notChecked: "nicht auf fehlende Tage und Überschneidungen geprüft",
  timerSince: (when) => `Timer läuft seit ${when}`,
  partial: "enthält Zeit für Projekte, die Sie nicht sehen; jemand anderes muss entscheiden",
  submittedBy: (name, when) => `Eingereicht von ${name}, ${when}`,
  note: "Notiz",
  noteHint: "Das Mitglied kann diese Notiz sehen.",
  reasonsLabel: "Gründe zum Einfügen",
  reasons: ["Ein Tag fehlt", "Falsches Projekt", "Zu viele Stunden"],
  refusals: {
    timesheet_state: "sein Status hat sich geändert",
    timer_running: "ein Timer, der in diesem Zeitraum begann, läuft noch",
    precondition_failed: "inzwischen von jemand anderem geändert",
    forbidden: "das dürfen Sie nicht",
    not_found: "es gibt ihn nicht mehr",
  },
};
