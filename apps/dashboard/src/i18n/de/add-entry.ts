import type { addEntry as en } from "#i18n/en/add-entry.ts";

export const addEntry: typeof en = {
  day: "Woran haben Sie gearbeitet?",
  example: "9-10:30 @acme Abrechnung\n45m Anruf #Vertrieb\ngestern 2h Doku",
  hint: 'Eine Zeile pro Eintrag. @ nennt ein Projekt, # ein Schlagwort; zwei Wörter: @"Online shop".',
  orFields: "Oder füllen Sie die Felder aus:",
  defaults: "Gilt, bis eine Zeile ein Projekt oder einen Tag nennt:",
  add: (entries) => `${entries} hinzufügen`,
  faulty: { one: "Zeile bleibt hier, bis sie stimmt.", other: "Zeilen bleiben hier, bis sie stimmen." },
  noProject: (name) => `Es gibt kein Projekt „${name}“.`,
  noTask: (task, project) => `Es gibt keine offene Aufgabe „${task}“ in „${project}“.`,
  createTask: (name) => `Aufgabe „${name}“ anlegen`,
  reopenTask: (name) => `Aufgabe „${name}“ wieder öffnen`,
  missing: {
    time: "Wie lange? Geben Sie eine Dauer wie 45m oder Uhrzeiten wie 9-10:30 an.",
    start:
      "Geben Sie auch den Beginn an, etwa 9-10:30 oder 9:15 45m, denn die Einträge dieses Tages lassen sich nicht laden.",
    project: "Es fehlt ein Projekt: Geben Sie @ und seinen Namen ein.",
  },
  locked: {
    lockDate: "Dieser Tag liegt vor dem Sperrdatum.",
    timesheet: "Dieser Tag liegt in einem eingereichten Stundenzettel.",
  },
  long: (duration) => `${duration} ist sehr lang.`,
  agree: "Das stimmt so",
  startAt: (time) => `Um ${time} beginnen`,
  endAt: (time) => `Um ${time} enden`,
  endEarlierAt: (time) => `Den anderen um ${time} enden lassen`,
};
