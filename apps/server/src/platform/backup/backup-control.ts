import type { BackupRow } from "./queries.ts";
import type { BackupKeep, BackupTime } from "./schedule.ts";

/**
 * The organizations whose owners may list and start backups. `only` means the service's only organization, and none if
 * there are several.
 */
export type BackupOwners = "only" | "all" | "none";

/** Controls the backups that the service creates on a schedule. */
export interface BackupControl {
  at: BackupTime | undefined;
  keep: BackupKeep;
  owners: BackupOwners;
  /** Lists backups, newest first. */
  list(): Promise<BackupRow[]>;
  /** Starts a backup now, unless one is in progress on any node. */
  runNow(): Promise<"begun" | "under_way">;
}
