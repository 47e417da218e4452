// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type PostOptions, Resource } from "../client.ts";

/** The reply of `installation.backups`. */
export interface GetBackupsReply {
  /** When the service makes scheduled backups; null if it does not. */
  schedule: {
    /** Time of day, HH:MM. */
    time: string;
    /** The IANA time zone of `time`. */
    timeZone: string;
    /** The number of past days for which one backup each is kept. */
    keepDays: number;
    /** The number of past weeks for which one backup each is kept. */
    keepWeeks: number;
    /** The number of past months for which one backup each is kept. */
    keepMonths: number;
  } | null;
  /** The existing backups and the failures of the last 30 days, newest first; at most 100. */
  data: ({
    /** The id of the backup. */
    id: string;
    /** The name of its file in the operator's folder. Backups cannot be downloaded. */
    file: string;
    /** The scheduled instant for which it was made; null if a person requested it. ISO 8601, in UTC. */
    scheduledAt: string | null;
    /** When it was started. ISO 8601, in UTC. */
    startedAt: string;
    /** When it ended, successfully or not; null while it is being made. ISO 8601, in UTC. */
    finishedAt: string | null;
    /** The size of the file; null if there is none. */
    sizeBytes: number | null;
    /** When it was restored to a scratch database and recounted; null if it was not. ISO 8601, in UTC. */
    verifiedAt: string | null;
    /** Why there is no file, or why it is not verified; null if neither applies. */
    error: string | null;
  })[];
}

/** The reply of `installation.startBackup`. */
export interface StartBackupReply {
  /** `underWay`: one is already being made, by this node or another. */
  status: "begun" | "underWay";
}

/** The operations of `stint.installation`. */
export class InstallationApi extends Resource {
  /**
   * List the backups of the installation.
   *
   * Only for owners. A backup contains all organizations of the installation, so this is refused (403) if there are several, unless the operator allows it (`BACKUP_OWNERS`).
   *
   * Needs the scope `organization:read`. Only for owners.
   *
   * @example
   * const reply = await stint.installation.backups();
   */
  backups(options?: CallOptions): Promise<GetBackupsReply> {
    return this.client.get("/v1/installation/backups", undefined, options);
  }

  /**
   * Start a backup now.
   *
   * It is made in the background. Only for owners. A backup contains all organizations of the installation, so this is refused (403) if there are several, unless the operator allows it (`BACKUP_OWNERS`). 503 if the operator has not configured a backup folder.
   *
   * Needs the scope `organization:write`. Only for owners.
   *
   * Throws `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.installation.startBackup();
   */
  startBackup(options?: PostOptions): Promise<StartBackupReply> {
    return this.client.post("/v1/installation/backups", undefined, options);
  }
}
