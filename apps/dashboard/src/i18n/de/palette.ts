import type { Catalogue } from "#i18n/catalogue.ts";

export const palette: Catalogue["palette"] = {
  placeholder: "Suchen oder Tag eintragen: 9-10:30 @Projekt Review, 45m Anruf",
  commands: "Befehle",
  nothing: "Nichts gefunden.",
  hint: "Tag eintragen: 9-10:30 Review @Projekt #Schlagwort, 45m Anruf, gestern 2h Doku. Mit Enter hinzufügen.",
  words: { billing: "Rechnungen Faktura" },
  goTo: "Wechseln zu",
  command: "Befehl",
  startOn: "Timer starten",
  goOn: "Fortsetzen",
  write: (entries) => `${entries} hinzufügen`,
  written: (entries) => `${entries} hinzugefügt`,
  entry: { one: "Eintrag", other: "Einträge" },
  noProject: (name) => `Es gibt kein Projekt „${name}“.`,
  missing: {
    time: "Wie lange? Geben Sie 45m oder 9-10:30 ein.",
    start: "Wann? Die Einträge dieses Tages lassen sich nicht laden. Geben Sie 9-10:30 oder 9:15 45m ein.",
    skipped: "Diese Uhrzeit entfällt an dem Tag wegen der Zeitumstellung. Geben Sie eine andere ein.",
    project: "Welches Projekt? Geben Sie @ und seinen Namen ein.",
  },
  locked: {
    lockDate: "Dieser Tag liegt vor dem Sperrdatum.",
    timesheet: "Dieser Tag liegt in einem eingereichten Stundenzettel.",
  },
  long: (duration) => `${duration} ist sehr lang.`,
  agree: "Das stimmt so",
  startAt: (time) => `Um ${time} beginnen`,
};
