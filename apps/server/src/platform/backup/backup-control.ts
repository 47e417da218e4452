import type { BackupRow } from "./queries.ts";
import type { BackupKeep, BackupTime } from "./schedule.ts";

/** Whose owners may look at backups and ask for one: of the only organization, of each, or nobody's. */
export type BackupOwners = "only" | "all" | "none";

/** The backups that a service makes by itself. */
export interface BackupControl {
  at: BackupTime | undefined;
  keep: BackupKeep;
  owners: BackupOwners;
  /** The newest first. */
  list(): Promise<BackupRow[]>;
  /** Begins one now, unless one is under way on any node. */
  runNow(): Promise<"begun" | "under_way">;
}
