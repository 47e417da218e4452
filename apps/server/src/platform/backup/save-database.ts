import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { constants, createZstdCompress } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { pendingMigrations, readMigrations } from "#platform/database/migrate.ts";
import { kibibyte } from "#platform/process/memory.ts";
import { BackupError } from "./format/backup-error.ts";
import { createBufferCollector } from "#platform/process/collect-buffers.ts";
import {
  format,
  type Head,
  headName,
  pieceName,
  type SavedTable,
  type Summary,
  summaryName,
  type TableSummary,
} from "./format/contents.ts";
import { describeTables, listApplied, listSequences, tablesMadeBy } from "./schema.ts";
import type { EncryptedKey } from "./format/encrypt-key.ts";
import { type BackupWriter, writeBackup } from "./write-backup.ts";

export interface SaveOptions {
  /** The final path of the backup. */
  path: string;
  /** The folder with the migrations of this version, which must include those that created the schema. */
  migrations: URL;
  stint: string;
  secretKey?: EncryptedKey | undefined;
  signal?: AbortSignal | undefined;
}

// Larger pieces would compress better, but two of them must fit into memory at once.
export const pieceBytes = 512 * kibibyte;
const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 19 };
const collectEvery = 16;
const longestPauseMs = 1_000;
/** A piece that takes this many times as long as its table's fastest piece counts as slowed down by other work. */
const unhinderedFactor = 1.5;
const tries = 3;
// Fixes the format of values, whatever the settings of the role or database.
const settings = `set local statement_timeout = 0; set local lock_timeout = '60s';
  set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0;
  set local synchronize_seqscans = off; set local bytea_output = hex; set local extra_float_digits = 1;
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'iso_8601'`;

/**
 * Writes all tables, as one read-only snapshot sees them, to a file next to the final path. The caller must place or
 * discard that file, and then end the client's session, which keeps the file locked.
 */
export async function saveDatabase(client: pg.PoolClient, options: SaveOptions) {
  const { head, tables } = await beginSnapshot(client, options);
  try {
    const writer = await writeBackup(client, options.path, new Date(head.createdAt));
    try {
      await writer.add(headName, toJson(head));
      const summary: Summary = { tables: [], sequences: await listSequences(client, tables) };
      const tools = { writer, compress: createCompressor(), collect: createBufferCollector(), signal: options.signal };
      for (const table of tables) summary.tables.push(await saveTable(client, table, tools));
      await writer.add(summaryName, toJson(summary));
      return { writer, head, summary, size: await writer.finish() };
    } catch (error) {
      await writer.discard();
      throw error;
    }
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

type Compress = (piece: Buffer) => Promise<Buffer>;

/**
 * Creates a compressor that turns each piece into a separate frame. It reuses one context, because a context per piece
 * would produce garbage.
 */
function createCompressor(): Compress {
  const stream = createZstdCompress({ params, chunkSize: pieceBytes / 2 });
  let compressed: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => compressed.push(chunk));
  return (piece) =>
    new Promise((resolve, reject) => {
      stream.once("error", reject);
      stream.write(piece);
      stream.flush(constants.ZSTD_e_end, () => {
        stream.off("error", reject);
        resolve(Buffer.concat(compressed));
        compressed = [];
      });
    });
}

const toJson = (content: object): Buffer => Buffer.from(`${JSON.stringify(content, null, 1)}\n`);

/**
 * Locks the tables before taking the snapshot: if a migration rewrote a table in between, the snapshot would show it as
 * empty.
 */
async function beginSnapshot(
  client: pg.PoolClient,
  { migrations, stint, secretKey }: SaveOptions,
): Promise<{ head: Head; tables: SavedTable[] }> {
  const known = await readMigrations(migrations);
  const names = tablesMadeBy(known);
  for (let left = tries; left > 0; left--) {
    const { rows: found } = await client.query<{ name: string | null }>(
      "select to_regclass('schema_migrations') as name",
    );
    if (found[0]?.name === null) throw new BackupError("The database has no Stint data, so there is nothing to save.");
    const before = await describeTables(client, names);
    const applied = await listApplied(client);
    await client.query(`begin isolation level repeatable read read only; ${settingsOf(await versionOf(client))}`);
    await client.query(`lock table ${before.map(({ name }) => name).join(", ")} in access share mode`);
    const { rows } = await client.query<{ at: string; postgres: string }>(
      "select date_trunc('milliseconds', clock_timestamp())::text as at, current_setting('server_version') as postgres",
    );
    const migrated = await listApplied(client);
    const { at = "", postgres = "" } = rows[0] ?? {};
    if (migrated.length === applied.length) {
      pendingMigrations(known, migrated);
      const createdAt = new Date(at).toISOString();
      const head: Head = { format, stint, createdAt, postgres, migrations: migrated, tables: before, secretKey };
      return { head, tables: before };
    }
    await client.query("rollback");
  }
  throw new BackupError("The database is being migrated. Try again when the migration has finished.");
}

async function versionOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  return Number(rows[0]?.version);
}

