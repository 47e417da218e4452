import { randomBytes } from "node:crypto";
import { rmdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { openPool, type DatabasePool } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrate.ts";
import type { Connection } from "#platform/embedded-postgres/connect-when-ready.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";
import { watchWrites } from "./watch-writes.ts";

export interface TestDatabase {
  connection: pg.PoolConfig;
  db: DatabasePool;
}

type TestServer = Pick<EmbeddedPostgres, "connection" | "stop">;

export const migrations = new URL("../../migrations/", import.meta.url);
const checkoutDir = fileURLToPath(new URL("../../../../", import.meta.url));

// The timeouts are longer than usual, because the machine may be busy.
const patience = { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000, settings: { lock_timeout: "60s" } };

// The processes of a run (scripts/test.ts) share its server and a template. Each has one database for all suites, except
// the few about global state, which create their own.
let server: Promise<TestServer> | undefined;
let migrated: Promise<string> | undefined;
let shared: Promise<TestDatabase> | undefined;
const open: DatabasePool[] = [];

async function startServer(): Promise<TestServer> {
  const ofRun = process.env["TEST_POSTGRES"];
  if (ofRun !== undefined) return { connection: JSON.parse(ofRun) as Connection, stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(join(tmpdir(), "stint-test-"));
  // Deletes the folder at the end if it is empty. The server normally deletes it, but not if the run was interrupted
  // before the server put anything into it.
  process.once("exit", () => {
    try {
      rmdirSync(dataDir);
    } catch {
      // The folder is not empty or is gone: the server's watchdog is deleting it or has already deleted it.
    }
  });
  return startEmbeddedPostgres({ dataDir, checkoutDir, ephemeral: true, say: () => undefined });
}

async function administer({ connection }: TestServer, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export function testServer(): Promise<TestServer> {
  return (server ??= startServer());
}

/** Returns the migrated database that all suites share. Each test creates its own organization in it. */
export function sharedDatabase(): Promise<TestDatabase> {
  return (shared ??= createDatabase());
}

/** Creates a separate migrated database, for the few suites about global state. */
export async function createDatabase(options: { migrated?: boolean; poolSize?: number } = {}): Promise<TestDatabase> {
  const template = options.migrated === false ? "template1" : await (migrated ??= createMigrated());
  const connection = await newDatabase(template);
  const pool = openPool({ connection, poolSize: options.poolSize ?? 16, applicationName: "stint-test", ...patience });
  open.push(pool);
  return { connection, db: watchWrites(pool) };
}

/**
 * Creates the template for migrated databases, because copying a database is several times faster than migrating one.
 * The first process of a run creates it while the others wait for its lock.
 */
async function createMigrated(): Promise<string> {
  const started = await testServer();
  const template = "migrated";
  const client = new pg.Client(started.connection);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(1)");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
    if (rowCount === 1) return template;
    const connection = await newDatabase("template1");
    const db = openPool({ connection, poolSize: 1, applicationName: "stint-test" });
    await migrate(db, migrations);
    await db.end();
    // Only a complete template has this name.
    await client.query(`alter database ${connection.database} rename to ${template}`);
    return template;
  } finally {
    await client.end();
  }
}

async function newDatabase(template: string): Promise<pg.PoolConfig & { database: string }> {
  const started = await testServer();
  const database = `test_${randomBytes(6).toString("hex")}`;
  await administer(started, `create database ${database} template ${template} strategy file_copy`);
  return { ...started.connection, database };
}

// Registered at module level: if a test called `after`, the hook would run at the end of that test.
after(async () => {
  // Wait only 5 s, because a failed test may never release a connection.
  const ended = Promise.all(open.map((db) => db.end()));
  await Promise.race([ended, pause(5_000, undefined, { ref: false })]);
  await (await server)?.stop();
});
