import { tmpdir } from "node:os";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { createStrangers } from "#identity/throttle/strangers.ts";
import { minuteMs } from "#platform/days.ts";
import { readFreeBytes, type DiskWatch, minFreeBytes, watchDisk } from "#platform/embedded-postgres/watch-disk.ts";
import { defaultConnectionLimits, maxConnections } from "#platform/http/server/connections.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { defaultDownloadLimits } from "#platform/http/replies/downloads.ts";
import { type AppDeps, buildApp } from "#src/app.ts";
import type { OpenNode } from "./open-node.ts";
import { openOpenId } from "./open-openid.ts";
import type { Logger } from "pino";
import type { Blog } from "#blog/blog.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import type { HealthDeps } from "#platform/http/server/health.ts";
import { withDeadline } from "#platform/concurrency/with-deadline.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";

/** Parts of the service that are already running when the app is built. */
interface StartedParts extends Pick<AppDeps, "backups" | "mail" | "calendarReader" | "clientDocuments" | "background"> {
  dashboard: AppDeps["dashboard"];
  onCommit: AppDeps["onCommit"];
  isStopping: () => boolean;
  isDiskFull: () => boolean;
  /** When the database went down; undefined while it is up. */
  downSince: () => number | undefined;
}

export async function buildNodeApp(node: OpenNode, parts: StartedParts): Promise<HttpApp> {
  const { config, version, dataDir, secretKey, logger, tracing, metrics, db, direct, reports } = node;
  const { limiters, apiKeys, blog, clock, now, monotonicMs } = node;
  // Buffers downloads in the data folder if there is one, because the temporary folder is often in memory.
  const downloads = { ...defaultDownloadLimits, folder: dataDir ?? tmpdir() };
  metrics.gauge("stint_downloads_free_bytes", "Free bytes on the disk that buffers downloads.", () =>
    readFreeBytes(downloads.folder),
  );
  const findFault = createReadiness({ db: direct, blog, logger, isStopping: parts.isStopping });
  return buildApp({
    ...parts,
    hasDevicePage: parts.dashboard !== undefined,
    trustProxy: config.trustProxy,
    importShares: config.imports,
    sharedLinkMaxDays: config.sharedLinkMaxDays,
    hasher: createPasswordHasher(),
    strangers: createStrangers(),
    openId: config.openId && (await openOpenId(config.openId, config.openIdGroups)),
    openIdGroups: config.openIdGroups,
    db,
    reports,
    secretKey,
    webhookAllowPrivate: config.webhookAllowPrivate,
    publicUrl: config.publicUrl,
    apiKeys,
    keyShares: config.keyShares,
    streams: { shares: config.streamShares },
    limiters,
    blog,
    metrics,
    logger,
    version,
    now,
    monotonicMs,
    findFault,
    findWarning: clock.describe,
    findFailure: () => (dataDir === undefined ? undefined : findLongOutage(parts.downSince(), monotonicMs())),
    limits: { ...defaultConnectionLimits, connections: maxConnections(defaultConnectionLimits.connections) },
    tracing,
    downloads,
  });
}

interface ReadinessDeps {
  /** The unwrapped pool, so that a probe does not queue behind tenants' statements. */
  db: DatabasePool;
  blog: Pick<Blog, "isLoaded">;
  logger: Pick<Logger, "warn">;
  isStopping: () => boolean;
}

function createReadiness({ db, blog, logger, isStopping }: ReadinessDeps): HealthDeps["findFault"] {
  const askDatabase = withDeadline((signal) => db.query(sql`select 1`, { signal }));
  return async (product) => {
    if (isStopping()) return "stopping";
    if (product === "blog") return blog.isLoaded() ? undefined : "the content is not loaded yet";
    try {
      await askDatabase();
      return undefined;
    } catch (error) {
      logger.warn({ err: error }, "not ready");
      return "the database does not respond";
    }
  };
}

const longOutageMs = minuteMs;

/**
 * Returns a reason to restart the service if the embedded database has been down for long. The restart helps because
 * the service runs the database.
 */
export function findLongOutage(downSinceMs: number | undefined, nowMs: number): string | undefined {
  const downMs = downSinceMs === undefined ? 0 : nowMs - downSinceMs;
  return downMs > longOutageMs ? `the database has been down for ${Math.round(downMs / 1_000)} s` : undefined;
}

/** Monitors the disk space of the embedded database, and reports it to the log and metrics. */
export async function watchDataDisk(
  dataDir: string,
  { jobs, metrics, logger }: { jobs: JobRunner; metrics: Metrics; logger: Logger },
): Promise<DiskWatch> {
  const disk = await watchDisk({
    jobs,
    readFreeBytes: () => readFreeBytes(dataDir),
    onChange(isFull, freeBytes) {
      const room = { dataDir, freeBytes, minFreeBytes };
      if (isFull) logger.error(room, "the database's disk is nearly full; writes are refused");
      else logger.info(room, "the database's disk has space again; writes are accepted");
    },
  });
  metrics.gauge("stint_data_free_bytes", "Free bytes on the embedded database's disk.", disk.freeBytes);
  return disk;
}
