import type { organization as en } from "#i18n/en/organization.ts";

export const organization: typeof en = {
  readOnly: "Nur Inhaber und Admins können diese Einstellungen ändern.",
  save: "Speichern",
  saved: "Einstellungen geändert",
  general: "Allgemein",
  generalLead: "Den Namen sehen alle in der Organisation.",
  name: "Name",
  currency: "Währung",
  currencyHint:
    "Gilt für alle Beträge. Sie lässt sich nicht mehr ändern, sobald es einen Satz oder ein Geldbudget gibt.",
  calendar: "Tage und Wochen",
  calendarLead:
    "In Berichten, Budgets und beim Sperrdatum beginnen und enden Tage in dieser Zeitzone, für alle gleich.",
  timeZone: "Zeitzone",
  weekStart: "Erster Tag der Woche",
  workingDays: "Arbeitstage",
  workingDaysHint: "Diese Tage zählen in den Budgetprognosen.",
  rounding: "Wie Dauern gerundet werden, legen Sie in den Einstellungen jedes Projekts fest.",
  lock: "Sperrdatum",
  lockLead: "Einträge, die vor diesem Tag beginnen, kann niemand mehr anlegen, ändern oder löschen.",
  lockDate: "Einträge vor diesem Tag sind schreibgeschützt",
  lockNone: "Es ist nichts gesperrt.",
  lockedNow: (entries, duration, day) => `Zurzeit gesperrt: ${entries} mit ${duration} vor ${day}.`,
  willLock: (entries, duration) => `Damit werden ${entries} mit ${duration} schreibgeschützt.`,
  willUnlock: (entries, duration) => `Damit lassen sich ${entries} mit ${duration} wieder ändern.`,
  entry: { one: "Eintrag", other: "Einträge" },
  lockSave: "Sperrdatum setzen",
  lockRemove: "Sperrdatum entfernen",
  lockChanged: "Sperrdatum geändert",
  keys: "API-Schlüssel von Mitgliedern",
  keysLead: "Manager, Admins und Inhaber dürfen immer API-Schlüssel erstellen.",
  membersMayMakeKeys: "Mitglieder dürfen API-Schlüssel erstellen",
  membersMayMakeKeysHint:
    "Auch wenn das ausgeschaltet ist, können Mitglieder ihre vorhandenen Schlüssel widerrufen und erneuern.",
  export: "Vollständiger Export",
  exportLead:
    "Eine Zip-Datei mit allem, was die Organisation enthält: Personen, Projekte, alle Einträge mit ihren Preisen, Sätze und der gesamte Verlauf.",
  exportStart: "Alles exportieren",
  exportRunning: (size) => `${size} empfangen …`,
  exportDone: (size) => `Der Export ist vollständig: ${size}.`,
  exportCancel: "Abbrechen",
  exportCancelled: "Der Export wurde abgebrochen. Nichts wurde gespeichert.",
  exportedAt: (when) => `Letzter vollständiger Export: ${when}.`,
  exportNever: "Noch kein vollständiger Export.",
  exportBroken: "Der Export wurde unterbrochen, deshalb wurde nichts gespeichert. Starten Sie ihn erneut.",
  deletion: "Organisation löschen",
  deletionLead:
    "Sie können sie noch 30 Tage lang lesen und exportieren und die Löschung abbrechen. Danach wird alles endgültig entfernt.",
  deletionNeedsExport:
    "Laden Sie zuerst einen vollständigen Export herunter. Er darf höchstens 24 Stunden alt sein, damit nichts versehentlich verloren geht.",
  deletionDo: "Organisation löschen",
  deletionQuestion: (name) => `${name} löschen?`,
  deletionAsk:
    "Ab jetzt lässt sich nichts mehr ändern. Nach 30 Tagen wird alles entfernt, auch Personen, die zu keiner anderen Organisation gehören.",
  deletionConfirm: (name) => `Zur Bestätigung „${name}“ eingeben`,
  deletionSet: "Die Organisation wird gelöscht",
  endsOn: (day) =>
    `Diese Organisation wird am ${day} endgültig entfernt. Bis dahin lässt sie sich lesen, aber nicht ändern.`,
  keep: "Organisation behalten",
  kept: "Die Organisation bleibt bestehen",
};
