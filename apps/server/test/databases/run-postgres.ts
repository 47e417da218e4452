import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Connection } from "#platform/embedded-postgres/connect-when-ready.ts";
import { findBinaries } from "#platform/embedded-postgres/data-folder/find-binaries.ts";
import { cleanEnvironment, findServerUser } from "#platform/embedded-postgres/data-folder/server-user.ts";
import { waitFor } from "./hold.ts";

const checkoutDir = fileURLToPath(new URL("../../../../", import.meta.url));

export interface RunPostgres {
  connection: Connection;
  stop(): Promise<void>;
}

// Reads stdin until the process that started it ends in whatever way, then stops the server and removes its data.
const script = `
"$1/postgres" -D "$2" -k "$2" -p 5432 -F -c listen_addresses= -c max_connections=400 -c shared_buffers=256MB \
  -c full_page_writes=off -c autovacuum=off -c wal_level=minimal -c max_wal_senders=0 \
  -c timezone=UTC -c log_timezone=UTC >>"$2/log" 2>&1 </dev/null &
cat >/dev/null
kill -INT $!
wait $!
rm -rf "$2"`;

/**
 * Starts the PostgreSQL that the processes of a test run share, without crash safety and, because of the many
 * databases, without autovacuum. All users must have access to the folder. `bin` is the folder of another version's
 * programs.
 */
export async function startRunPostgres(folder: string, bin?: string): Promise<RunPostgres> {
  const data = join(realpathSync(folder), "postgres");
  const user = await findServerUser(data);
  const programs = bin ?? join(await findBinaries(checkoutDir, folder, user), "bin");
  mkdirSync(data, { mode: 0o700 });
  if (user.credentials.uid !== undefined) chownSync(data, user.credentials.uid, user.credentials.gid ?? 0);
  const options = { ...user.credentials, cwd: "/", env: cleanEnvironment };
  const initdb = ["-D", data, "--username=stint", "--auth=trust", "--encoding=UTF8", "--no-sync", "--no-instructions"];
  // Only newer versions have the builtin provider, which the embedded server uses.
  const locale =
    bin === undefined ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : ["--locale=C.UTF-8"];
  const made = spawnSync(join(programs, "initdb"), [...initdb, ...locale], { ...options, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb of ${programs} failed: ${made.error ?? made.stderr}`);
  // Detached, so that Ctrl-C does not stop it before the tests.
  const server = spawn("/bin/sh", ["-c", script, "sh", programs, data], {
    ...options,
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  const log = join(data, "log");
  await waitFor(() => {
    const text = existsSync(log) ? readFileSync(log, "utf8") : "";
    if (text.includes("FATAL")) throw new Error(`PostgreSQL of ${programs} did not start: ${text}`);
    return text.includes("ready to accept connections");
  });
  return {
    connection: { host: data, port: 5432, user: "stint", database: "postgres" },
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}
