import type { addEntry as en } from "#i18n/en/add-entry.ts";

export const addEntry: typeof en = {
  day: "Woran haben Sie gearbeitet?",
  example: "9-10:30 @acme Abrechnung\n45m Anruf #Vertrieb\ngestern 2h Doku",
  hint: 'Eine Zeile pro Eintrag. @ nennt ein Projekt, # ein Schlagwort; zwei Wörter: @"Online shop".',
  orFields: "Oder füllen Sie die Felder aus:",
  defaults: "Gilt, bis eine Zeile ein Projekt oder einen Tag nennt:",
  add: (entries) => `${entries} hinzufügen`,
  faulty: { one: "Zeile bleibt hier, bis sie stimmt.", other: "Zeilen bleiben hier, bis sie stimmen." },
};
