import type { backup as en } from "#text/en/backup.ts";

export const backup: typeof en = {
  title: "Sicherungen",
  lead: "Jede Sicherung enthält alle Daten dieser Installation, wie ein Augenblick sie zeigt. Zurückgespielt wird auf dem Server:",
  now: "Jetzt sichern",
  begun: "Die Sicherung hat begonnen",
  underWay: "Eine Sicherung läuft bereits",
  scheduled: (time, zone) => `Jede Nacht um ${time} (${zone}).`,
  keeps: (kept) => `Behalten wird die neueste aus ${kept}.`,
  days: { one: "Tag", other: "Tagen" },
  weeks: { one: "Woche", other: "Wochen" },
  months: { one: "Monat", other: "Monaten" },
  unscheduled:
    "Von selbst wird nicht gesichert. Der Betreiber des Servers setzt BACKUP_DIR, und BACKUP_AT auf eine Uhrzeit.",
  none: "Es gibt noch keine Sicherung.",
  states: {
    verified: "Geprüft",
    unverified: "Ungeprüft",
    failed: "Fehlgeschlagen",
    running: "Läuft",
    cut: "Nicht beendet",
  },
  verifiedAt: (when) => `In eine Probe-Datenbank zurückgespielt und nachgezählt am ${when}`,
  unverifiedLead: "Das Zurückspielen wurde nicht erprobt.",
  cutLead: "Der Server endete, bevor die Sicherung fertig war. Die nächste ist davon nicht betroffen.",
  byPerson: "von einem Inhaber verlangt",
  bySchedule: "nach Plan",
  lastGood: (when) => `Letzte geprüfte Sicherung: ${when}.`,
  noneGood: "Noch keine Sicherung ist geprüft.",
};
