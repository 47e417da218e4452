import { getDefaultHighWaterMark, Readable } from "node:stream";
import { hourMs } from "#platform/days.ts";
import { mebibyte } from "#platform/process/memory.ts";
import type { Download } from "./downloads.ts";
import type { FileHandle } from "node:fs/promises";

/** The client did not finish reading the file within an hour. */
export class TooSlowError extends Error {}

/**
 * Reads `source` to its end at full speed, so a slow reader does not occupy the source's resources. A reader that keeps
 * up gets each piece at once; unread pieces stay in memory, and beyond 1 MiB in a file. While other downloads leave no
 * room for the file, the source is read only as fast as the reader reads. The result fails with the source's errors. It
 * ends only after `beforeEnd`, which is called when all bytes have been read.
 */
export function spool(source: Readable, download: Download, beforeEnd?: () => Promise<unknown>): Readable {
  const unread = createSpoolBuffer(download);
  let isDone = false;
  let wake = () => {};
  let wakeFill = () => {};

  async function fill(): Promise<void> {
    try {
      for await (const piece of source) {
        while (!output.destroyed && !(await unread.add(piece as Buffer))) {
          // The reader may have read the last piece in the meantime and be waiting for this one. After the output is
          // closed, nothing would end the wait.
          if (!unread.isEmpty() && !output.destroyed) await new Promise<void>((resolve) => (wakeFill = resolve));
        }
        wake();
      }
    } catch (error) {
      output.destroy(error as Error);
    }
    isDone = true;
    wake();
  }

  async function* give(): AsyncGenerator<Buffer, void> {
    while (!output.destroyed) {
      if (!unread.isEmpty()) {
        const piece = await unread.take();
        wakeFill();
        yield piece;
      } else if (isDone) {
        await beforeEnd?.();
        return;
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  }

  const tooLate = setTimeout(() => output.destroy(new TooSlowError("the client took more than an hour")), hourMs);
  tooLate.unref();
  const output = Readable.from(give(), { objectMode: false, highWaterMark: 1 });
  const filled = fill();
  output.once("close", () => {
    clearTimeout(tooLate);
    wake();
    wakeFill();
    source.destroy();
    void filled.then(async () => {
      download.end();
      await unread.close();
    });
  });
  return output;
}

const maxInMemory = mebibyte;
const pieceBytes = getDefaultHighWaterMark(false);

/**
 * Keeps the pieces of a download that its client has not read yet, in order: up to 1 MiB in memory, and the rest in a
 * file of the download.
 */
function createSpoolBuffer(download: Download) {
  // Pieces in memory are older than all pieces in the file, so new ones go to memory only while the file is empty.
  const inMemory: Buffer[] = [];
  let memoryBytes = 0;
  let file: FileHandle | undefined;
  let writtenTo = 0;
  let readTo = 0;

  return {
    isEmpty: (): boolean => inMemory.length === 0 && readTo >= writtenTo,
    /** Returns false if there is no room until more has been read. */
    async add(piece: Buffer): Promise<boolean> {
      if (readTo === writtenTo && (memoryBytes === 0 || memoryBytes + piece.length <= maxInMemory)) {
        inMemory.push(piece);
        memoryBytes += piece.length;
        return true;
      }
      file ??= await download.openFile();
      if (readTo === writtenTo && writtenTo > 0) {
        await file.truncate(0);
        download.shrink();
        readTo = writtenTo = 0;
      }
      if (!(await download.grow(piece.length))) return false;
      for (let from = 0; from < piece.length;) {
        from += (await file.write(piece, from, piece.length - from, writtenTo + from)).bytesWritten;
      }
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
    async close() {
      await file?.close();
    },
  };
}
