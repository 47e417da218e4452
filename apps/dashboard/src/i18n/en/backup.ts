import type { Forms } from "#i18n/catalogue.ts";

export const backup = {
  lead: "Each backup is a snapshot of all data in this installation. To restore one, run this on the server:",
  now: "Back up now",
  begun: "Backup started",
  underWay: "A backup is already running",
  scheduled: (time: string, zone: string) => `Every day at ${time} (${zone}).`,
  keeps: (kept: string) => `Stint keeps the latest backup from each of the last ${kept}.`,
  days: { one: "day", other: "days" } as Forms,
  weeks: { one: "week", other: "weeks" } as Forms,
  months: { one: "month", other: "months" } as Forms,
  unscheduled:
    "Automatic backups are off. To turn them on, set BACKUP_DIR and BACKUP_AT (a time of day) on the server.",
  none: "No backups yet.",
  states: {
    verified: "Verified",
    unverified: "Not verified",
    failed: "Failed",
    running: "In progress",
    cut: "Interrupted",
  },
  verifiedAt: (when: string) => `Restored to a temporary database and verified on ${when}`,
  unverifiedLead: "This backup hasn’t been verified by a test restore.",
  cutLead: "The server stopped before the backup was finished. The next backup isn’t affected.",
  byPerson: "started by an owner",
  bySchedule: "scheduled",
  lastGood: (when: string) => `Last verified backup: ${when}.`,
  noneGood: "No backup has been verified yet.",
};
