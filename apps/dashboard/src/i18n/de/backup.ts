import type { backup as en } from "#i18n/en/backup.ts";

export const backup: typeof en = {
  lead: "Jede Sicherung ist eine Momentaufnahme aller Daten dieser Installation. Wiederhergestellt wird sie auf dem Server:",
  now: "Jetzt sichern",
  begun: "Sicherung gestartet",
  underWay: "Eine Sicherung läuft bereits",
  scheduled: (time, zone) => `Jede Nacht um ${time} (${zone}).`,
  keeps: (kept) => `Aufbewahrt wird jeweils die neueste Sicherung aus den letzten ${kept}.`,
  days: { one: "Tag", other: "Tagen" },
  weeks: { one: "Woche", other: "Wochen" },
  months: { one: "Monat", other: "Monaten" },
  unscheduled:
    "Automatische Sicherungen sind ausgeschaltet. Setzen Sie dafür auf dem Server BACKUP_DIR und BACKUP_AT (eine Uhrzeit).",
  none: "Noch keine Sicherungen.",
  states: {
    verified: "Geprüft",
    unverified: "Ungeprüft",
    failed: "Fehlgeschlagen",
    running: "Läuft",
    cut: "Abgebrochen",
  },
  verifiedAt: (when) => `In einer temporären Datenbank wiederhergestellt und geprüft am ${when}`,
  unverifiedLead: "Das Wiederherstellen wurde nicht getestet.",
  cutLead: "Der Server wurde beendet, bevor die Sicherung fertig war. Die nächste ist davon nicht betroffen.",
  byPerson: "von einem Inhaber gestartet",
  bySchedule: "nach Plan",
  lastGood: (when) => `Letzte geprüfte Sicherung: ${when}.`,
  noneGood: "Es wurde noch keine Sicherung geprüft.",
};
