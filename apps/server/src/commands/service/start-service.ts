import { setImmediate as afterThis, setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { addSealMetrics } from "#identity/seals/seal-metrics.ts";
import { noteSent } from "#identity/members/invitations/invitation-verbs.ts";
import { startOutbox } from "#identity/outbox/outbox.ts";
import { createBackground } from "#platform/concurrency/background.ts";
import type { Config } from "#platform/config/config.ts";
import { describeChange, findChangedCollation, rebuildStatements } from "#commands/open/collation.ts";
import { listen as listenForRequests } from "#platform/http/server/listen.ts";
import { loadValidation } from "#platform/http/contract/validation.ts";
import { runJob } from "#platform/process/loop-turns.ts";
import { measureProcess } from "#platform/http/server/metrics.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { createDashboard, type Dashboard } from "#src/dashboard/dashboard.ts";
import { recutDates } from "#tracking/ledger/settings/recut-dates.ts";
import type { Sender } from "#tracking/exchange/webhooks/delivery/sender.ts";
import { startBackgroundWork } from "./background-work.ts";
import { watchDataDisk, buildNodeApp } from "./node-app.ts";
import type { OpenDatabase } from "#commands/open/open-service.ts";
import { createClientDocuments } from "#identity/oauth/client-document.ts";
import { createCalendarReader } from "#tracking/exchange/subscribed-calendars/calendar-reader.ts";
import { startOwnBackups } from "#commands/backup/scheduled-backups.ts";
import { listenToNodes } from "./listen-to-nodes.ts";
import { openMail, startDeliveries } from "./open-senders.ts";
import { warnOfGroups } from "./open-openid.ts";
import { type OpenNode, openNode, openSenderPool } from "./open-node.ts";
import { reachableHost } from "#platform/loopback.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

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
  const node = await openNode(config, database, version);
  const { connection, dataDir, secretKey, logger, flushLog, tracing, tracePool, metrics, pools } = node;
  const { direct, reports, apiKeys, blog, jobs, clock, now, monotonicMs } = node;
  // The steps that undo the start, in startup order. They run in reverse when the service stops or fails to start.
  const undo: ((() => unknown) | undefined)[] = [flushLog, tracing?.stop, reports.end, clock.stop];
  let isStopping = false;
  const stop = async (drainMs = 0) => {
    isStopping = true;
    await pause(drainMs);
    for (const step of undo.splice(0).reverse()) await step?.();
  };

  try {
    await recalculateDates(node);
    undo.push(blog.stop);
    await blog.reload();
    const senderPool = tracePool(openSenderPool(config, connection));
    undo.push(senderPool.end);
    pools.add("deliveries", senderPool);
    let sender: Sender | undefined;
    const onEvents = () => sender?.wakeAll();
    const nodes = await listenToNodes({ connection, apiKeys, blog, logger, metrics, monotonicMs, onEvents });
    undo.push(nodes.stop);
    const disk = dataDir === undefined ? undefined : await watchDataDisk(dataDir, { jobs, metrics, logger });
    undo.push(disk?.stop);
    const onCommit = () => sender?.wake();
    const smtp = config.smtp && (await openMail(config.smtp, logger));
    const mail = smtp && startOutbox(jobs, { db: node.db, mail: smtp, secretKey, now, noteSent, onCommit });
    undo.push(smtp?.stop, mail?.stop);
    const strangers = { proxies: config.wayOut.proxies, userAgent: `Stint/${version}` };
    const calendarReader = createCalendarReader({ allowPrivate: config.calendarAllowPrivate, ...strangers });
    const clientDocuments = createClientDocuments({ allowPrivate: false, ...strangers });
    const work = startBackgroundWork(node, { smtp, mail, onCommit, calendarReader });
    addSealMetrics(metrics, direct);
    await warnOfCollation(node);
    await warnOfGroups(config.openIdGroups, direct, logger);
    const backups = startOwnBackups({ jobs, config, connection, db: direct, dataDir, logger, metrics, now });
    undo.push(() =>
      Promise.all([work.stop(), backups?.stop(), sender?.stop(), calendarReader.close(), clientDocuments.close()]),
    );

    const background = createBackground((error) => logger.error({ err: error }, "background work failed"));
    undo.push(background.idle);
    const dashboard = openDashboard(node);
    undo.push(dashboard?.stop);
    const app = await buildNodeApp(node, {
      backups,
      mail,
      calendarReader,
      clientDocuments,
      background,
      dashboard,
      onCommit,
      isStopping: () => isStopping,
      isDiskFull: () => disk?.isFull() === true,
      downSince: nodes.downSince,
    });
    addRoutes?.(app);
    undo.push(() => closeApp(app));
    const url = await listenForRequests(app, config);
    // These start after the service accepts requests, because requests do not need them. Events committed until then
    // wait in the queue. A failure ends the process.
    const begun = afterThis().then(async () => {
      await runJob("start", loadValidation);
      if (secretKey !== undefined) sender = await startDeliveries(config, { ...node, db: senderPool, secretKey });
      dashboard?.start();
      await runJob("start", () => measureProcess(metrics));
    });
    undo.push(() => begun);
    // Flushes the log, so that the command's own output appears after the log's lines.
    flushLog();
    return { url, stop };
  } catch (error) {
    await stop();
    throw cannotListen(error as NodeJS.ErrnoException, config);
  }
}

async function warnOfCollation({ direct, logger }: OpenNode): Promise<void> {
  const changed = await findChangedCollation(direct);
  if (changed !== undefined) logger.warn(`${describeChange(changed)} Run: ${rebuildStatements(changed).join(" ")}`);
}

/** Recalculates the dates of entries if this version of Node has newer time zone data. */
async function recalculateDates({ db, now, logger }: OpenNode): Promise<void> {
  await recutDates(db, process.versions["tz"] ?? "", now()).catch((error: unknown) =>
    logger.error(
      { err: error },
      "dates could not be recalculated for the newer time zone data; the next start will retry",
    ),
  );
}

function openDashboard({ config, logger }: OpenNode): Dashboard | undefined {
  if (config.dashboard === "off") return undefined;
  return createDashboard({
    folder: dashboardFolder,
    onFailure: (error) => logger.error({ err: error }, "the dashboard could not be built"),
  });
}

async function closeApp(app: HttpApp): Promise<void> {
  // A client that never completes its request must not prevent the stop.
  const hurry = setTimeout(() => app.server.closeAllConnections(), stopMs);
  // Closes idle connections repeatedly, because a connection with a request in progress becomes idle only after the
  // stop has begun.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close();
  clearInterval(idle);
  clearTimeout(hurry);
}

/** Explains to the operator why the service cannot listen; returns any other error unchanged. */
export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Pick<Config, "host" | "port">): Error {
  const { code = "" } = error;
  if (code === "EADDRINUSE")
    return new CommandError(
      `Port ${port} on ${host} is in use. Stop the process that uses it, or set PORT to another one.`,
    );
  if (code === "EACCES") return new CommandError(`This user may not use port ${port}. Set PORT to 1024 or higher.`);
  if (["EADDRNOTAVAIL", "EAFNOSUPPORT", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code))
    return new CommandError(
      `HOST is ${JSON.stringify(host)}, which is not an address of this machine (${code}). Set HOST to ${reachableHost("0.0.0.0")} to serve this machine only, or to 0.0.0.0 for all.`,
    );
  return error;
}
