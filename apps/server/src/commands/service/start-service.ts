import { tmpdir } from "node:os";
import { performance } from "node:perf_hooks";
import { setImmediate as afterThis, setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildApp } from "#src/app.ts";
import { createBlog } from "#blog/blog.ts";
import { createApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import { mailImportedInvitations } from "#identity/invitations/mail-invitation.ts";
import { addSealMetrics } from "#identity/seals/seal-metrics.ts";
import { toSeal } from "#identity/seals/to-seal.ts";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { createStrangers } from "#identity/throttle/strangers.ts";
import { createBackground } from "#platform/concurrency/background.ts";
import type { Config } from "#platform/config/config.ts";
import { parser as pgParser } from "#platform/database/fast-rows/pg-parts.ts";
import { listenerName } from "#platform/database/listener-name.ts";
import { measurePools } from "#platform/database/measure-pools.ts";
import { readFreeBytes } from "#platform/embedded-postgres/watch-disk.ts";
import { createLogger } from "#platform/log/create-logger.ts";
import { usualConnectionLimits } from "#platform/http/connections.ts";
import { usualDownloadLimits } from "#platform/http/downloads.ts";
import { listen as listenForRequests } from "#platform/http/listen.ts";
import { mostConnections } from "#platform/http/most-connections.ts";
import { loadValidation } from "#platform/http/validation.ts";
import { runJob } from "#platform/loop-turns.ts";
import { createMetrics, measureProcess } from "#platform/http/metrics.ts";
import type { HttpApp } from "#platform/http/create-http-app.ts";
import { createJobRunner } from "#platform/jobs/job-runner.ts";
import { createRateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { createDashboard } from "#src/dashboard/dashboard.ts";
import { startWorker } from "#src/worker.ts";
import { feedRateLimit } from "#tracking/calendar-feed/feed-rate-limit.ts";
import { recutDates } from "#tracking/settings/recut-dates.ts";
import type { Sender } from "#tracking/webhooks/delivery/sender.ts";
import { cannotListen } from "./cannot-listen.ts";
import { findLongOutage, watchDataDisk } from "./embedded-health.ts";
import { openSecretKey } from "#commands/open/open-secret-key.ts";
import type { OpenDatabase } from "#commands/open/open-service.ts";
import { startImportWorker } from "#tracking/imports/worker/import-worker.ts";
import { startNoticeMails } from "#tracking/notice-mails/mail-notices.ts";
import { createClientDocuments } from "#identity/oauth/client-document.ts";
import { createCalendarReader } from "#tracking/subscribed-calendars/calendar-reader.ts";
import { startOwnBackups } from "#commands/backup/scheduled-backups.ts";
import { listenToNodes } from "./listen-to-nodes.ts";
import { openMail, startDeliveries } from "./open-senders.ts";
import { openOpenId, warnOfGroups } from "./open-openid.ts";
import { openTracing } from "./open-tracing.ts";
import { createReadiness } from "./readiness.ts";
import { openReportPool, openSenderPool } from "./service-pools.ts";

export interface Service {
  url: string;
  /**
   * Drains: reports "not ready" at once but serves for another `drainMs`, so proxies notice. Then finishes requests in
   * progress and closes everything but the database.
   */
  stop(drainMs: number): Promise<void>;
}

const stopMs = 20_000;
const dashboardFolder = fileURLToPath(new URL("../../../../dashboard", import.meta.url));

/** Adds routes that only a single command needs. */
export type AddRoutes = (app: HttpApp) => void;

/** Runs one node on an open database: HTTP server, listeners for other nodes' notifications, background jobs. */
export async function startService(
  config: Config,
  database: OpenDatabase,
  version: string,
  addRoutes?: AddRoutes,
): Promise<Service> {
  const { connection } = database;
  const secretKey = await openSecretKey(config, database);
  const log = createLogger(config);
  const { logger } = log;
  const { tracing, tracePool } = await openTracing(config, version, logger);
  const metrics = createMetrics();
  const pools = measurePools(metrics);
  const db = pools.share("requests", tracePool(database.db));
  if (pgParser === undefined)
    logger.warn("pg is not the version that its rows are read fast with; pg reads them itself");
  const now = () => new Date();
  const monotonicMs = () => performance.now();
  const limiters = {
    api: createRateLimiter(config.rateLimit),
    session: createRateLimiter(config.sessionRateLimit),
    feed: createRateLimiter(feedRateLimit),
  };
  const apiKeys = createApiKeyCache(db);
  const blog = createBlog({ db, listener: listenerName(), articleUrl: config.blogArticleUrl });
  const jobs = createJobRunner({ logger, metrics, tracing });
  // Undo steps for the start, newest first; they run when the service stops or fails to start.
  const undo: ((() => unknown) | undefined)[] = [log.flush, tracing?.stop];
  let isStopping = false;
  const stop = async (drainMs = 0) => {
    isStopping = true;
    await pause(drainMs);
    for (const step of undo.splice(0).reverse()) await step?.();
  };

  const reports = pools.share("reports", tracePool(openReportPool(config, connection)));
  undo.push(reports.end);

  try {
    await recutDates(db, process.versions["tz"] ?? "", now()).catch((error: unknown) =>
      logger.error(
        { err: error },
        "dates could not be recalculated for the newer time zone data; the next start will retry",
      ),
    );
    undo.push(blog.stop);
    await blog.reload();
    const senderPool = tracePool(openSenderPool(config, connection));
    undo.push(senderPool.end);
    pools.add("deliveries", senderPool);
    let sender: Sender | undefined;
    const nodes = await listenToNodes({
      connection,
      apiKeys,
      blog,
      logger,
      metrics,
      monotonicMs,
      onEvents: () => sender?.wakeAll(),
    });
    undo.push(nodes.stop);
    const { db: direct, dataDir } = database;
    const disk = dataDir === undefined ? undefined : await watchDataDisk(dataDir, { jobs, metrics, logger });
    undo.push(disk?.stop);
    const mail = config.smtp && (await openMail(config.smtp, logger));
    if (mail !== undefined) undo.push(mail.stop);
    const onCommit = (orgId: string) => sender?.wake(orgId);
    const mailDeps = { db, now, onCommit, publicUrl: config.publicUrl, mail };
    const calendarReader = createCalendarReader({
      allowPrivate: config.webhookAllowPrivate,
      userAgent: `Stint/${version}`,
    });
    const clientDocuments = createClientDocuments({
      allowPrivate: false,
      userAgent: `Stint/${version}`,
    });
    const worker = startWorker({
      jobs,
      db,
      apiKeys,
      limiters: Object.values(limiters),
      now,
      monotonicMs,
      importsKeptDays: config.imports.keptDays,
      calendars: secretKey && { reader: calendarReader, secretKey },
      onError: (error) => logger.error({ err: error }, "the last uses of keys could not be written"),
      onSeal(organizationId, seal) {
        logger.info({ organizationId, seal: toSeal(seal) }, "the audit log is sealed");
        sender?.wake(organizationId);
      },
    });
    const imports = startImportWorker({
      jobs,
      connection,
      metrics,
      folder: dataDir ?? tmpdir(),
      mostBytes: config.imports.mostBytes,
      onCommit,
      onInvited: (origin, invitations) => mailImportedInvitations(mailDeps, origin, invitations),
      onError: (error) => logger.error({ err: error }, "an import failed"),
      tracePool,
    });
    const noticeMails = mail && startNoticeMails(jobs, { db, mail, publicUrl: config.publicUrl, now });
    addSealMetrics(metrics, direct);
    await warnOfGroups(config.openIdGroups, direct, logger);
    const backups = startOwnBackups({ jobs, config, connection, db: direct, dataDir, logger, metrics, now });
    const inBackground = [worker, imports, backups, noticeMails];
    undo.push(() =>
      Promise.all([
        ...inBackground.map((each) => each?.stop()),
        sender?.stop(),
        calendarReader.close(),
        clientDocuments.close(),
      ]),
    );

    // Uses the data folder if there is one, because the temporary folder is often in memory.
    const downloads = { ...usualDownloadLimits, folder: dataDir ?? tmpdir() };
    metrics.gauge("stint_downloads_free_bytes", "Free bytes on the disk that buffers downloads.", () =>
      readFreeBytes(downloads.folder),
    );
    const findFault = createReadiness({ db: direct, blog, logger, isStopping: () => isStopping });
    const background = createBackground((error) => logger.error({ err: error }, "background work failed"));
    undo.push(background.idle);
    const dashboard =
      config.dashboard === "off"
        ? undefined
        : createDashboard({
            folder: dashboardFolder,
            onFailure: (error) => logger.error({ err: error }, "the dashboard could not be built"),
          });
    undo.push(dashboard?.stop);
    const app = await buildApp({
      dashboard,
      hasDevicePage: dashboard !== undefined,
      backups,
      trustProxy: config.trustProxy,
      importShares: config.imports,
      sharedLinkMaxDays: config.sharedLinkMaxDays,
      hasher: createPasswordHasher(),
      strangers: createStrangers(),
      background,
      openId: config.openId && (await openOpenId(config.openId, config.openIdGroups)),
      openIdGroups: config.openIdGroups,
      db,
      reports,
      secretKey,
      webhookAllowPrivate: config.webhookAllowPrivate,
      calendarReader,
      clientDocuments,
      onCommit,
      publicUrl: config.publicUrl,
      mail,
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
      findFailure: () => (dataDir === undefined ? undefined : findLongOutage(nodes.downSince(), monotonicMs())),
      isDiskFull: () => disk?.isFull() === true,
      isStopping: () => isStopping,
      limits: { ...usualConnectionLimits, connections: mostConnections(usualConnectionLimits.connections) },
      tracing,
      downloads,
    });
    addRoutes?.(app);
    undo.push(() => closeApp(app));
    const url = await listenForRequests(app, config);
    // Starts these after the service accepts requests, which do not need them. The queue keeps all events committed
    // until then; a failure ends the process.
    const begun = afterThis().then(async () => {
      await runJob("start", loadValidation);
      if (secretKey !== undefined)
        sender = await startDeliveries(config, {
          jobs,
          db: senderPool,
          secretKey,
          version,
          metrics,
          logger,
          now,
          tracing,
        });
      dashboard?.start();
      await runJob("start", () => measureProcess(metrics));
    });
    undo.push(() => begun);
    // Flushes the log, so the command's output comes after it.
    log.flush();
    return { url, stop };
  } catch (error) {
    await stop();
    throw cannotListen(error as NodeJS.ErrnoException, config);
  }
}

async function closeApp(app: HttpApp): Promise<void> {
  // A client that never completes its request must not prevent the stop.
  const hurry = setTimeout(() => app.server.closeAllConnections(), stopMs);
  // A connection with a request in progress becomes idle only after the stop began, so idle ones are closed
  // repeatedly.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close();
  clearInterval(idle);
  clearTimeout(hurry);
}
