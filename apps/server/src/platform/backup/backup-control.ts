import type { BackupRow } from "./queries.ts";
import type { BackupKeep, BackupTime } from "./schedule.ts";

/** Whose owners may list and start backups: those of the only organization, of every organization, or none. */
export type BackupOwners = "only" | "all" | "none";

/** The backups that the service makes on a schedule. */
export interface BackupControl {
  at: BackupTime | undefined;
  keep: BackupKeep;
  owners: BackupOwners;
  /** Newest first. */
  list(): Promise<BackupRow[]>;
  /** Starts one now, unless one is under way on any node. */
  runNow(): Promise<"begun" | "under_way">;
}
