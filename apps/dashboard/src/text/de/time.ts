import type { Catalogue } from "#text/catalogue.ts";

export const time: Catalogue["time"] = {
  startTimer: "Timer starten",
  stopTimer: "Timer stoppen",
  whatAreYouWorkingOn: "Woran arbeiten Sie?",
  project: "Projekt",
  task: "Aufgabe",
  noProject: "Kein Projekt",
  findProject: "Projekt oder Aufgabe finden",
  createProject: (name) => `Projekt „${name}“ anlegen`,
  nothingFound: "Nichts gefunden",
  noDescription: "Keine Beschreibung",
  tracked: "erfasst",
  billable: "abrechenbar",
  thisWeek: "Diese Woche",
  noEntries: "Noch nichts erfasst. Starten Sie den Timer, oder tippen Sie Ihren Tag in die Suche.",
};
