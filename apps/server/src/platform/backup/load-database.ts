import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  applyMigration,
  createMigrationsTable,
  type Migration,
  MigrationError,
  pendingMigrations,
  prepareMigrating,
  readMigrations,
} from "#platform/database/migrate.ts";
import { BackupError } from "./backup-error.ts";
import type { CheckedBackup } from "./check-backup.ts";
import type { Head, SavedTable, Summary } from "./contents.ts";
import { type BackupPart, damaged, readBackup } from "./read-backup.ts";
import { describeTables, findAnyTable, listSlowParts, tablesMadeBy } from "./schema.ts";

export interface LoadOptions {
  path: string;
  /** The result of `checkBackup` for the file. */
  checked: CheckedBackup;
  /** The migrations of this Stint. */
  migrations: URL;
  /** Called when the rows are as they were saved, before newer migrations. */
  onLoaded?: (client: pg.PoolClient) => Promise<void>;
  /** Called at the end, in the newest schema and before the commit. */
  onMigrated?: (client: pg.PoolClient) => Promise<void>;
}

/**
 * Loads a checked backup into an empty database in one transaction: the schema as it was saved, its rows, and newer
 * migrations. Whatever ends it earlier leaves the database empty.
 */
export async function loadDatabase(client: pg.PoolClient, options: LoadOptions): Promise<void> {
  const { head, summary } = options.checked;
  const migrations = await readMigrations(options.migrations);
  const newer = newerMigrations(migrations, options.path, head);
  await prepareMigrating(client);
  await client.query(
    `set idle_in_transaction_session_timeout = 0; set maintenance_work_mem = '128MB'; set client_min_messages = error`,
  );
  await client.query("begin");
  try {
    await requireEmpty(client);
    await client.query(createMigrationsTable);
    const older = migrations.filter((migration) => !newer.includes(migration));
    for (const migration of older) await applyMigration(client, migration);
    await requireTables(client, older, head.tables);
    await loadRows(client, options);
    await setSequences(client, summary);
    await options.onLoaded?.(client);
    for (const migration of newer) await applyMigration(client, migration);
    await options.onMigrated?.(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
  await client.query("analyze");
}

/** The migrations that a backup's schema still needs; throws a `BackupError` if this Stint does not know its schema. */
export async function requireKnown(migrations: URL, path: string, head: Head): Promise<Migration[]> {
  return newerMigrations(await readMigrations(migrations), path, head);
}

function newerMigrations(known: Migration[], path: string, head: Head): Migration[] {
  try {
    return pendingMigrations(known, head.migrations);
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    throw new BackupError(
      `${path} was made by another Stint (${head.stint}), whose schema this one does not know. Restore it with that ` +
        "version or a newer one.",
    );
  }
}

async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const table = await findAnyTable(client);
  if (table === undefined) return;
  throw new BackupError(
    `The database is not empty: it has a table ${table}. A backup is restored into an empty database only; with the ` +
      "embedded one set DATA_DIR to a new folder, or move the old one away while the service is stopped.",
  );
}

/** The file must fit the schema that its migrations make. */
async function requireTables(client: pg.ClientBase, older: Migration[], saved: readonly SavedTable[]): Promise<void> {
  const made = await describeTables(client, tablesMadeBy(older));
  const shape = (tables: readonly SavedTable[]) => JSON.stringify(tables.map(({ name, columns }) => [name, columns]));
  if (shape(made) !== shape(saved))
    throw new BackupError("The backup's tables are not those that its migrations make.");
}

async function loadRows(client: pg.PoolClient, { path, checked: { head, summary } }: LoadOptions): Promise<void> {
  const parts = await listSlowParts(client, head.tables);
  for (const { drop } of parts.toReversed()) await client.query(drop);
  // Migrations insert rows too, and the backup has them.
  for (const { name } of head.tables) await client.query(`delete from ${name}`);
  const loaded = new Map<string, number>();
  const source = readBackup(path);
  let next = await source.next();
  while (next.done !== true) {
    if (next.value.kind !== "rows") {
      next = await source.next();
      continue;
    }
    const { table } = next.value;
    const columns = head.tables.find(({ name }) => name === table)?.columns;
    if (columns === undefined || loaded.has(table)) throw damaged(path, "it changed while it was read");
    const piecesOfTable = async function* (first: BackupPart) {
      for (let part: BackupPart | undefined = first; part?.kind === "rows" && part.table === table;) {
        yield part.rows;
        next = await source.next();
        part = next.done === true ? undefined : next.value;
      }
    };
    const target = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin (freeze)`));
    await pipeline(Readable.from(piecesOfTable(next.value), { objectMode: true, highWaterMark: 1 }), target);
    loaded.set(table, target.rowCount);
  }
  for (const { name, rows } of summary.tables) {
    if ((loaded.get(name) ?? 0) !== rows) throw damaged(path, "it changed while it was read");
  }
  for (const { make } of parts) await client.query(make);
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
