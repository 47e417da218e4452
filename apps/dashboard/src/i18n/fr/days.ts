import type { Catalogue } from "#i18n/catalogue.ts";

export const days: Catalogue["days"] = {
  openCalendar: "Ouvrir le calendrier",
  calendar: "Calendrier",
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  pattern: { day: "JJ", month: "MM", year: "AAAA" },
  notADay: (example) => `Saisissez une date, par exemple ${example}.`,
  tooEarly: (day) => `Saisissez le ${day} ou une date ultérieure.`,
  tooLate: (day) => `Saisissez le ${day} ou une date antérieure.`,
  today: "Aujourd’hui",
  previousWeek: "Semaine précédente",
  nextWeek: "Semaine suivante",
  thisWeek: "Cette semaine",
};
