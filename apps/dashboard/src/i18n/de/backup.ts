import type { backup as en } from "#i18n/en/backup.ts";

export const backup: typeof en = {
  lead: "Jede Sicherung ist eine Momentaufnahme aller Daten dieser Installation. So stellen Sie eine Sicherung auf dem Server wieder her:",
  now: "Jetzt sichern",
  begun: "Sicherung gestartet",
  underWay: "Eine Sicherung läuft bereits",
  scheduled: (time, zone) => `Täglich um ${time} Uhr (${zone}).`,
  keeps: (kept) => `Aufbewahrung: ${kept}, jeweils die neueste Sicherung.`,
  days: { one: "Tag", other: "Tage" },
  weeks: { one: "Woche", other: "Wochen" },
  months: { one: "Monat", other: "Monate" },
  unscheduled:
    "Automatische Sicherungen sind ausgeschaltet. Um sie einzuschalten, legen Sie auf dem Server BACKUP_DIR und BACKUP_AT (eine Uhrzeit) fest.",
  none: "Noch keine Sicherungen.",
  states: {
    verified: "Geprüft",
    unverified: "Ungeprüft",
    failed: "Fehlgeschlagen",
    running: "Läuft",
    cut: "Unterbrochen",
  },
  verifiedAt: (when) => `Am ${when} in einer temporären Datenbank wiederhergestellt und geprüft`,
  unverifiedLead: "Die Wiederherstellung wurde nicht getestet.",
  cutLead: "Der Server wurde beendet, bevor die Sicherung fertig war. Die nächste Sicherung ist davon nicht betroffen.",
  byPerson: "von einem Inhaber gestartet",
  bySchedule: "nach Zeitplan",
  lastGood: (when) => `Letzte geprüfte Sicherung: ${when}.`,
  noneGood: "Es wurde noch keine Sicherung geprüft.",
};
