import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { openPool } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrate.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";
import { waitFor } from "./hold.ts";
import { migrations } from "./test-database.ts";

/** A server and its standby, a copy that lags behind the server. */
export interface ServerPair {
  primary: pg.ClientConfig;
  standby: pg.ClientConfig;
}

// Server and data are removed when this end of the pipe closes, so also when this process is killed.
const watch = '"$@" </dev/null & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$0"/*';
const checkoutDir = fileURLToPath(new URL("../../../", import.meta.url));
let pair: Promise<ServerPair> | undefined;
const undo: (() => Promise<unknown>)[] = [];

/** Both have a migrated database. */
export function serverPair(): Promise<ServerPair> {
  return (pair ??= startPair());
}

async function startPair(): Promise<ServerPair> {
  const dataDir = await mkdtemp(join(tmpdir(), "stint-primary-"));
  const options = { dataDir, checkoutDir, say: () => undefined };
  const first = await startEmbeddedPostgres(options);
  const db = openPool({ connection: first.connection, poolSize: 1, applicationName: "stint-test" });
  await migrate(db, migrations);
  await db.end();
  const programs = await readFile(join(dataDir, "postgres/postmaster.opts"), "utf8");
  await first.stop();
  const standbyDir = await mkdtemp(join(tmpdir(), "stint-standby-"));
  await promisify(execFile)("cp", ["-a", join(dataDir, "postgres"), standbyDir]);
  const primary = await startEmbeddedPostgres({ ...options, ephemeral: true });
  undo.push(primary.stop);
  return {
    primary: primary.connection,
    standby: await startStandby(programs.split(" ")[0] ?? "", standbyDir, primary.connection),
  };
}

async function startStandby(program: string, folder: string, like: pg.ClientConfig): Promise<pg.ClientConfig> {
  const data = join(folder, "postgres");
  const { uid, gid } = await stat(data);
  await promisify(execFile)("chown", [`${uid}:${gid}`, folder]);
  await writeFile(join(data, "standby.signal"), "");
  const settings = ["listen_addresses=", `unix_socket_directories=${folder}`, "fsync=off"];
  const args = ["-D", data, "-p", "5432", ...settings.flatMap((setting) => ["-c", setting])];
  const env = { PATH: process.env["PATH"], LC_ALL: "C" };
  const server = spawn("sh", ["-c", watch, folder, program, ...args], {
    uid,
    gid,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    env,
  });
  undo.push(async () => {
    server.stdin.end();
    if (server.exitCode === null) await once(server, "exit");
    await rm(folder, { recursive: true, force: true });
  });
  const connection = { ...like, host: folder };
  await waitFor(async () => {
    if (server.exitCode !== null) throw new Error("the standby did not start");
    const client = new pg.Client(connection);
    client.on("error", () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return connection;
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
