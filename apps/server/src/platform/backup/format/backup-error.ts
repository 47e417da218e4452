/** A backup cannot be created, read or restored; the message says why. */
export class BackupError extends Error {}

/** The file is truncated, altered or not a backup. */
export class DamagedBackupError extends BackupError {}
