import { BackupError } from "#platform/backup/format/backup-error.ts";
import { ConfigError } from "#platform/config/config.ts";
import { EmbeddedPostgresError } from "#platform/embedded-postgres/data-folder/embedded-postgres-error.ts";

/** Thrown if a command cannot do its work. The message says why, and what to do instead. */
export class CommandError extends Error {}

/** Whether the error's message is written for the person who ran the command. */
export function isForPeople(error: unknown): boolean {
  return [CommandError, ConfigError, BackupError, EmbeddedPostgresError].some((kind) => error instanceof kind);
}

/**
 * Describes a failure to the person who ran the command: by the message of the error or, if it is unexpected, by its
 * stack.
 */
export function describeFailure(error: unknown): string {
  const { message, stack } = error as Error;
  return isForPeople(error) ? message : `stint-server failed: ${stack ?? String(error)}`;
}
