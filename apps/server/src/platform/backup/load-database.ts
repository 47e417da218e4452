import type pg from "pg";
import type { DatabasePool } from "#platform/database/database.ts";
import {
  applyMigration,
  createMigrationsTable,
  type Migration,
  MigrationError,
  pendingMigrations,
  prepareMigrating,
  readMigrations,
} from "#platform/database/migrate.ts";
import { BackupError } from "./format/backup-error.ts";
import type { CheckedBackup } from "./check-backup.ts";
import type { Head, SavedTable, Summary, TableSummary } from "./format/contents.ts";
import { describeTables, findAnyTable, listMoves, listSlowParts, tablesMadeBy, type Part } from "./schema.ts";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { damaged, readRows } from "./read-backup.ts";

export interface LoadOptions {
  path: string;
  checked: CheckedBackup;
  /** The folder with the migrations of this version. */
  migrations: URL;
  /** Called in a transaction after the saved rows are loaded and before newer migrations run. */
  onLoaded?: (client: pg.PoolClient) => Promise<void>;
  /** Called in the same transaction, after the newer migrations and just before the commit. */
  onMigrated?: (client: pg.PoolClient) => Promise<void>;
}

// Tables are created and filled in this schema, in several sessions and transactions; a final transaction moves them
// out of it.
const scratch = "stint_restoring";
const removeScratch = `drop schema if exists ${scratch} cascade`;
// Uses two sessions, because each loads rows on a single core.
const sessions = 2;
const settings = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set maintenance_work_mem = '128MB'; set client_min_messages = error`;

/**
 * Loads a checked backup into an empty database: the saved schema, its rows, and newer migrations. If loading fails,
 * the database stays empty. If the process is killed, only the scratch schema remains, and the next restore removes it.
 */
export async function loadDatabase(db: DatabasePool, options: LoadOptions): Promise<void> {
  const first = await db.connect();
  const clients: [pg.PoolClient, ...pg.PoolClient[]] = [first];
  try {
    while (clients.length < sessions) clients.push(await db.connect());
    for (const client of clients) await client.query(settings);
    // The migration lock also excludes other restores.
    await prepareMigrating(first);
    const home = await requireEmpty(first);
    await first.query(`${removeScratch}; create schema ${scratch}`);
    try {
      for (const client of clients) await client.query(`set search_path = ${scratch}`);
      const newer = await load(clients, options, home);
      // Each table was analyzed when it was loaded, but newer migrations may have changed it.
      if (newer > 0) await first.query("analyze");
    } catch (error) {
      await first.query(removeScratch).catch(() => undefined);
      throw error;
    }
  } finally {
    // Closes the connections, so their settings do not leak to other users of the pool.
    for (const client of clients) client.release(true);
  }
}

/**
 * Loads the backup and returns the number of newer migrations. In the scratch schema, it applies the migrations that the
 * backup's database had, and drops the keys, indexes and triggers that slow down loading. Both sessions then load tables
 * and recreate their indexes. A final transaction creates the keys that need all tables, moves everything into place,
 * and applies the newer migrations.
 */
async function load(clients: [pg.PoolClient, ...pg.PoolClient[]], options: LoadOptions, home: string): Promise<number> {
  const { path, checked } = options;
  const { head, summary } = checked;
  const [client] = clients;
  const migrations = await readMigrations(options.migrations);
  const newer = newerMigrations(migrations, path, head);
  const parts = await inTransaction(client, async () => {
    await client.query(createMigrationsTable);
    const older = migrations.filter((migration) => !newer.includes(migration));
    for (const migration of older) await applyMigration(client, migration);
    await requireTables(client, older, head.tables);
    const found = await listSlowParts(client, head.tables);
    for (const { drop } of found.toReversed()) await client.query(drop);
    return found;
  });
  await loadTables(clients, { path, checked, parts });
  await inTransaction(client, async () => {
    for (const { needs, make } of parts) if (needs === "all tables") await client.query(make);
    await setSequences(client, summary);
    for (const move of await listMoves(client, scratch, home)) await client.query(move);
    await client.query(`drop schema ${scratch}; reset search_path`);
    await options.onLoaded?.(client);
    for (const migration of newer) await applyMigration(client, migration);
    await options.onMigrated?.(client);
  });
  return newer.length;
}

/**
 * Returns the migrations that a backup's schema still needs; throws a `BackupError` if this version does not know that
 * schema.
 */
export async function requireKnown(migrations: URL, path: string, head: Head): Promise<Migration[]> {
  return newerMigrations(await readMigrations(migrations), path, head);
}

function newerMigrations(known: Migration[], path: string, head: Head): Migration[] {
  try {
    return pendingMigrations(known, head.migrations);
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    throw new BackupError(
      `${path} was made by another version of Stint (${head.stint}), whose schema this one does not know. Restore it with that ` +
        "version or a newer one.",
    );
  }
}

/** Throws unless the database is empty; returns the schema in which new tables are created. */
async function requireEmpty(client: pg.ClientBase): Promise<string> {
  const table = await findAnyTable(client);
  if (table !== undefined)
    throw new BackupError(
      `The database is not empty: it has a table ${table}. A backup can only be restored into an empty database. With the ` +
        "embedded one, set DATA_DIR to a new folder, or move the old one away while the service is stopped.",
    );
  // Fails now, rather than after loading all rows, if no table can be created.
  await client.query(`begin; ${createMigrationsTable}; rollback`);
  const { rows } = await client.query<{ home: string }>("select current_schema() as home");
  return rows[0]?.home ?? "";
}

/** Throws if the backup's tables differ from those that its migrations create. */
async function requireTables(client: pg.ClientBase, older: Migration[], saved: readonly SavedTable[]): Promise<void> {
  const made = await describeTables(client, tablesMadeBy(older));
  const shape = (tables: readonly SavedTable[]) => JSON.stringify(tables.map(({ name, columns }) => [name, columns]));
  if (shape(made) !== shape(saved))
    throw new BackupError("The backup's tables do not match its migrations. Restore another backup.");
}

async function setSequences(client: pg.ClientBase, { sequences }: Summary): Promise<void> {
  for (const { table, column, lastValue, isCalled } of sequences)
    await client.query("select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint, $4)", [
      table,
      column,
      lastValue,
      isCalled,
    ]);
}

interface Loading {
  path: string;
  checked: CheckedBackup;
  /** The keys and indexes that were dropped from all tables, and the triggers that were disabled. */
  parts: readonly Part[];
}

/** Loads all tables in parallel, one per connection, the largest first. */
async function loadTables(clients: readonly pg.PoolClient[], loading: Loading): Promise<void> {
  const left = loading.checked.summary.tables.toSorted((one, other) => other.bytes - one.bytes);
  const results = await Promise.allSettled(
    clients.map(async (client) => {
      try {
        for (let table = left.shift(); table !== undefined; table = left.shift())
          await loadTable(client, table, loading);
      } finally {
        left.length = 0;
      }
    }),
  );
  const failed = results.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function loadTable(client: pg.PoolClient, table: TableSummary, loading: Loading): Promise<void> {
  await inTransaction(client, async () => {
    // Removes the rows that migrations inserted. With `wal_level=minimal`, PostgreSQL writes no WAL for rows loaded in
    // the transaction that truncated their table.
    await client.query(`truncate ${table.name}`);
    await loadRows(client, table, loading);
    for (const { table: of, needs, make } of loading.parts)
      if (of === table.name && needs === "its table") await client.query(make);
    await client.query(`analyze ${table.name}`);
  });
}

async function inTransaction<Result>(client: pg.PoolClient, run: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    const result = await run();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function loadRows(client: pg.PoolClient, table: TableSummary, { path, checked }: Loading): Promise<void> {
  const { name, rows, sha256 } = table;
  const at = checked.places.get(name);
  if (at === undefined) return;
  const digest = createHash("sha256");
  const pieces = async function* () {
    for await (const piece of readRows(path, name, at)) {
      digest.update(piece);
      yield piece;
    }
  };
  const columns = checked.head.tables.find((saved) => saved.name === name)?.columns ?? [];
  const target = client.query(copyFrom(`copy ${name} (${columns.join(", ")}) from stdin (freeze)`));
  await pipeline(Readable.from(pieces(), { objectMode: true, highWaterMark: 1 }), target);
  if (target.rowCount !== rows || digest.digest("hex") !== sha256) throw damaged(path, "it changed while it was read");
}
