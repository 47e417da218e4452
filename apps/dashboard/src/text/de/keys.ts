import type { Catalogue } from "#text/catalogue.ts";

export const keys: Catalogue["keys"] = {
  everywhere: "Überall",
  palette: "Suchen, ausführen oder den Tag tippen",
  describe: "Beschreiben, woran Sie arbeiten",
  startOrStop: "Timer starten oder stoppen",
  undo: "Rückgängig",
  sheet: "Diese Übersicht",
  close: "Schließen, oder die Eingabe in einem Feld zurücknehmen",
  goTo: "Gehe zu",
  inCalendar: "Im Kalender",
  move: "Eintrag verschieben",
  resize: "Verlängern oder verkürzen",
  newEntry: "An dieser Stelle einen Eintrag anlegen",
  duplicate: "Den Eintrag duplizieren",
  turnPage: "Blättern",
  turnOff: "Einzelne Tasten lassen sich im Profil abschalten.",
};
