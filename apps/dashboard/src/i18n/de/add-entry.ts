import type { addEntry as en } from "#i18n/en/add-entry.ts";

export const addEntry: typeof en = {
  day: "Tag eintragen",
  example: "9-10:30 @acme Abrechnung\n45m Anruf #Vertrieb\ngestern 2h Doku",
  hint: "Eine Zeile pro Eintrag.",
  keys: "Mit Strg + Enter (⌘ + Enter) hinzufügen.",
  orFields: "Oder füllen Sie die Felder aus:",
  defaults: "Für Zeilen ohne Projekt oder Tag:",
  add: (entries) => `${entries} hinzufügen`,
  faulty: { one: "Zeile kann nicht hinzugefügt werden.", other: "Zeilen können nicht hinzugefügt werden." },
  noTask: "Dieses Projekt hat keine offenen Aufgaben. Wählen Sie ein anderes Projekt.",
};
