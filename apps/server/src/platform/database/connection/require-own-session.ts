import { randomUUID } from "node:crypto";
import pg from "pg";
import { SessionError } from "#platform/database/database-errors.ts";
import { receivesNotifications } from "./receives-notifications.ts";
import { type ConnectionConfig, patience, probeMs, SessionClient } from "./session-client.ts";

/**
 * Rejects a pooler that assigns a session to each transaction. Locks, settings, prepared statements and LISTEN belong
 * to a session, and a lock left in a pooled session would never be released.
 */
export async function requireOwnSession(connection: ConnectionConfig): Promise<void> {
  const [one, other] = [
    new SessionClient({ ...connection, ...patience }),
    new SessionClient({ ...connection, ...patience }),
  ];
  try {
    await Promise.all([one.connect(), other.connect()]);
    const channel = `stint_probe_${randomUUID()}`;
    await one.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (await receivesNotifications(one, other, channel, probeMs)) return;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)));
  }
  throw new SessionError(
    "The database is behind a pooler that changes sessions between transactions, but Stint needs exclusive sessions. " +
      "Connect to PostgreSQL directly, or set the pooler to session mode (PgBouncer: pool_mode = session).",
  );
}
