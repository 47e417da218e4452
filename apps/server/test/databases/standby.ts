import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { migrate } from "#platform/database/migrate.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";
import { waitFor } from "./hold.ts";
import { migrations } from "./test-database.ts";

/** A primary server and its standby. The standby is a copy that receives no changes. */
export interface ServerPair {
  primary: pg.ClientConfig;
  standby: pg.ClientConfig;
}

// When the test process ends, its end of the pipe closes. This script then stops the server and deletes its data.
const watch = '"$@" </dev/null & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$0"/*';
const checkoutDir = fileURLToPath(new URL("../../../../", import.meta.url));
let pair: Promise<ServerPair> | undefined;
const undo: (() => Promise<unknown>)[] = [];

/** Returns the pair, which all tests share. Both servers contain the migrated database. */
export function serverPair(): Promise<ServerPair> {
  return (pair ??= startPair());
}

async function startPair(): Promise<ServerPair> {
  const folder = await mkdtemp(join(tmpdir(), "stint-primary-"));
  const first = await startEmbeddedPostgres({ dataDir: folder, checkoutDir, say: () => undefined });
  const db = openPool({ connection: first.connection, poolSize: 1, applicationName: "stint-test" });
  await migrate(db, migrations);
  await db.end();
  const data = join(folder, "postgres");
  const [program = ""] = (await readFile(join(data, "postmaster.opts"), "utf8")).split(" ");
  await first.stop();
  const { uid, gid } = await stat(data);
  const run = { uid, gid, cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C" } };
  // The embedded server writes no WAL for standbys, so a copy of its data would not start as a standby. Starting the
  // server once with wal_level=replica makes such a copy possible.
  const single = ["--single", "-D", data, "-c", "wal_level=replica", "stint"];
  await promisify(execFile)("sh", ["-c", '"$0" "$@" </dev/null', program, ...single], run);
  const standbyFolder = await mkdtemp(join(tmpdir(), "stint-standby-"));
  await promisify(execFile)("cp", ["-a", data, standbyFolder]);
  await writeFile(join(standbyFolder, "postgres/standby.signal"), "");

  async function start(own: string): Promise<pg.ClientConfig> {
    await promisify(execFile)("chown", [`${uid}:${gid}`, own]);
    const settings = ["wal_level=replica", "listen_addresses=", `unix_socket_directories=${own}`, "fsync=off"];
    const args = ["-D", join(own, "postgres"), "-p", "5432", ...settings.flatMap((setting) => ["-c", setting])];
    const server = spawn("sh", ["-c", watch, own, program, ...args], { ...run, stdio: ["pipe", "ignore", "ignore"] });
    undo.push(async () => {
      server.stdin.end();
      if (server.exitCode === null) await once(server, "exit");
      await rm(own, { recursive: true, force: true });
    });
    const connection = { ...first.connection, host: own };
    await waitFor(async () => {
      if (server.exitCode !== null) throw new Error(`the server in ${own} did not start`);
      const client = new pg.Client(connection);
      client.on("error", () => undefined);
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    });
    return connection;
  }

  const [primary, standby] = await Promise.all([start(folder), start(standbyFolder)]);
  return { primary, standby };
}

/** Promotes the standby to an independent server on a new timeline. */
export async function promote(standby: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(standby);
  await client.connect();
  await client.query("select pg_promote()");
  await client.end();
}

after(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
