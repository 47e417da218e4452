// Generated from the server's declarations by `npm run generate`; never edited.

export const kinds = {
  time_missing: "Fehlende Zeit",
  timer_running_long: "Vergessener Timer",
  timesheet_due: "Stundenzettel fällig",
  timesheet_submitted: "Stundenzettel eingereicht",
  timesheet_decided: "Stundenzettel freigegeben, zurückgegeben oder wieder offen",
  budget: "Budgetschwellen",
  digest: "Wochenübersicht Ihres Teams",
};

export const hints = {
  time_missing: "Am Morgen nach einem Arbeitstag, an dem Sie keine Zeit erfasst haben.",
  timer_running_long: "Wenn Ihr Timer seit zehn Stunden läuft.",
  timesheet_due: "Wenn ein Zeitraum zu Ende ist und Sie Ihren Stundenzettel noch nicht eingereicht haben.",
  timesheet_submitted: "Wenn jemand, dessen Zeiten Sie freigeben, einen Stundenzettel einreicht.",
  timesheet_decided: "Wenn jemand Ihren Stundenzettel freigibt, zurückgibt oder wieder öffnet.",
  budget: "Wenn ein Budget eine Schwelle erreicht. Nur für Inhaber, Admins und Manager.",
  digest: "Montags, für alle, die die Zeiten anderer sehen.",
};
