import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { CheckedBackup } from "./check-backup.ts";
import type { TableSummary } from "./contents.ts";
import { damaged, readRows } from "./read-backup.ts";
import type { Part } from "./schema.ts";

interface Loading {
  path: string;
  checked: CheckedBackup;
  /** The keys and indexes that were dropped from all tables, and the triggers that were disabled. */
  parts: readonly Part[];
}

/** Loads all tables in parallel, one per connection, the largest first. */
export async function loadTables(clients: readonly pg.PoolClient[], loading: Loading): Promise<void> {
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

export async function inTransaction<Result>(client: pg.PoolClient, run: () => Promise<Result>): Promise<Result> {
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
