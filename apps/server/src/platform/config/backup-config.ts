import type { BackupOwners } from "#platform/backup/backup-control.ts";
import { type BackupKeep, type BackupTime, parseBackupKeep, parseBackupTime } from "#platform/backup/schedule.ts";
import type { SettingReader } from "./setting-reader.ts";

export interface BackupConfig {
  /** An absolute path. If undefined, backups go to `backups` in the data folder or, with DATABASE_URL, are not made. */
  dir: string | undefined;
  /** Undefined if backups are created only on request. */
  at: BackupTime | undefined;
  keep: BackupKeep;
  /** Whether each backup is verified by restoring it to a scratch database. */
  verifies: boolean;
  /** The file with the passphrase that encrypts a copy of SECRET_KEY in the backup. */
  passphraseFile: string | undefined;
  owners: BackupOwners;
}

export function readBackup({ text, path, choice, faults }: SettingReader): BackupConfig {
  const atText = text("BACKUP_AT");
  const at = atText === "off" ? undefined : parseBackupTime(atText);
  if (at === undefined && atText !== "off")
    faults.push("BACKUP_AT must be a time such as 03:00, a time with its zone such as 03:00 Europe/Berlin, or off");
  const keep = parseBackupKeep(text("BACKUP_KEEP"));
  if (keep === undefined)
    faults.push("BACKUP_KEEP must be numbers of days, weeks and months for which a backup is kept, such as 7d,4w,12m");
  return {
    dir: path("BACKUP_DIR"),
    at,
    keep: keep ?? { days: 7, weeks: 0, months: 0 },
    verifies: choice("BACKUP_VERIFY", ["on", "off"]) === "on",
    passphraseFile: path("BACKUP_PASSPHRASE_FILE"),
    owners: choice("BACKUP_OWNERS", ["only", "all", "none"]),
  };
}
