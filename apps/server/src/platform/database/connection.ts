import { readFileSync } from "node:fs";
import { parseDatabaseUrl, type SslMode } from "./database-url.ts";
import { type ConnectionConfig, SessionClient } from "./session-client.ts";

export interface RemoteDatabase {
  url: string;
  /** `verify-full` checks the certificate and the host name; `require` only encrypts. */
  ssl: "disable" | "require" | "verify-full" | undefined;
  sslCaFile: string | undefined;
}

/**
 * Returns the connection settings for `DATABASE_URL`; throws an error that names the file that cannot be read. Without
 * DATABASE_SSL, the URL's `sslmode` applies and means the same as in libpq, unlike in `pg`.
 */
export function remoteConnection(remote: RemoteDatabase): ConnectionConfig {
  const { url, hosts, sslMode, files, isDirect } = parseDatabaseUrl(remote.url);
  const several = hosts === undefined ? {} : { hosts };
  const { sslrootcert, ...own } = files;
  // libpq's name for the system's authorities.
  const caFile = remote.sslCaFile ?? (sslrootcert === "system" ? undefined : sslrootcert);
  const mode = remote.ssl ?? modeOf(sslMode, remote.sslCaFile !== undefined, sslrootcert);
  if (mode === undefined) return { connectionString: url.href, ...several };
  if (mode === "disable") return { connectionString: url.href, ssl: false, ...several };
  const read = (name: string, file: string | undefined) =>
    file === undefined ? {} : { [name]: readNamed(remote.sslCaFile === file ? "DATABASE_SSL_CA" : file, file) };
  const ssl = {
    rejectUnauthorized: mode === "verify-ca" || mode === "verify-full",
    ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {}),
    ...read("ca", caFile),
    ...read("cert", own.sslcert),
    ...read("key", own.sslkey),
  };
  const direct = isDirect ? { sslnegotiation: "direct" as const } : {};
  return { connectionString: url.href, ssl, ...direct, prefersTls: mode === "prefer" || mode === "allow", ...several };
}

/** With an authority, `require` checks the certificate, as in libpq; with DATABASE_SSL_CA, everything is checked. */
function modeOf(mode: SslMode | undefined, hasOwnCa: boolean, root: string | undefined): SslMode | undefined {
  if (hasOwnCa && mode !== "verify-ca") return "verify-full";
  return mode === "require" && root !== undefined ? "verify-ca" : mode;
}

function readNamed(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the settings without TLS if it is only preferred and the server does not offer it. */
export async function settleTls({ prefersTls, ...connection }: ConnectionConfig): Promise<ConnectionConfig> {
  if (prefersTls !== true) return connection;
  const client = new SessionClient({ ...connection, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (/does not support SSL/.test((error as Error).message)) return { ...connection, ssl: false };
  }
  return connection;
}
