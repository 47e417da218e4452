import { openSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { createOrganization, type CreatedOrganization } from "#commands/accounts/create-organization.ts";
import { openDatabase } from "#commands/open/open-service.ts";
import { loadConfig } from "#platform/config/config.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { type BenchRun, startChild, untilSaid } from "./bench-run.ts";

const bin = fileURLToPath(new URL("../../bin/stint-server.js", import.meta.url));

export interface BenchDatabase {
  db: DatabasePool;
  connection: pg.PoolConfig;
  dataDir: string;
}

/**
 * Starts the product's embedded database in an empty folder. The database runs until the benchmark ends, and the
 * service uses it too.
 */
export async function openBenchDatabase(run: BenchRun, tempDir: string): Promise<BenchDatabase> {
  const dataDir = join(tempDir, "data");
  const database = await openDatabase({ config: loadConfig({ DATA_DIR: dataDir }), say: run.say, poolSize: 2 });
  run.defer(database.close);
  const [settings] = await database.db.query<{ version: string; fsync: string; commits: string }>(sql`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as commits`);
  if (settings?.fsync !== "on" || settings.commits !== "on") throw new Error("fsync and synchronous_commit must be on");
  run.say(`  PostgreSQL ${settings.version} (embedded), fsync on, synchronous_commit on`);
  return { db: database.db, connection: database.connection, dataDir };
}

export function newOrganization(db: DatabasePool): Promise<CreatedOrganization> {
  return createOrganization(db, { name: "Benchmark", ownerEmail: "owner@example.com" });
}

/**
 * Returns the environment of the service. Drops all other settings of the product, so that a developer's environment
 * does not affect the figures.
 */
export function serviceEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, PORT: "0", DRAIN_SECONDS: "0", ...settings };
}

export interface RunningService {
  url: string;
  pid: number;
}

/**
 * Starts `stint-server serve` as a process, with rate limits that no benchmark reaches. Writes the service's log to a
 * file.
 */
export async function startService(
  run: BenchRun,
  tempDir: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningService> {
  const log = openSync(join(tempDir, "service.log"), "a");
  const child = startChild(run, process.execPath, [...profiling(), bin, "serve"], {
    env: serviceEnv({
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: "1000000000",
      RATE_LIMIT_BURST: "1000000000",
      ...settings,
    }),
    stdio: ["ignore", log, "pipe"],
  });
  const [, url = ""] = await untilSaid(child, "stderr", /ready on (\S+)/);
  return { url, pid: child.pid ?? 0 };
}

// `STINT_BENCH_PROFILE=<folder>` makes the service write CPU profiles to the folder.
function profiling(): string[] {
  const folder = process.env["STINT_BENCH_PROFILE"];
  return folder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`];
}

/** Starts a helper server from the bench folder. The server prints its URL once it listens. */
export async function startHelper(run: BenchRun, file: string, args: string[]): Promise<RunningService> {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = startChild(run, process.execPath, [path, ...args], {
    env: serviceEnv({}),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [, url = ""] = await untilSaid(child, "stdout", /(http:\S+)/);
  return { url, pid: child.pid ?? 0 };
}

export function command(args: string[]): string[] {
  return [bin, ...args];
}
