import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { BackupError } from "./backup-error.ts";
import { digestName, headName } from "./contents.ts";
import { paddingOf, tarEnd, tarHeader } from "./tar.ts";

/** A backup that is being written, beside the place where it will lie. */
export interface BackupWriter {
  /** The unfinished file. */
  path: string;
  add(name: string, content: Buffer): Promise<void>;
  /** Writes the digest of everything before it and the end, and syncs the file to disk. Returns the size. */
  finish(): Promise<number>;
  /** Moves the finished file to its place: it is there as a whole or not at all, also after a power cut. */
  place(): Promise<void>;
  /** Removes the unfinished file; nothing after `place`. */
  discard(): Promise<void>;
}

// One that is still being written or verified is younger.
const abandonedMs = 24 * 3_600_000;
const dotPartial = ".partial-";

/** Begins a backup. Replaces only a backup: a mistyped name must not cost another file. */
export async function writeBackup(path: string, createdAt: Date): Promise<BackupWriter> {
  await requirePlace(path);
  await removeAbandoned(dirname(path), (file) => file === basename(path));
  const partial = `${path}${dotPartial}${randomBytes(6).toString("hex")}`;
  const file = await open(partial, "wx", 0o600).catch((error: Error) => {
    throw new BackupError(`The backup cannot be written: ${error.message}`);
  });
  const digest = createHash("sha256");
  let size = 0;
  let isPlaced = false;

  async function write(bytes: Buffer): Promise<void> {
    digest.update(bytes);
    await writeAll(file, bytes);
    size += bytes.length;
  }

  return {
    path: partial,
    add: (name, content) => write(member(name, content, createdAt)),
    async finish() {
      const end = backupEnd(digest.digest("hex"), createdAt);
      await writeAll(file, end);
      await file.sync();
      await file.close();
      return size + end.length;
    },
    async place() {
      await rename(partial, path);
      isPlaced = true;
      await using folder = await open(dirname(path));
      await folder.sync();
    },
    async discard() {
      if (isPlaced) return;
      await file.close().catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

function member(name: string, content: Buffer, modifiedAt: Date): Buffer {
  return Buffer.concat([tarHeader(name, content.length, modifiedAt), content, Buffer.alloc(paddingOf(content.length))]);
}

/** The last bytes of a backup, which follow from all others. */
export function backupEnd(digest: string, createdAt: Date): Buffer {
  return Buffer.concat([member(digestName, Buffer.from(`${digest}\n`), createdAt), tarEnd]);
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
  } catch (error) {
    throw new BackupError(`The backup cannot be written: ${(error as Error).message}`);
  }
}

async function requirePlace(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new BackupError(`The backup cannot be written: ${error.message}`);
  });
  if (file === undefined) return;
  try {
    const start = Buffer.alloc(headName.length);
    const isFile = (await file.stat()).isFile();
    if (isFile) await file.read(start, 0, start.length, 0);
    if (start.toString("latin1") === headName) return;
  } finally {
    await file.close();
  }
  throw new BackupError(`${path} exists and is no backup of Stint. Name another file.`);
}

/** Removes what killed backups of these files left in a folder. */
export async function removeAbandoned(folder: string, isOurs: (file: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const end = name.lastIndexOf(dotPartial);
    if (end === -1 || !isOurs(name.slice(0, end))) continue;
    const left = join(folder, name);
    const found = await stat(left).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedMs) await rm(left, { force: true });
  }
}
