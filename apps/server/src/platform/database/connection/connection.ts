import { readFileSync } from "node:fs";
import { parseDatabaseUrl, type SslMode } from "./database-url.ts";
import { type ConnectionConfig, patience, SessionClient } from "./session-client.ts";

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
export function remoteConnection({ url: given, ssl: wanted, sslCaFile }: RemoteDatabase): ConnectionConfig {
  const { url, hosts, sslMode, files, isDirect } = parseDatabaseUrl(given);
  const connection = { connectionString: url.href, ...(hosts === undefined ? {} : { hosts }) };
  const { sslrootcert: root, sslcert, sslkey } = files;
  const mode = wanted ?? modeOf(sslMode, sslCaFile !== undefined, root);
  if (mode === undefined) return connection;
  if (mode === "disable") return { ...connection, ssl: false };
  // "system" is libpq's name for the system's certificate authorities.
  const rootFile = root === "system" ? undefined : root;
  const ssl = {
    rejectUnauthorized: mode === "verify-ca" || mode === "verify-full",
    ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {}),
    ...(sslCaFile === undefined ? readPem("ca", "sslrootcert", rootFile) : readPem("ca", "DATABASE_SSL_CA", sslCaFile)),
    ...readPem("cert", "sslcert", sslcert),
    ...readPem("key", "sslkey", sslkey),
  };
  const direct = isDirect ? { sslnegotiation: "direct" as const } : {};
  return { ...connection, ssl, ...direct, prefersTls: mode === "prefer" || mode === "allow" };
}

/**
 * With `sslrootcert`, `require` also checks the certificate, as in libpq. DATABASE_SSL_CA implies `verify-full`, unless
 * the mode is `verify-ca`.
 */
function modeOf(mode: SslMode | undefined, hasOwnCa: boolean, root: string | undefined): SslMode | undefined {
  if (hasOwnCa && mode !== "verify-ca") return "verify-full";
  return mode === "require" && root !== undefined ? "verify-ca" : mode;
}

function readPem(option: "ca" | "cert" | "key", setting: string, file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  try {
    return { [option]: readFileSync(file, "utf8") };
  } catch (error) {
    throw new Error(`${setting} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the settings without TLS if it is only preferred and the server does not offer it. */
export async function settleTls({ prefersTls, ...connection }: ConnectionConfig): Promise<ConnectionConfig> {
  if (prefersTls !== true) return connection;
  const client = new SessionClient({ ...connection, ...patience });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (/does not support SSL/.test((error as Error).message)) return { ...connection, ssl: false };
  }
  return connection;
}
