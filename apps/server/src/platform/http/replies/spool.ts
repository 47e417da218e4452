import { randomBytes } from "node:crypto";
import { type FileHandle, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import { getDefaultHighWaterMark, Readable } from "node:stream";
import { hourMs } from "#platform/days.ts";
import { mebibyte } from "#platform/process/memory.ts";

export interface SpoolLimits {
  /** Folder for bytes that clients have not read yet. */
  folder: string;
  /** The maximum number of bytes of one download in the folder. */
  maxBytes: number;
  /** The free space that must remain on the disk. */
  minFreeBytes: number;
}

/** The client did not finish reading the file within an hour. */
export class TooSlowError extends Error {}

/**
 * Reads `source` to its end at full speed, so a slow reader does not occupy the source's resources. A reader that keeps
 * up gets each piece at once; unread pieces stay in memory, and beyond 1 MiB in a file. While there is no room for the
 * file, the source waits for the reader. The result fails with the source's errors. It ends only after `beforeEnd`,
 * which is called when all bytes have been read.
 */
export function spool(source: Readable, limits: SpoolLimits, beforeEnd?: () => Promise<unknown>): Readable {
  const unread = createUnreadPieces(limits);
  let isDone = false;
  let change = Promise.withResolvers<void>();

  /** Wakes whichever side is waiting for the other. */
  function noteChange(): void {
    change.resolve();
    change = Promise.withResolvers();
  }

  async function fill(): Promise<void> {
    try {
      for await (const piece of source) {
        let isAdded = false;
        while (!isAdded && !output.destroyed) {
          const { promise: changed } = change;
          isAdded = await unread.add(piece as Buffer);
          if (!isAdded) await changed;
        }
        noteChange();
      }
    } catch (error) {
      output.destroy(error as Error);
    }
    isDone = true;
    noteChange();
  }

  async function give(): Promise<void> {
    while (unread.isEmpty() && !isDone) await change.promise;
    if (output.destroyed) return;
    if (unread.isEmpty()) {
      await beforeEnd?.();
      output.push(null);
    } else {
      output.push(await unread.take());
      noteChange();
    }
  }

  const tooLate = setTimeout(() => output.destroy(new TooSlowError("the client took more than an hour")), hourMs);
  tooLate.unref();
  const output = new Readable({
    highWaterMark: 1,
    read() {
      give().catch((error: Error) => output.destroy(error));
    },
    destroy(error, callback) {
      clearTimeout(tooLate);
      source.destroy();
      noteChange();
      void filled.then(unread.close);
      callback(error);
    },
  });
  const filled = fill();
  return output;
}

const maxInMemory = mebibyte;
const pieceBytes = getDefaultHighWaterMark(false);

/** Keeps the pieces that the client has not read yet, in order: up to 1 MiB in memory, and the rest in a file. */
function createUnreadPieces({ folder, maxBytes, minFreeBytes }: SpoolLimits) {
  // Pieces in memory are older than all pieces in the file, so new ones go to memory only while the file is empty.
  const inMemory: Buffer[] = [];
  let memoryBytes = 0;
  let file: FileHandle | undefined;
  let writtenTo = 0;
  let readTo = 0;

  async function close(): Promise<void> {
    await file?.close();
    file = undefined;
    writtenTo = readTo = 0;
  }

  return {
    isEmpty: (): boolean => inMemory.length === 0 && readTo === writtenTo,
    /** Returns false if there is no room until more has been read. */
    async add(piece: Buffer): Promise<boolean> {
      if (readTo === writtenTo) {
        if (memoryBytes === 0 || memoryBytes + piece.length <= maxInMemory) {
          inMemory.push(piece);
          memoryBytes += piece.length;
          return true;
        }
        await close();
      }
      const { bavail, bsize } = await statfs(folder);
      if (writtenTo + piece.length > maxBytes || bavail * bsize < minFreeBytes + piece.length) return false;
      file ??= await openUnlinked(folder);
      await file.writeFile(piece);
      writtenTo += piece.length;
      return true;
    },
    /** Removes the oldest piece, or part of it; there must be one. */
    async take(): Promise<Buffer> {
      const piece = inMemory.shift();
      if (piece !== undefined) {
        memoryBytes -= piece.length;
        return piece;
      }
      if (file === undefined) throw new Error("there is nothing to read");
      const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, writtenTo - readTo));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, readTo);
      readTo += bytesRead;
      return buffer.subarray(0, bytesRead);
    },
    close,
  };
}

/** Opens a file without a name, so that its space is free again once it is closed, even after a crash. */
async function openUnlinked(folder: string): Promise<FileHandle> {
  const path = join(folder, `stint-download-${randomBytes(8).toString("hex")}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}
