import type { BackupRow } from "./queries.ts";
import type { BackupKeep, BackupTime } from "./schedule.ts";

/**
 * The organizations whose owners may list and start backups. `only`: an organization that is the only one on the
 * service.
 */
export type BackupOwners = "only" | "all" | "none";

/** The backups that the service makes on a schedule. */
export interface BackupControl {
  at: BackupTime | undefined;
  keep: BackupKeep;
  owners: BackupOwners;
  /** Newest first. */
  list(): Promise<BackupRow[]>;
  /** Starts a backup now, unless one is in progress on any node. */
  runNow(): Promise<"begun" | "under_way">;
}
