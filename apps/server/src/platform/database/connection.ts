import { readFileSync } from "node:fs";
import type pg from "pg";

export interface RemoteDatabase {
  url: string;
  /** `verify-full` checks the certificate and the host's name; `require` only encrypts. */
  ssl: "disable" | "require" | "verify-full" | undefined;
  sslCaFile: string | undefined;
}

/** Connection settings of `DATABASE_URL`; without DATABASE_SSL the URL's own `sslmode` counts. */
export function remoteConnection(remote: RemoteDatabase): pg.PoolConfig {
  const ca = remote.sslCaFile === undefined ? undefined : readFileSync(remote.sslCaFile, "utf8");
  const url = new URL(remote.url);
  // `pg` lets the URL win, and ours are not a matter of taste: sessions run in UTC, and nodes find each other by name.
  for (const name of ["options", "application_name"]) url.searchParams.delete(name);
  if (remote.ssl === undefined && ca === undefined) return { connectionString: url.href };
  // `pg` lets the URL win over the options beside it.
  for (const name of ["sslmode", "sslrootcert", "ssl", "uselibpqcompat"]) url.searchParams.delete(name);
  const ssl =
    remote.ssl === "disable"
      ? false
      : { rejectUnauthorized: remote.ssl !== "require", ...(ca === undefined ? {} : { ca }) };
  return { connectionString: url.href, ssl };
}
