import { performance } from "node:perf_hooks";
import { createBlog } from "#blog/blog.ts";
import { openSecretKey } from "#commands/open/open-secret-key.ts";
import type { OpenDatabase } from "#commands/open/open-service.ts";
import { createApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import type { Config } from "#platform/config/config.ts";
import { openDatabaseClock } from "#platform/database/connection/database-clock.ts";
import { parser as pgParser } from "#platform/database/fast-rows/pg-parts.ts";
import { listenerName } from "#platform/database/connection/listener-name.ts";
import { measurePools } from "#platform/database/pool/measure-pools.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { trusterOf } from "#platform/http/server/proxies.ts";
import { createJobRunner } from "#platform/jobs/job-runner.ts";
import { createLogger } from "#platform/log/create-logger.ts";
import { createRateLimiter, type RateLimit } from "#platform/rate-limit/rate-limiter.ts";
import type { Logger } from "pino";
import type { DatabasePool } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import type { Tracing } from "#platform/spans.ts";
import { reportSettings } from "#tracking/reports/summaries/operations/report-settings.ts";
import { senderSettings } from "#tracking/exchange/webhooks/delivery/sender.ts";

/**
 * Calendar programs poll a feed only every few minutes, even from several devices. A read costs as much as thousands of
 * small requests, so the limit is lower than for API keys.
 */
const feedRateLimit: RateLimit = { perMinute: 6, burst: 24 };

export type OpenNode = Awaited<ReturnType<typeof openNode>>;

/** Opens everything that the requests and the background jobs of a node share. Nothing runs yet. */
export async function openNode(config: Config, database: OpenDatabase, version: string) {
  const { connection, dataDir } = database;
  const secretKey = await openSecretKey(config, database);
  const log = createLogger(config);
  const { logger } = log;
  const { tracing, tracePool } = await openTracing(config, version, logger);
  const metrics = createMetrics();
  const pools = measurePools(metrics);
  const db = pools.share("requests", tracePool(database.db));
  if (pgParser === undefined)
    logger.warn("pg is not the version that its rows are read fast with; pg reads them itself");
  const limiters = {
    api: createRateLimiter(config.rateLimit),
    session: createRateLimiter(config.sessionRateLimit),
    feed: createRateLimiter(feedRateLimit),
  };
  const apiKeys = createApiKeyCache(db);
  const blog = createBlog({
    db,
    listener: listenerName(),
    articleUrl: config.blogArticleUrl,
    isProxy: trusterOf(config.trustProxy),
  });
  const jobs = createJobRunner({ logger, metrics, tracing });
  const clock = await openDatabaseClock({ db: database.db, jobs, metrics, logger });
  const reports = pools.share("reports", tracePool(openReportPool(config, connection)));
  return {
    config,
    version,
    connection,
    dataDir,
    secretKey,
    logger,
    flushLog: log.flush,
    tracing,
    tracePool,
    metrics,
    pools,
    db,
    /** `db` without the gate that limits each organization, for statements that must not wait behind others. */
    direct: database.db,
    reports,
    limiters,
    apiKeys,
    blog,
    jobs,
    clock,
    now: clock.now,
    monotonicMs: () => performance.now(),
  };
}

interface OpenTracing {
  tracing: Tracing | undefined;
  /** Wraps a pool to trace its statements. */
  tracePool: (pool: DatabasePool) => DatabasePool;
}

/** Loads OpenTelemetry and wraps pools only if a collector is configured. */
async function openTracing({ tracing: settings }: Config, version: string, logger: Logger): Promise<OpenTracing> {
  if (settings === undefined) return { tracing: undefined, tracePool: (pool: DatabasePool) => pool };
  const { startTracing } = await import("#platform/tracing/start-tracing.ts");
  const { tracePool } = await import("#platform/tracing/trace-pool.ts");
  const tracing = startTracing(settings, { version, logger });
  return { tracing, tracePool: (pool: DatabasePool) => tracePool(pool, tracing) };
}

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
function openReportPool(config: Config, connection: OpenDatabase["connection"]): DatabasePool {
  return openPool({
    connection,
    poolSize: Math.max(2, Math.floor(config.databasePoolSize / 4)),
    applicationName: "stint-reports",
    keepsSessions: true,
    statementTimeoutMs: 30_000,
    settings: reportSettings,
  });
}
