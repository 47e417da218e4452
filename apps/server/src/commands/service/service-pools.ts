import type { OpenDatabase } from "#commands/open/open-service.ts";
import type { Config } from "#platform/config/config.ts";
import { type DatabasePool, openPool } from "#platform/database/database.ts";
import { reportSettings } from "#tracking/reports/summaries/report-settings.ts";
import { senderSettings } from "#tracking/exchange/webhooks/delivery/sender.ts";

/**
 * Opens a small separate pool for the sender, so that neither the sender nor requests wait for the other's connections.
 */
export function openSenderPool(config: Config, connection: OpenDatabase["connection"]): DatabasePool {
  return openPool({
    connection,
    poolSize: Math.max(3, Math.floor(config.databasePoolSize / 4)),
    applicationName: "stint-sender",
    keepsSessions: true,
    settings: senderSettings,
  });
}

/** Opens a small separate pool for reports, so that slow reports never make other requests wait for a connection. */
export function openReportPool(config: Config, connection: OpenDatabase["connection"]): DatabasePool {
  return openPool({
    connection,
    poolSize: Math.max(2, Math.floor(config.databasePoolSize / 4)),
    applicationName: "stint-reports",
    keepsSessions: true,
    statementTimeoutMs: 30_000,
    settings: reportSettings,
  });
}
