import type { guide as en } from "#i18n/en/guide.ts";

export const guide: typeof en = {
  lead: "So geht das Übliche. Alles andere finden Sie mit Strg K und einem Wort.",
  title: "Hilfe",
  parts: { answers: "Wie geht …", keys: "Tasten" },
  search: "Hilfe durchsuchen",
  nothing: "Nichts gefunden. Versuchen Sie ein anderes Wort.",
  topics: {
    "time-track": {
      title: "Erfassen, was Sie tun",
      text: "Schreiben Sie in die Leiste oben, was Sie tun, wählen Sie ein Projekt (oder tippen Sie @ und seinen Namen) und starten Sie den Timer. Stoppen Sie ihn, wenn Sie fertig sind.",
    },
    "time-day": {
      title: "Einen ganzen Tag auf einmal nachtragen",
      text: "Klicken Sie auf „Eintrag hinzufügen“ oder drücken Sie N und schreiben Sie eine Zeile je Eintrag: „9-10:30 @Website Durchsicht“ oder „45m Anruf #vertrieb“. Die Vorschau zeigt, was hinzugefügt wird, und markiert Zeilen, die zu berichtigen sind.",
    },
    "time-correct": {
      title: "Einen Eintrag korrigieren",
      text: "Klicken Sie auf das, was falsch ist, und ändern Sie es; gespeichert wird, wenn Sie das Feld verlassen. Im Menü des Eintrags können Sie ihn kopieren, teilen oder löschen. „Rückgängig“ oder Strg Z nimmt die letzte Aktion zurück.",
    },
    "time-forgot": {
      title: "Einen vergessenen Timer berichtigen",
      text: "Wenn ein Timer länger als zehn Stunden oder über Mitternacht läuft, steht bei Ihren Zeiten, wann Sie an diesem Gerät zuletzt pausiert haben, und Sie können ihn zu dieser Zeit stoppen. Oder Sie stoppen ihn und berichtigen das Ende.",
    },
    "time-locked": {
      title: "Erfahren, warum ein Eintrag gesperrt ist",
      text: "Einträge mit einem Schloss liegen in einem abgeschlossenen Zeitraum oder einem eingereichten Stundenzettel oder sind schon abgerechnet. Zeigen Sie auf das Schloss, um den Grund zu sehen. Ziehen Sie den Stundenzettel zurück oder fragen Sie die Person, die Ihre Zeiten freigibt.",
    },
    "calendar-draw": {
      title: "Den Kalender nutzen",
      text: "Ziehen Sie über die Stunden, um einen Eintrag hinzuzufügen, ziehen Sie einen Eintrag, um ihn zu verschieben, und ziehen Sie an einem Ende, um ihn zu verlängern oder zu kürzen. Alles lässt sich rückgängig machen.",
    },
    "calendar-others": {
      title: "Termine neben den Zeiten sehen",
      text: "Fügen Sie im Kalender unter „Andere Kalender“ die Adresse Ihres anderen Kalenders hinzu. Seine Termine erscheinen gestrichelt, und ein Klick macht aus einem Termin einen Eintrag. Niemand sonst sieht sie.",
    },
    "timesheet-fill": {
      title: "Eine Woche ausfüllen",
      text: "Der Stundenzettel hat eine Zeile je Projekt und Aufgabe und eine Spalte je Tag. Tippen Sie 1:30, 1,5 oder 90m in eine Zelle. Sie können die Zeilen der letzten Woche übernehmen und Zellen kopieren und einfügen, auch aus einer Tabelle.",
    },
    "timesheet-submit": {
      title: "Zeiten einreichen",
      text: "Wenn eine Woche oder ein Monat vollständig ist, reichen Sie den Stundenzettel ein. Wird er zurückgegeben, steht die Notiz über Ihren Zeiten: Berichtigen Sie sie und reichen Sie ihn erneut ein. Um eingereichte Zeiten zu ändern, ziehen Sie den Stundenzettel zuerst zurück.",
    },
    "projects-new": {
      title: "Ein Projekt anlegen",
      text: "Klicken Sie unter „Projekte“ auf „Neues Projekt“. Kunde, Stundensatz, Budget und Mitglieder lassen sich gleich mit angeben, und ein neuer Kunde wird dabei angelegt. Wer Zeit erfasst, findet das Projekt mit ein paar Buchstaben seines Namens.",
    },
    "projects-budget": {
      title: "Ein Budget einhalten",
      text: "Bearbeiten Sie ein Projekt, um ihm ein Budget in Stunden oder Geld zu geben, einmalig oder je Monat. Seine Seite zeigt, wie viel verbraucht ist, und nach fünf Arbeitstagen, wann es aufgebraucht sein wird. Bei den Prozentwerten, die Sie wählen, werden Sie benachrichtigt.",
    },
    "rates-set": {
      title: "Festlegen, was eine Stunde kostet",
      text: "Ein Stundensatz gilt für alle, für ein Projekt, eine Aufgabe, eine Person oder eine Person in einem Projekt; der genaueste gilt. Einträge behalten den Preis, mit dem sie erfasst wurden. Deshalb bietet ein neuer Satz an, frühere Einträge neu zu bewerten.",
    },
    "tags-tidy": {
      title: "Schlagwörter aufräumen",
      text: "Benennen Sie ein Schlagwort um, ändert es sich in allen Einträgen. Gibt es den neuen Namen schon, werden beide zusammengeführt. Sie können auch mehrere auswählen und zusammenführen. Beides lässt sich rückgängig machen.",
    },
    "reports-read": {
      title: "Sehen, wofür die Zeit gebraucht wurde",
      text: "Wählen Sie die Tage, filtern Sie nach einem oder mehreren Projekten, Personen oder Schlagwörtern und gruppieren Sie das Ergebnis. Ein Klick auf eine Zahl zeigt ihre Einträge. Exportieren Sie das Ergebnis für eine Tabelle.",
    },
    "reports-share": {
      title: "Einen Bericht teilen",
      text: "Speichern Sie einen Bericht und teilen Sie ihn mit der ganzen Organisation. Für Kunden ohne Konto erstellen Sie einen Link: Er zeigt aktuelle Zahlen, bis er abläuft, und Sie entscheiden, ob mit Beträgen.",
    },
    "billing-bill": {
      title: "Einem Kunden etwas abrechnen",
      text: "Die Abrechnung zeigt, was jedem Kunden noch nicht abgerechnet wurde. Wählen Sie Kunde und Tage, prüfen Sie die Positionen und rechnen Sie ab. Abgerechnete Einträge sind gesperrt, damit nichts doppelt abgerechnet wird. Heben Sie die Abrechnung auf, sind sie wieder frei.",
    },
    "team-invite": {
      title: "Menschen einladen",
      text: "Klicken Sie unter „Team“ auf „Einladen“ und fügen Sie beliebig viele Adressen ein, mit oder ohne Namen. Alle erhalten die Rolle und das Team, die Sie wählen. Verschickt der Server keine E-Mails, kopieren Sie die Links und geben sie selbst weiter.",
    },
    "team-roles": {
      title: "Bestimmen, wer was darf",
      text: "Mitglieder erfassen ihre eigene Zeit. Betrachter lesen nur. Manager sehen die Zeiten aller und verwalten Projekte und Stundensätze. Admins verwalten auch Mitglieder und Einstellungen. Klicken Sie in der Tabelle der Mitglieder auf eine Rolle, um sie zu ändern.",
    },
    "team-leads": {
      title: "Jemanden ein Team leiten lassen",
      text: "Legen Sie unter „Team“ ein Team an und bestimmen Sie, wer es leitet. Die Leitung sieht und berichtigt die Zeiten der Mitglieder und gibt ihre Stundenzettel frei. Ob sie auch Beträge sieht, entscheiden Sie.",
    },
    "approvals-decide": {
      title: "Zeiten freigeben",
      text: "„Freigaben“ zeigt, wer was eingereicht hat. Öffnen Sie einen Stundenzettel, um ihn nach Projekten und Tagen zu sehen, und geben Sie ihn frei oder mit einer Notiz zurück. Sie können auch mehrere auswählen und gemeinsam freigeben.",
    },
    "imports-bring": {
      title: "Frühere Zeiten übernehmen",
      text: "Importieren Sie eine Datei aus Toggl, Clockify, Harvest, Kimai oder solidtime oder eine beliebige CSV-Datei. Sie sehen vorher, was angelegt wird, und danach einen Vergleich, der belegt, dass keine Zeit verloren ging.",
    },
    "any-offline": {
      title: "Ohne Verbindung arbeiten",
      text: "Arbeiten Sie weiter wie gewohnt: Einträge und Timer gehen auch ohne Verbindung und werden gesendet, sobald der Server wieder erreichbar ist. Hat inzwischen jemand dasselbe Feld geändert, wählen Sie aus.",
    },
    "profile-adapt": {
      title: "Persönlich einrichten",
      text: "In Ihrem Profil wählen Sie Sprache, Zeitzone, Farbschema und Mitteilungen, ändern Ihr Passwort und verbinden Ihren Kalender.",
    },
  },
  open: (screen) => `Öffnen: ${screen}`,
  picture: (title) => `Bildschirmfoto: ${title}`,
  developers: {
    lead: "Für Programme und die Menschen, die sie schreiben.",
    reference: "Jede Operation der API mit ihren Feldern und Fehlern.",
    guide: "API-Handbuch",
    guideHint: "Wie die API funktioniert, wie man den Dienst betreibt und mehr (auf Englisch).",
    blog: "Die Artikel, die die Blog-API ausliefert.",
  },
  keys: {
    everywhere: "Überall",
    palette: "Suchen, Befehl ausführen oder Einträge hinzufügen",
    describe: "Beschreiben, woran Sie arbeiten",
    startOrStop: "Timer starten oder stoppen",
    undo: "Rückgängig machen",
    sheet: "Hilfe und diese Tasten zeigen",
    close: "Schließen oder Eingabe im Feld verwerfen",
    goTo: "Wechseln zu",
    addEntry: "Einen oder mehrere Einträge hinzufügen",
    inCalendar: "Im Kalender",
    move: "Eintrag verschieben",
    resize: "Eintrag verlängern oder verkürzen",
    newEntry: "Eintrag zur gewählten Uhrzeit hinzufügen",
    duplicate: "Eintrag duplizieren",
    turnPage: "Frühere oder spätere Tage anzeigen",
    inTimesheet: "Im Stundenzettel",
    editCell: "Zelle bearbeiten (Tippen ersetzt den Inhalt)",
    openCell: "Einträge und Kommentare der Zelle öffnen",
    keepAndGo: "Eingabe übernehmen und weitergehen",
    emptyCells: "Zellen leeren",
    copyPaste: "Kopieren und einfügen, auch aus einer Tabellenkalkulation",
    nextEntry: "Nächster oder voriger Eintrag",
    selectMore: "Auswahl erweitern",
    trim: "Vergessenen Timer rückwirkend stoppen",
    turnOff: "Tastenkürzel mit nur einer Taste lassen sich im Profil ausschalten.",
  },
};
