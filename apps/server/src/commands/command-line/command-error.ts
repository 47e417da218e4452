import { BackupError } from "#platform/backup/backup-error.ts";
import { ConfigError } from "#platform/config/config.ts";
import { EmbeddedPostgresError } from "#platform/embedded-postgres/embedded-postgres-error.ts";

/** A command cannot do its work; the message says why, and what to type instead. */
export class CommandError extends Error {}

/** Whether the message is written for the person who ran the command. */
export function isForPeople(error: unknown): boolean {
  return [CommandError, ConfigError, BackupError, EmbeddedPostgresError].some((kind) => error instanceof kind);
}

/** Describes a failure to the person who ran the command: by its message, or by the stack if it is unexpected. */
export function describeFailure(error: unknown): string {
  const { message, stack } = error as Error;
  return isForPeople(error) ? message : `stint-server failed: ${stack ?? String(error)}`;
}
