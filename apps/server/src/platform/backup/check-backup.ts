import { createHash, type Hash } from "node:crypto";
import type { Head, Summary } from "./format/contents.ts";
import { damaged, readBackup } from "./read-backup.ts";

export interface CheckedBackup {
  head: Head;
  summary: Summary;
  /** For each table with rows, the file position of its first piece. */
  places: ReadonlyMap<string, number>;
}

/**
 * Reads the whole backup and compares every checksum; throws a `BackupError` if the file is damaged or not a backup.
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  let head: Head | undefined;
  let summary: Summary | undefined;
  const found = new Map<string, { digest: Hash; bytes: number }>();
  const places = new Map<string, number>();
  for await (const part of readBackup(path)) {
    if (part.kind === "head") head = part.head;
    else if (part.kind === "summary") summary = part.summary;
    else {
      const table = found.get(part.table) ?? { digest: createHash("sha256"), bytes: 0 };
      table.digest.update(part.rows);
      table.bytes += part.rows.length;
      found.set(part.table, table);
      if (!places.has(part.table)) places.set(part.table, part.at);
    }
  }
  if (head === undefined || summary === undefined) throw damaged(path, "it has no summary");
  for (const { name, bytes, sha256 } of summary.tables) {
    const table = found.get(name);
    const digest = (table?.digest ?? createHash("sha256")).digest("hex");
    if ((table?.bytes ?? 0) !== bytes || digest !== sha256) throw damaged(path, `the rows of ${name} differ`);
  }
  const names = summary.tables.map(({ name }) => name);
  if (
    names.join() !== head.tables.map(({ name }) => name).join() ||
    [...found.keys()].some((name) => !names.includes(name))
  )
    throw damaged(path, "its summary contains different tables");
  return { head, summary, places };
}
