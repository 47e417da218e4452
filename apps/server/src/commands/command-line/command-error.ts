import { BackupError } from "#platform/backup/backup-error.ts";
import { ConfigError } from "#platform/config/config.ts";
import { EmbeddedPostgresError } from "#platform/embedded-postgres/embedded-postgres-error.ts";

/** A command cannot do its work; the message states why and what to type instead. */
export class CommandError extends Error {}

/** What a person who runs a command reads of a failure: its message, or the stack if nobody expected it. */
export function describeFailure(error: unknown): string {
  const isForPeople = [CommandError, ConfigError, BackupError, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  );
  const { message, stack } = error as Error;
  return isForPeople ? message : `stint-server failed: ${stack ?? String(error)}`;
}
