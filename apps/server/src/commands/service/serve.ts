import { hasOrganization } from "#identity/organizations/queries.ts";
import { readDatabaseTime } from "#platform/database/connection/database-clock.ts";
import { isCheckout, ownCommand } from "#platform/process/own-command.ts";
import type { Config } from "#platform/config/config.ts";
import { awaitEndSignal } from "./end-signal.ts";
import { checkoutDir, openDatabase, type OpenDatabase } from "#commands/open/open-service.ts";
import { noteAddress } from "./service-address.ts";
import type { AddRoutes, Service } from "./start-service.ts";

/**
 * Imports the service. `runServe` does this while the embedded database starts in other processes, because both take
 * about the same time.
 */
const loadService = () => import("./start-service.ts");

/** Runs `npm start`: opens the database, runs the service, and stops cleanly on SIGTERM or SIGINT. */
export async function runServe(config: Config, version: string, say: (line: string) => void): Promise<void> {
  // Ignores a failed import here, because `serveUntilSignal` reports it.
  const onWait = () => void loadService().catch(() => undefined);
  const database = await openDatabase({ config, say, onWait });
  const onReady = async ({ url }: Service) => {
    // With PORT=0, the port is known only now.
    const publicUrl = config.publicUrl.endsWith(":0") ? url : config.publicUrl;
    if (database.dataDir !== undefined) noteAddress(database.dataDir, publicUrl, url);
    say(`Stint ${version} is ready on ${url}`);
    if (!(await hasOrganization(database.db))) {
      const { makeSetUpLink } = await import("#identity/sign-in/set-up.ts");
      const link = await makeSetUpLink(database.db, publicUrl, await readDatabaseTime(database.db));
      // Includes DATA_DIR, because without it the command would create the organization in a different folder.
      const setting = config.dataDir === undefined ? "" : `DATA_DIR=${inShell(config.dataDir)} `;
      say(`There is no organization yet. Create one in another terminal:
  ${isCheckout ? `cd ${inShell(checkoutDir)} && ` : ""}${setting}${ownCommand} org create --name "My company" --owner-email me@example.com
or in a browser, within 24 hours:
  ${link}`);
    }
  };
  await serveUntilSignal(config, database, version, { onReady });
}

/** Runs the service until the process is signalled to stop. */
export async function serveUntilSignal(
  config: Config,
  database: OpenDatabase,
  version: string,
  { onReady, addRoutes }: { onReady: (service: Service) => Promise<void>; addRoutes?: AddRoutes | undefined },
): Promise<void> {
  const signal = awaitEndSignal();
  try {
    const { startService } = await loadService();
    const service = await startService(config, database, version, addRoutes);
    await onReady(service);
    // Drain after SIGTERM, which service managers send, because a proxy may need time to notice the stop. After Ctrl+C
    // there is no reason to wait.
    const drains = (await signal) === "SIGTERM";
    await service.stop(drains ? config.drainSeconds * 1_000 : 0);
  } finally {
    await database.close();
  }
}

/** Quotes a path for the shell. */
function inShell(path: string): string {
  return /^[\w./@%+:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
