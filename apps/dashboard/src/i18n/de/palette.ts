import type { Catalogue } from "#i18n/catalogue.ts";

export const palette: Catalogue["palette"] = {
  placeholder: "Suchen oder Einträge hinzufügen: 9-10:30 @Projekt Review, 45m Anruf",
  commands: "Befehle",
  groups: {
    recent: "Zuletzt",
    screens: "Wechseln zu",
    commands: "Befehle",
    projects: "Projekte",
    entries: "Einträge",
  },
  nothing: "Nichts gefunden.",
  hint: "Einträge fügen Sie so hinzu: 9-10:30 Review @Projekt #Schlagwort, 45m Anruf, gestern 2h Doku. Drücken Sie dann Enter.",
  goTo: "Wechseln zu",
  command: "Befehl",
  startOn: "Timer starten",
  goOn: "Fortsetzen",
  write: (entries) => `${entries} hinzufügen`,
  written: (entries) => `${entries} hinzugefügt`,
  entry: { one: "Eintrag", other: "Einträge" },
  sum: (entries, time) => `Neu: ${entries}, ${time}.`,
  skipped: "Diese Uhrzeit entfällt an dem Tag wegen der Zeitumstellung. Geben Sie eine andere ein.",
};
