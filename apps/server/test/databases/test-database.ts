import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabasePool } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { migrate } from "#platform/database/migrate.ts";
import type { Connection } from "#platform/embedded-postgres/connect-when-ready.ts";
import { type RunPostgres, startRunPostgres } from "./run-postgres.ts";
import { watchWrites } from "./watch-writes.ts";

export interface TestDatabase {
  connection: pg.PoolConfig;
  db: DatabasePool;
}

export const migrations = new URL("../../migrations/", import.meta.url);

// The timeouts are longer than usual, because the machine may be busy.
const patience = { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000, settings: { lock_timeout: "60s" } };

// The processes of a run (scripts/test.ts) share its server and a template. Each has one database for all suites, except
// the few about global state, which create their own.
let server: Promise<RunPostgres> | undefined;
let migrated: Promise<string> | undefined;
let shared: Promise<TestDatabase> | undefined;
const open: DatabasePool[] = [];

/** Returns the server of the run; a file that is run alone starts its own. */
async function startServer(): Promise<RunPostgres> {
  const ofRun = process.env["TEST_POSTGRES"];
  if (ofRun !== undefined) return { connection: JSON.parse(ofRun) as Connection, stop: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), "stint-test-"));
  await chmod(folder, 0o1777);
  const postgres = await startRunPostgres(folder);
  return { ...postgres, stop: () => postgres.stop().then(() => rm(folder, { recursive: true })) };
}

async function administer({ connection }: RunPostgres, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export function testServer(): Promise<RunPostgres> {
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

const endings: (() => Promise<unknown>)[] = [];

/** Has `end` called when all tests of this process have run, before their databases are closed. */
export function beforeEnd(end: () => Promise<unknown>): void {
  endings.push(end);
}

// Registered at module level: if a test called `after`, the hook would run at the end of that test.
after(async () => {
  for (const end of endings) await end();
  // Wait only 5 s, because a failed test may never release a connection.
  const ended = Promise.all(open.map((db) => db.end()));
  await Promise.race([ended, pause(5_000, undefined, { ref: false })]);
  await (await server)?.stop();
});
