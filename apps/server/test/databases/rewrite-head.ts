import { type Head, headName, pieceName, summaryName } from "#platform/backup/format/contents.ts";
import { readBackup } from "#platform/backup/read-backup.ts";
import { writeBackup } from "#platform/backup/write-backup.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { zstdCompressSync } from "node:zlib";

/** Copies a backup with a different head, as if another version of Stint had written it. The copy is undamaged. */
export async function rewriteHead(db: DatabasePool, from: string, to: string, head: Head): Promise<void> {
  const client = await db.connect();
  const writer = await writeBackup(client, to, new Date(head.createdAt));
  const json = (content: object) => Buffer.from(JSON.stringify(content));
  let pieces = 0;
  for await (const part of readBackup(from)) {
    if (part.kind === "head") await writer.add(headName, json(head));
    else if (part.kind === "summary") await writer.add(summaryName, json(part.summary));
    else await writer.add(pieceName(part.table, ++pieces), zstdCompressSync(part.rows));
  }
  await writer.finish();
  await writer.place();
  client.release(true);
}
