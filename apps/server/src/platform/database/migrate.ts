import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import type { DatabasePool } from "./database.ts";

export interface Migration {
  version: number;
  name: string;
  text: string;
  checksum: string;
}

/** The schema cannot be migrated; the message says why and what to do. */
export class MigrationError extends Error {}

const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/;
// "stint" in ASCII. Every node must use the same constant.
const lockKey = "495626548852";
export const oldestServer = 150_000;

export const createMigrationsTable = `create table if not exists schema_migrations (
  version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`;

/**
 * Migrates the schema, forward only, with one transaction per file. Nodes that start at the same time wait for each
 * other. Returns the names of the migrations that this call applied. Rejects a database that a newer version has
 * migrated.
 */
export async function migrate(db: DatabasePool, folder: URL): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await db.connect();
  let failure: Error | undefined;
  try {
    await prepareMigrating(client);
    await client.query(createMigrationsTable);
    const { rows: applied } = await client.query<Omit<Migration, "text">>(
      "select version, name, checksum from schema_migrations order by version",
    );
    const pending = pendingMigrations(migrations, applied);
    for (const migration of pending) {
      await client.query("begin");
      await applyMigration(client, migration);
      await client.query("commit");
    }
    return pending.map((migration) => migration.name);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // Ending the session releases the lock and resets the settings, even after an error.
    client.release(failure ?? true);
  }
}

/**
 * Rejects a server that is too old, and waits until no other session is migrating this database. No other session can
 * migrate it until this session ends.
 */
export async function prepareMigrating(client: pg.ClientBase): Promise<void> {
  const server = Number((await client.query("show server_version_num")).rows[0].server_version_num);
  if (server < oldestServer) {
    throw new MigrationError(
      `PostgreSQL ${Math.floor(server / 10_000)} is too old: Stint needs 15 or newer. Upgrade it, or unset DATABASE_URL.`,
    );
  }
  // Waiting for another node's migration may take longer than the timeouts of the service allow.
  await client.query("set statement_timeout = 0; set lock_timeout = 0");
  await client.query(`select pg_advisory_lock(${lockKey})`);
}

/** Runs a migration and records that it was applied, both in the open transaction. */
export async function applyMigration(
  client: pg.ClientBase,
  { version, name, text, checksum }: Migration,
): Promise<void> {
  await client.query(text);
  await client.query("insert into schema_migrations (version, name, checksum) values ($1, $2, $3)", [
    version,
    name,
    checksum,
  ]);
}

/**
 * Returns the migrations that a schema still needs; throws a `MigrationError` if it was changed or is newer than ours.
 */
export function pendingMigrations(known: Migration[], applied: Omit<Migration, "text">[]): Migration[] {
  for (const row of applied) {
    const migration = known.find((candidate) => candidate.version === row.version);
    if (migration === undefined) {
      throw new MigrationError(
        `The database was migrated by a newer version of Stint (it has ${row.version}_${row.name}). Start that version, or restore a backup.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new MigrationError(
        `Migration ${row.version}_${row.name} differs from the one that this database was built with. Applied migrations must not change; restore the file.`,
      );
    }
  }
  // A pending migration may have a lower number than an applied one if two branches were merged in the other order.
  return known.filter(({ version }) => !applied.some((row) => row.version === version));
}

export async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const [, version, name] = fileName.exec(file) ?? [];
      if (version === undefined || name === undefined)
        throw new MigrationError(`${file} in the migrations folder must be named NNNN_name.sql. Rename it.`);
      if (files[index - 1]?.startsWith(version))
        throw new MigrationError(
          `${file} in the migrations folder has the same number as another migration. Rename it.`,
        );
      const text = await readFile(new URL(file, folder), "utf8");
      return { version: Number(version), name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}
