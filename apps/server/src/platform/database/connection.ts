import { readFileSync } from "node:fs";
import { parseDatabaseUrl } from "./database-url.ts";
import type { ConnectionConfig } from "./session-client.ts";

export interface RemoteDatabase {
  url: string;
  /** `verify-full` checks the certificate and the host's name; `require` only encrypts. */
  ssl: "disable" | "require" | "verify-full" | undefined;
  sslCaFile: string | undefined;
}

/** Connection settings from `DATABASE_URL`; without DATABASE_SSL, the URL's own `sslmode` applies. */
export function remoteConnection(remote: RemoteDatabase): ConnectionConfig {
  const ca = remote.sslCaFile === undefined ? undefined : readFileSync(remote.sslCaFile, "utf8");
  const { url, hosts } = parseDatabaseUrl(remote.url);
  const several = hosts === undefined ? {} : { hosts };
  if (remote.ssl === undefined && ca === undefined) return { connectionString: url.href, ...several };
  // In `pg`, parameters of the URL override the options next to it.
  for (const name of ["sslmode", "sslrootcert", "ssl", "uselibpqcompat"]) url.searchParams.delete(name);
  const ssl =
    remote.ssl === "disable"
      ? false
      : { rejectUnauthorized: remote.ssl !== "require", ...(ca === undefined ? {} : { ca }) };
  return { connectionString: url.href, ssl, ...several };
}
