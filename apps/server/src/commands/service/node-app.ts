import { tmpdir } from "node:os";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { createStrangers } from "#identity/throttle/strangers.ts";
import { readFreeBytes } from "#platform/embedded-postgres/watch-disk.ts";
import { defaultConnectionLimits, maxConnections } from "#platform/http/server/connections.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { defaultDownloadLimits } from "#platform/http/replies/downloads.ts";
import { type AppDeps, buildApp } from "#src/app.ts";
import { findLongOutage } from "./embedded-health.ts";
import type { OpenNode } from "./open-node.ts";
import { openOpenId } from "./open-openid.ts";
import { createReadiness } from "./readiness.ts";

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
