import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type pg from "pg";
import { BackupError } from "./format/backup-error.ts";
import { digestName, headName } from "./format/contents.ts";
import { isPartialLocked, lockPartial } from "./queries.ts";
import { paddingOf, tarEnd, tarHeader } from "./format/tar.ts";

const partialName = /^(.+)\.partial-([0-9a-f]{12})$/;

/** A backup in progress, next to its final path. */
export type BackupWriter = Awaited<ReturnType<typeof writeBackup>>;

/**
 * Starts a backup. Replaces an existing file only if that is a backup, so a mistyped path does no harm. Until the
 * client's session ends, a lock prevents other backups from removing the unfinished file.
 */
export async function writeBackup(client: pg.ClientBase, path: string, createdAt: Date) {
  await requirePlace(path);
  await removeAbandoned(client, dirname(path), (file) => file === basename(path));
  const id = randomBytes(6).toString("hex");
  await lockPartial(client, id);
  const partial = `${path}.partial-${id}`;
  const file = await open(partial, "wx", 0o600).catch((error: Error) => {
    throw new BackupError(`The backup cannot be written: ${error.message}. Check the folder and its free space.`);
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
    /** The unfinished file. */
    path: partial,
    add: (name: string, content: Buffer): Promise<void> => write(member(name, content, createdAt)),
    /** Writes the final member with the digest of all previous bytes, and syncs the file to disk. Returns the size. */
    async finish(): Promise<number> {
      const end = backupEnd(digest.digest("hex"), createdAt);
      await writeAll(file, end);
      await file.sync();
      await file.close();
      return size + end.length;
    },
    /** Moves the finished file to its final path, where it appears complete or not at all, even after a power cut. */
    async place() {
      await rename(partial, path);
      isPlaced = true;
      await using folder = await open(dirname(path));
      await folder.sync();
    },
    /** Removes the unfinished file; does nothing after `place`. */
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

/** Returns the last bytes of a backup, which depend on all others. */
export function backupEnd(digest: string, createdAt: Date): Buffer {
  return Buffer.concat([member(digestName, Buffer.from(`${digest}\n`), createdAt), tarEnd]);
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
  } catch (error) {
    throw new BackupError(
      `The backup cannot be written: ${(error as Error).message}. Check the folder and its free space.`,
    );
  }
}

async function requirePlace(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new BackupError(`The backup cannot be written: ${error.message}. Check the folder and its free space.`);
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
  throw new BackupError(`${path} exists and is not a Stint backup. Choose another file.`);
}

/**
 * Removes the unfinished files of killed backups from a folder, that is, those whose locks the database has released.
 */
export async function removeAbandoned(
  client: pg.ClientBase,
  folder: string,
  isOurs: (file: string) => boolean,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, file, id] = partialName.exec(name) ?? [];
    if (file === undefined || id === undefined || !isOurs(file)) continue;
    if (!(await isPartialLocked(client, id))) await rm(join(folder, name), { force: true });
  }
}
