import { resolve } from "node:path";
import type { Config } from "#platform/config/config.ts";
import { isConnectionError, SessionError } from "#platform/database/database-errors.ts";
import { rebuildIndexes } from "./collation.ts";
import { remoteConnection, settleTls } from "#platform/database/connection/connection.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { migrate, MigrationError } from "#platform/database/migrate.ts";
import { requireOwnSession } from "#platform/database/connection/require-own-session.ts";
import type { ConnectionConfig } from "#platform/database/connection/session-client.ts";
import { openWayOut } from "#platform/egress/way-out.ts";
import { plainTlsText } from "#platform/text.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

export interface OpenOptions {
  config: Config;
  say: (line: string) => void;
  poolSize?: number;
  /** Whether to create a database in an empty data folder; defaults to true. */
  begins?: boolean;
  /** Whether to bring the schema up to date; defaults to true. */
  migrates?: boolean;
  /** The folder of a temporary database, which is deleted when the process ends. */
  ephemeralDataDir?: string;
  onIdleError?: (error: Error) => void;
  /** Called when only the wait for the database remains, so that the caller can do other work in the meantime. */
  onWait?: () => void;
}

/**
 * The directory in which people should run commands: elsewhere, npx would download a package of the same name from the
 * registry.
 */
export const checkoutDir = resolve(import.meta.dirname, "../../../../..");
export const migrations: URL = new URL("../../../migrations/", import.meta.url);

/** The maximum number of database sessions of a command. It needs few, and the service beside it needs the others. */
export const commandSessions = 5;

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Opens the configured database, embedded or external, and migrates its schema unless told not to. First applies the
 * settings for outgoing connections, such as the proxy, to the whole process.
 */
export async function openDatabase({
  config,
  say,
  poolSize,
  begins = true,
  migrates = true,
  ephemeralDataDir,
  onIdleError,
  onWait = () => undefined,
}: OpenOptions) {
  openWayOut(config.wayOut);
  const { connection, dataDir, release } = await findServer(config, { say, begins, ephemeralDataDir, onWait });
  const db = openPool({
    connection,
    poolSize: poolSize ?? config.databasePoolSize,
    applicationName: "stint",
    keepsSessions: true,
    ...(onIdleError === undefined ? {} : { onIdleError }),
  });
  try {
    // Only an external database can have a pooler in front of it.
    if (dataDir === undefined) await requireOwnSession(connection);
    else if (migrates) await rebuildIndexes(db, say);
    const migrated = migrates ? await migrate(db, migrations) : [];
    return {
      db,
      connection,
      /** The data folder of the embedded database; undefined with DATABASE_URL. */
      dataDir,
      /** The names of the migrations applied by this start. */
      migrated,
      async close() {
        await db.end();
        await release();
      },
    };
  } catch (error) {
    await db.end();
    await release();
    throw forPeople(error as Error & { code?: string });
  }
}

// Matches the SQLSTATE classes of a wrong password or role and of a missing database.
const refusedLogin = /^(28|3D)/;

function forPeople(error: Error & { code?: string }): Error {
  if (error instanceof MigrationError || error instanceof SessionError) return new CommandError(error.message);
  const isUnreachable =
    isConnectionError(error) ||
    refusedLogin.test(error.code ?? "") ||
    /certificate|SSL|TLS|timeout expired|timeout exceeded|read timeout/i.test(error.message);
  if (!isUnreachable) return error;
  const reason = plainTlsText(error.message) || error.code;
  if (/certificate/i.test(error.message))
    return new CommandError(
      `The certificate of the database server is not trusted: ${reason}. Set DATABASE_SSL_CA to the file with the authority that signed it or, to encrypt without checking the certificate, DATABASE_SSL=require.`,
    );
  const advice = "Check DATABASE_URL and, if it uses TLS, DATABASE_SSL and DATABASE_SSL_CA.";
  return new CommandError(`The database cannot be reached: ${reason}. ${advice}`);
}

function connectRemote(config: Config, url: string): ConnectionConfig {
  try {
    return remoteConnection({ url, ssl: config.databaseSsl, sslCaFile: config.databaseSslCaFile });
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message}. Set it to the file with the certificate authority (PEM), or unset it to use the system's.`,
    );
  }
}

async function findServer(
  config: Config,
  {
    say,
    begins,
    ephemeralDataDir,
    onWait,
  }: { say: (line: string) => void; begins: boolean; ephemeralDataDir: string | undefined; onWait: () => void },
) {
  if (config.databaseUrl !== undefined) {
    onWait();
    return {
      connection: await settleTls(connectRemote(config, config.databaseUrl)),
      dataDir: undefined,
      release: async () => undefined,
    };
  }
  const dataDir = ephemeralDataDir ?? config.dataDir;
  const embedded = await startEmbeddedPostgres({
    dataDir,
    checkoutDir,
    say,
    begins,
    ephemeral: ephemeralDataDir !== undefined,
    onWait,
  });
  return { connection: embedded.connection, dataDir: embedded.dataDir, release: embedded.stop };
}
