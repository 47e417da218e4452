import { readFileSync } from "node:fs";
import { parseDatabaseUrl } from "./database-url.ts";
import type { ConnectionConfig } from "./session-client.ts";

export interface RemoteDatabase {
  url: string;
  /** `verify-full` checks the certificate and the host name; `require` only encrypts. */
  ssl: "disable" | "require" | "verify-full" | undefined;
  sslCaFile: string | undefined;
}

/** Returns the connection settings for `DATABASE_URL`. Without DATABASE_SSL, the URL's `sslmode` applies. */
export function remoteConnection(remote: RemoteDatabase): ConnectionConfig {
  const ca = remote.sslCaFile === undefined ? undefined : readFileSync(remote.sslCaFile, "utf8");
  const { url, hosts } = parseDatabaseUrl(remote.url);
  const several = hosts === undefined ? {} : { hosts };
  if (remote.ssl === undefined && ca === undefined) return { connectionString: url.href, ...several };
  // In `pg`, the URL's parameters override other options, so these parameters are removed.
  for (const name of ["sslmode", "sslrootcert", "ssl", "uselibpqcompat"]) url.searchParams.delete(name);
  const ssl =
    remote.ssl === "disable"
      ? false
      : { rejectUnauthorized: remote.ssl !== "require", ...(ca === undefined ? {} : { ca }) };
  return { connectionString: url.href, ssl, ...several };
}
