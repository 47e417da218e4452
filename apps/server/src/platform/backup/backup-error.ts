/** A backup cannot be made, read or restored; the message says why. */
export class BackupError extends Error {}

/** The file is cut, altered or no backup at all. */
export class DamagedBackupError extends BackupError {}
