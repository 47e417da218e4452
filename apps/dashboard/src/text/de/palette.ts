import type { Catalogue } from "#text/catalogue.ts";

export const palette: Catalogue["palette"] = {
  placeholder: "Suchen, ausführen oder den Tag tippen: 9-10:30 @Projekt Review, 45m Anruf",
  commands: "Befehle",
  nothing: "Nichts gefunden.",
  hint: "Den Tag tippen: 9-10:30 Review @Projekt #Schlagwort, 45m Anruf, gestern 2h Doku. Enter schreibt ihn.",
  goTo: "Gehe zu",
  command: "Befehl",
  startOn: "Timer starten",
  goOn: "Fortsetzen",
  write: (entries) => `${entries} schreiben`,
  written: (entries) => `${entries} geschrieben`,
  entry: { one: "Eintrag", other: "Einträge" },
  missing: {
    time: "Wie lange? Schreiben Sie 45m oder 9-10:30.",
    project: "Welches Projekt? Schreiben Sie @ und seinen Namen.",
    task: "Das Projekt hat keine offene Aufgabe.",
  },
};