/** Returns the settings, without `transaction_timeout` for servers before PostgreSQL 17, which do not know it. */
function settingsOf(version: number): string {
  return version >= 170_000 ? settings : settings.replace(/set local transaction_timeout = 0;/, "");
}

interface SaveTools {
  writer: BackupWriter;
  compress: Compress;
  collect: () => void;
  signal: AbortSignal | undefined;
}

async function saveTable(
  client: pg.PoolClient,
  table: SavedTable,
  { writer, compress, collect, signal }: SaveTools,
): Promise<TableSummary> {
  let writing = Promise.resolve();
  let pieces = 0;
  let fastest = Infinity;
  let began = performance.now();
  // While one piece is compressed and written, at most one more is read.
  const summary = await readTable(client, table, async (rows) => {
    signal?.throwIfAborted();
    await writing;
    const name = pieceName(table.name, ++pieces);
    writing = compress(rows).then((compressed) => writer.add(name, compressed));
    // Only prevents an unhandled rejection: the next await reports the error.
    writing.catch(() => undefined);
    // Pauses as long as the piece took, to leave half of the machine's capacity to requests; the database pauses too,
    // because nobody reads its rows. If a piece took much longer than the fastest one, requests slowed it down, so the
    // pause is longer.
    if (rows.length >= pieceBytes) {
      const taken = performance.now() - began;
      fastest = Math.min(fastest, taken);
      await pause(Math.min(taken * Math.max(1, taken / (fastest * unhinderedFactor)), longestPauseMs));
    }
    if (pieces % collectEvery === 0) collect();
    began = performance.now();
  });
  await writing;
  return summary;
}

/**
 * Reads the stored rows of a table in physical order, piece by piece. The buffer of a piece is reused once the next
 * call to `onPiece` has resolved.
 */
export async function readTable(
  client: pg.PoolClient,
  { name, columns }: SavedTable,
  onPiece: (rows: Buffer) => Promise<void> = async () => undefined,
): Promise<TableSummary> {
  const digest = createHash("sha256");
  let bytes = 0;
  let filled = 0;
  // Two buffers alternate, because new buffers would add up to as much garbage as the table is large.
  let [piece, other] = [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)];

  async function passOn(): Promise<void> {
    const rows = piece.subarray(0, filled);
    digest.update(rows);
    await onPiece(rows);
    [piece, other] = [other, piece];
    filled = 0;
  }

  const stream = client.query(copyTo(`copy ${name} (${columns.join(", ")}) to stdout`));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (let taken = 0; taken < chunk.length;) {
      const copied = chunk.copy(piece, filled, taken);
      taken += copied;
      filled += copied;
      if (filled === pieceBytes) await passOn();
    }
  }
  if (filled > 0) await passOn();
  // The row count arrives after the last row, so wait for the reply to one more statement.
  await client.query("select");
  return { name, rows: stream.rowCount, bytes, sha256: digest.digest("hex") };
}
