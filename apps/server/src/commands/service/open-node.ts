import { performance } from "node:perf_hooks";
import { createBlog } from "#blog/blog.ts";
import { openSecretKey } from "#commands/open/open-secret-key.ts";
import type { OpenDatabase } from "#commands/open/open-service.ts";
import { createApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import type { Config } from "#platform/config/config.ts";
import { openDatabaseClock } from "#platform/database/database-clock.ts";
import { parser as pgParser } from "#platform/database/fast-rows/pg-parts.ts";
import { listenerName } from "#platform/database/listener-name.ts";
import { measurePools } from "#platform/database/measure-pools.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { trusterOf } from "#platform/http/server/proxies.ts";
import { createJobRunner } from "#platform/jobs/job-runner.ts";
import { createLogger } from "#platform/log/create-logger.ts";
import { createRateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { feedRateLimit } from "#tracking/exchange/calendar-feed/feed-rate-limit.ts";
import { openTracing } from "./open-tracing.ts";
import { openReportPool } from "./service-pools.ts";

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
