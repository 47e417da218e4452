// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type PostOptions, Resource } from "../client.ts";

/** What `installation.backups` answers. */
export interface GetBackupsReply {
  /** When the service makes backups by itself; null if it does not. */
  schedule: {
    /** Time of day, HH:MM. */
    time: string;
    /** The zone of the time, an IANA name. */
    timeZone: string;
    /** Of how many of the last days one is kept. */
    keepDays: number;
    /** Of how many of the last weeks one is kept. */
    keepWeeks: number;
    /** Of how many of the last months one is kept. */
    keepMonths: number;
  } | null;
  /** The backups that are there and the failures of the last 30 days, newest first; 100 at most. */
  data: ({
    /** The id of the backup. */
    id: string;
    /** The name of its file in the folder of the operator. Backups cannot be downloaded. */
    file: string;
    /** The scheduled instant that it stands for; null if a person asked for it. ISO 8601, in UTC. */
    scheduledAt: string | null;
    /** When it was begun. ISO 8601, in UTC. */
    startedAt: string;
    /** When it ended, well or not; null while it is made. ISO 8601, in UTC. */
    finishedAt: string | null;
    /** Size of the file; null without one. */
    sizeBytes: number | null;
    /** When it was restored to a scratch database and recounted; null if it was not. ISO 8601, in UTC. */
    verifiedAt: string | null;
    /** Why there is no file, or why it is not verified; null if neither. */
    error: string | null;
  })[];
}

/** What `installation.startBackup` answers. */
export interface StartBackupReply {
  /** `underWay`: one is being made already, here or by another node. */
  status: "begun" | "underWay";
}

/** The operations of `stint.installation`. */
export class InstallationApi extends Resource {
  /**
   * See the backups of the installation.
   *
   * Only for owners. A backup holds all organizations of the installation, so it is refused (403) where there are several, unless the operator permits it (`BACKUP_OWNERS`).
   *
   * Needs the scope `organization:read`. Only an owner may.
   *
   * @example
   * const reply = await stint.installation.backups();
   */
  backups(options?: CallOptions): Promise<GetBackupsReply> {
    return this.client.get("/v1/installation/backups", undefined, options);
  }

  /**
   * Make a backup now.
   *
   * It is made behind the reply. Only for owners. A backup holds all organizations of the installation, so it is refused (403) where there are several, unless the operator permits it (`BACKUP_OWNERS`). 503 where the operator named no folder for backups.
   *
   * Needs the scope `organization:write`. Only an owner may.
   *
   * Throws `ConflictError`, and what every call may.
   *
   * @example
   * const reply = await stint.installation.startBackup();
   */
  startBackup(options?: PostOptions): Promise<StartBackupReply> {
    return this.client.post("/v1/installation/backups", undefined, options);
  }
}
