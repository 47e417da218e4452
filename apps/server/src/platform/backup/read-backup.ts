import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { BackupError, DamagedBackupError } from "./backup-error.ts";
import { digestName, format, type Head, headName, type Summary, summaryName, tableOf } from "./contents.ts";
import { blockBytes, paddingOf, readTarHeader } from "./tar.ts";
import { backupEnd } from "./write-backup.ts";

/** The parts of a backup, in the order of the file. */
export type BackupPart =
  | { kind: "head"; head: Head }
  /** A piece of a table's rows, decompressed. */
  | { kind: "rows"; table: string; rows: Buffer }
  | { kind: "summary"; summary: Summary };

// Far above what is written at once: a larger size is damage.
const mostBytes = 256 * 1024 * 1024;
// Small chunks would each cost a turn of the event loop and a copy; large ones for small tables, garbage collection.
const chunkBytes = { least: 1024, most: 1024 * 1024 };
const usualRatio = 8;
const decompress = promisify(zstdDecompress);

/**
 * Reads a backup from beginning to end. Every byte of the file counts for the digest, which is compared after the last
 * part: who acts on parts must be able to undo it until the iteration has ended.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupPart, void> {
  const file = await open(path).catch((error: Error) => {
    throw new BackupError(`The backup cannot be read: ${error.message}`);
  });
  const digest = createHash("sha256");
  let createdAt: Date | undefined;

  async function take(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length;) {
      const { bytesRead } = await file.read(bytes, at);
      if (bytesRead === 0) throw createdAt === undefined ? noBackup(path) : damaged(path, "it ends too early");
      at += bytesRead;
    }
    return bytes;
  }

  try {
    for (;;) {
      const header = await take(blockBytes);
      const found = readTarHeader(header);
      if (createdAt === undefined && found?.name !== headName) throw noBackup(path);
      if (found === undefined || found.size > mostBytes) throw damaged(path, "a file in it has a bad header");
      const { name, size } = found;
      const body = await take(size + paddingOf(size));
      if (name === digestName && createdAt !== undefined) {
        const end = backupEnd(digest.digest("hex"), createdAt);
        const rest = await take(end.length - blockBytes - body.length);
        if (!Buffer.concat([header, body, rest]).equals(end)) throw damaged(path, "its digest differs");
        const { bytesRead } = await file.read(Buffer.alloc(1));
        if (bytesRead > 0) throw damaged(path, "something follows its end");
        return;
      }
      digest.update(header);
      digest.update(body);
      const part = await toPart(path, name, body.subarray(0, size));
      if (part.kind === "head") createdAt = new Date(part.head.createdAt);
      yield part;
    }
  } finally {
    await file.close();
  }
}

async function toPart(path: string, name: string, content: Buffer): Promise<BackupPart> {
  const table = tableOf(name);
  if (table !== undefined) return { kind: "rows", table, rows: await decompressPiece(path, table, content) };
  if (name === headName) return { kind: "head", head: readHead(path, parse<Head>(path, content)) };
  if (name === summaryName) return { kind: "summary", summary: parse<Summary>(path, content) };
  throw damaged(path, `it has an unknown file, ${JSON.stringify(name)}`);
}

function readHead(path: string, head: Head): Head {
  if (typeof head.format === "number" && head.format > format)
    throw new BackupError(
      `${path} was made by a newer Stint (${head.stint}), whose backups this one cannot read. Restore it with that version.`,
    );
  if (head.format !== format || Number.isNaN(Date.parse(head.createdAt))) throw damaged(path, "its head is unreadable");
  return head;
}

async function decompressPiece(path: string, table: string, content: Buffer): Promise<Buffer> {
  const chunkSize = Math.max(chunkBytes.least, Math.min(content.length * usualRatio, chunkBytes.most));
  try {
    return await decompress(content, { maxOutputLength: mostBytes, chunkSize });
  } catch {
    throw damaged(path, `rows of ${table} cannot be decompressed`);
  }
}

function parse<Content>(path: string, content: Buffer): Content {
  try {
    return JSON.parse(content.toString("utf8")) as Content;
  } catch {
    throw damaged(path, "a description in it is unreadable");
  }
}

function noBackup(path: string): DamagedBackupError {
  return new DamagedBackupError(`${path} is no backup of Stint, or its beginning is damaged.`);
}

export function damaged(path: string, how: string): DamagedBackupError {
  return new DamagedBackupError(`${path} is damaged: ${how}.`);
}
