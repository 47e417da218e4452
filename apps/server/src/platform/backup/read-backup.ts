import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { kibibyte, mebibyte } from "#platform/process/memory.ts";
import { BackupError, DamagedBackupError } from "./format/backup-error.ts";
import { digestName, format, type Head, headName, type Summary, summaryName, tableOf } from "./format/contents.ts";
import { blockBytes, paddingOf, readTarHeader } from "./format/tar.ts";
import { pieceBytes } from "./save-database.ts";
import { backupEnd } from "./write-backup.ts";

/** The parts of a backup, in the order of the file. */
export type BackupPart =
  | { kind: "head"; head: Head }
  /** A decompressed piece of a table's rows, and its position in the file. */
  | { kind: "rows"; table: string; rows: Buffer; at: number }
  | { kind: "summary"; summary: Summary };

// Larger than any file that a backup contains, so a size above this limit indicates damage.
const maxBytes = 256 * mebibyte;
// A chunk with room for a whole piece avoids a copy; larger chunks would only cost memory.
const chunkBytes = pieceBytes + kibibyte;
const decompress = promisify(zstdDecompress);

/**
 * Reads a backup from beginning to end. The digest covers every byte and is compared after the last part, so a caller
 * must be able to undo its work on earlier parts until the iteration has ended.
 */
export function readBackup(path: string): AsyncGenerator<BackupPart, void> {
  return oneAhead(readParts(path));
}

/** Reads the rows of one table, whose first piece is at file position `at`. */
export function readRows(path: string, table: string, at: number): AsyncGenerator<Buffer, void> {
  return oneAhead(readPieces(path, table, at));
}

/** Requests the next item while the caller uses the previous one, because another thread decompresses the items. */
async function* oneAhead<Item>(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  try {
    for (let next = items.next(); ;) {
      const item = await next;
      if (item.done === true) return;
      next = items.next();
      // Only prevents an unhandled rejection: the next await reports the error.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await items.return();
  }
}

async function* readParts(path: string): AsyncGenerator<BackupPart, void> {
  const files = await openFiles(path);
  const digest = createHash("sha256");
  let createdAt = new Date(Number.NaN);
  try {
    for (;;) {
      const { at, name, header, body, content } = await files.next();
      if (name === digestName) {
        const end = backupEnd(digest.digest("hex"), createdAt);
        const rest = await files.take(end.length - header.length - body.length);
        if (!Buffer.concat([header, body, rest]).equals(end)) throw damaged(path, "its digest differs");
        if (!(await files.isAtEnd())) throw damaged(path, "it contains data after its end");
        return;
      }
      digest.update(header);
      digest.update(body);
      const part = await toPart(path, { name, content, at });
      if (part.kind === "head") createdAt = new Date(part.head.createdAt);
      yield part;
    }
  } finally {
    await files.close();
  }
}

async function* readPieces(path: string, table: string, from: number): AsyncGenerator<Buffer, void> {
  const files = await openFiles(path, from);
  try {
    for (;;) {
      const { name, content } = await files.next();
      if (tableOf(name) !== table) return;
      yield await decompressPiece(path, table, content);
    }
  } finally {
    await files.close();
  }
}

/** Opens a backup to read its files in order. Throws if it does not begin like a backup. */
async function openFiles(path: string, from = 0) {
  const file = await open(path).catch((error: Error) => {
    throw new BackupError(`The backup cannot be read: ${error.message}`);
  });
  let position = from;
  let isBackup = from > 0;

  async function take(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length;) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, position);
      if (bytesRead === 0) throw isBackup ? damaged(path, "it is truncated") : noBackup(path);
      filled += bytesRead;
      position += bytesRead;
    }
    return bytes;
  }

  return {
    take,
    async next() {
      const at = position;
      const header = await take(blockBytes);
      const found = readTarHeader(header);
      if (!isBackup && found?.name !== headName) throw noBackup(path);
      if (found === undefined || found.size > maxBytes) throw damaged(path, "a file in it has a bad header");
      const body = await take(found.size + paddingOf(found.size));
      isBackup = true;
      return { at, name: found.name, header, body, content: body.subarray(0, found.size) };
    },
    isAtEnd: async () => (await file.read(Buffer.alloc(1), 0, 1, position)).bytesRead === 0,
    close: () => file.close(),
  };
}

async function toPart(
  path: string,
  { name, content, at }: { name: string; content: Buffer; at: number },
): Promise<BackupPart> {
  const table = tableOf(name);
  if (table !== undefined) return { kind: "rows", table, rows: await decompressPiece(path, table, content), at };
  if (name === headName) return { kind: "head", head: readHead(path, parse<Head>(path, content)) };
  if (name === summaryName) return { kind: "summary", summary: parse<Summary>(path, content) };
  throw damaged(path, `it contains an unknown file, ${JSON.stringify(name)}`);
}

function readHead(path: string, head: Head): Head {
  if (typeof head.format === "number" && head.format > format)
    throw new BackupError(
      `${path} was made by a newer version of Stint (${head.stint}), whose backups this one cannot read. Restore it with that version.`,
    );
  if (head.format !== format || Number.isNaN(Date.parse(head.createdAt)))
    throw damaged(path, "its first part is unreadable");
  return head;
}

async function decompressPiece(path: string, table: string, content: Buffer): Promise<Buffer> {
  try {
    return await decompress(content, { maxOutputLength: maxBytes, chunkSize: chunkBytes });
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
  return new DamagedBackupError(`${path} is not a Stint backup, or its beginning is damaged.`);
}

export function damaged(path: string, how: string): DamagedBackupError {
  return new DamagedBackupError(`${path} is damaged: ${how}. Use another copy or another backup.`);
}
