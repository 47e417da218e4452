import type { guide as en } from "#i18n/en/guide.ts";

export const guide: typeof en = {
  lead: "So geht das Übliche. Alles andere finden Sie mit Strg K und einem Wort.",
  topics: {
    time: {
      title: "Den Tag erfassen",
      text: "Schreiben Sie in die Leiste oben, was Sie tun, wählen Sie ein Projekt (oder tippen Sie @ und seinen Namen) und starten Sie den Timer. Stoppen Sie ihn, wenn Sie fertig sind. Um Zeit nachzutragen, klicken Sie auf „Eintrag hinzufügen“ oder drücken N und schreiben eine Zeile je Eintrag: „9-10:30 @Website Durchsicht“ oder „45m Anruf #vertrieb“. Die Vorschau zeigt, was hinzugefügt wird.",
    },
    correct: {
      title: "Einen Eintrag korrigieren",
      text: "Klicken Sie auf das, was falsch ist, und ändern Sie es; gespeichert wird, wenn Sie das Feld verlassen. Im Menü des Eintrags können Sie ihn kopieren, teilen oder löschen. „Rückgängig“ oder Strg Z nimmt die letzte Aktion zurück. Einträge mit einem Schloss liegen in einem abgeschlossenen Zeitraum: Bitten Sie die Person, die Ihre Zeiten freigibt, ihn wieder zu öffnen.",
    },
    calendar: {
      title: "Den Kalender nutzen",
      text: "Ziehen Sie über die Stunden, um einen Eintrag hinzuzufügen, ziehen Sie einen Eintrag, um ihn zu verschieben, und ziehen Sie an einem Ende, um ihn zu verlängern oder zu kürzen. Sie können Ihre anderen Kalender daneben anzeigen und deren Termine mit einem Klick übernehmen.",
    },
    timesheet: {
      title: "Eine Woche ausfüllen",
      text: "Der Stundenzettel hat eine Zeile je Projekt und Aufgabe und eine Spalte je Tag. Tippen Sie 1:30, 1,5 oder 90m in eine Zelle. Sie können die Zeilen der letzten Woche übernehmen und Zellen kopieren und einfügen, auch aus einer Tabelle.",
    },
    submissions: {
      title: "Zeiten einreichen",
      text: "Wenn eine Woche oder ein Monat vollständig ist, reichen Sie den Stundenzettel ein. Wird er zurückgegeben, steht die Notiz über Ihren Zeiten und in Ihren Mitteilungen: Korrigieren Sie Ihre Zeiten und reichen Sie ihn erneut ein. Um eingereichte Zeiten zu ändern, ziehen Sie den Stundenzettel zuerst zurück.",
    },
    reports: {
      title: "Sehen, wofür die Zeit gebraucht wurde",
      text: "Wählen Sie die Tage, filtern Sie nach einem oder mehreren Projekten, Personen oder Schlagwörtern und gruppieren Sie das Ergebnis. Ein Klick auf eine Zahl zeigt ihre Einträge. Speichern Sie einen Bericht, um ihn wiederzufinden oder per Link zu teilen, und exportieren Sie ihn für eine Tabelle.",
    },
    profile: {
      title: "Persönlich einrichten",
      text: "In Ihrem Profil wählen Sie Sprache, Zeitzone, Farbschema und Mitteilungen, ändern Ihr Passwort und verbinden Ihren Kalender.",
    },
    shortcuts: {
      title: "Die Tastatur nutzen",
      text: "Strg K findet Seiten, Projekte und Einträge. S startet oder stoppt den Timer, N fügt Einträge hinzu, G und dann T führt zu Ihren Zeiten, und ? zeigt alle Kürzel.",
    },
  },
  open: (screen) => `Öffnen: ${screen}`,
  developers: {
    lead: "Für Programme und die Menschen, die sie schreiben.",
    reference: "Jede Operation der API mit ihren Feldern und Fehlern.",
    guide: "API-Handbuch",
    guideHint: "Wie die API funktioniert, wie man den Dienst betreibt und mehr (auf Englisch).",
    blog: "Die Artikel, die die Blog-API ausliefert.",
  },
};
