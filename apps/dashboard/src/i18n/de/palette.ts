import type { Catalogue } from "#i18n/catalogue.ts";

export const palette: Catalogue["palette"] = {
  placeholder: "Suchen oder Einträge hinzufügen: 9-10:30 @Projekt Review, 45m Anruf",
  commands: "Befehle",
  nothing: "Nichts gefunden.",
  hint: "Einträge fügen Sie so hinzu: 9-10:30 Review @Projekt #Schlagwort, 45m Anruf, gestern 2h Doku. Drücken Sie dann Enter.",
  goTo: "Wechseln zu",
  command: "Befehl",
  startOn: "Timer starten",
  goOn: "Fortsetzen",
  write: (entries) => `${entries} hinzufügen`,
  written: (entries) => `${entries} hinzugefügt`,
  entry: { one: "Eintrag", other: "Einträge" },
  noProject: (name) => `Es gibt kein Projekt „${name}“.`,
  missing: {
    time: "Wie lange? Geben Sie eine Dauer wie 45m oder Uhrzeiten wie 9-10:30 an.",
    start:
      "Geben Sie auch den Beginn an, etwa 9-10:30 oder 9:15 45m, denn die Einträge dieses Tages lassen sich nicht laden.",
    skipped: "Diese Uhrzeit entfällt an dem Tag wegen der Zeitumstellung. Geben Sie eine andere ein.",
    project: "Es fehlt ein Projekt: Geben Sie @ und seinen Namen ein.",
  },
  locked: {
    lockDate: "Dieser Tag liegt vor dem Sperrdatum.",
    timesheet: "Dieser Tag liegt in einem eingereichten Stundenzettel.",
  },
  long: (duration) => `${duration} ist sehr lang.`,
  agree: "Das stimmt so",
  startAt: (time) => `Um ${time} beginnen`,
};
