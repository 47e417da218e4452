import type { days as en } from "#i18n/en/days.ts";

export const days: typeof en = {
  openCalendar: "Kalender öffnen",
  calendar: "Kalender",
  previousMonth: "Voriger Monat",
  nextMonth: "Nächster Monat",
  pattern: { day: "TT", month: "MM", year: "JJJJ" },
  notADay: (example) => `Geben Sie ein Datum wie ${example} ein.`,
  tooEarly: (day) => `Geben Sie den ${day} oder ein späteres Datum ein.`,
  tooLate: (day) => `Geben Sie den ${day} oder ein früheres Datum ein.`,
  today: "Heute",
  previousWeek: "Vorige Woche",
  nextWeek: "Nächste Woche",
  thisWeek: "Diese Woche",
};
