import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Download } from "./downloads.ts";

/** The client did not finish reading the file within an hour. */
export class TooSlowError extends Error {}

const mostInMemory = 2 ** 20;
const pieceBytes = 2 ** 16;
const mostMs = 3_600_000;

/**
 * Reads `source` to its end at full speed, so a slow reader does not occupy its resources. A reader that keeps up gets
 * each piece at once; unread pieces stay in memory, and beyond 1 MiB in a file. The result fails with the source's
 * errors. It ends only after `beforeEnd`, which is called when all bytes have been read.
 */
export function spool(source: Readable, download: Download, beforeEnd?: () => Promise<unknown>): Readable {
  // Pieces in memory are older than all pieces in the file, so none is added to them while the file is not empty.
  const inMemory: Buffer[] = [];
  let memoryBytes = 0;
  let file: FileHandle | undefined;
  let writtenTo = 0;
  let readTo = 0;
  let isDone = false;
  let wake = () => {};

  async function fill(): Promise<void> {
    try {
      for await (const piece of source) {
        await keep(piece as Buffer);
        wake();
      }
    } catch (error) {
      output.destroy(error as Error);
    }
    isDone = true;
    wake();
  }

  async function keep(piece: Buffer): Promise<void> {
    if (readTo === writtenTo && memoryBytes + piece.length <= mostInMemory) {
      inMemory.push(piece);
      memoryBytes += piece.length;
      return;
    }
    file ??= await download.openFile();
    if (readTo === writtenTo && writtenTo > 0) {
      await file.truncate(0);
      download.shrink();
      readTo = writtenTo = 0;
    }
    await download.grow(piece.length);
    for (let from = 0; from < piece.length;) {
      from += (await file.write(piece, from, piece.length - from, writtenTo + from)).bytesWritten;
    }
    writtenTo += piece.length;
  }

  async function take(): Promise<Buffer> {
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
  }

  async function* give(): AsyncGenerator<Buffer, void> {
    while (!output.destroyed) {
      if (inMemory.length > 0 || readTo < writtenTo) {
        yield await take();
      } else if (isDone) {
        await beforeEnd?.();
        return;
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  }

  const tooLate = setTimeout(() => output.destroy(new TooSlowError("the client took more than an hour")), mostMs);
  tooLate.unref();
  const output = Readable.from(give(), { objectMode: false, highWaterMark: 1 });
  const filled = fill();
  output.once("close", () => {
    clearTimeout(tooLate);
    wake();
    source.destroy();
    void filled.then(async () => {
      download.end();
      await file?.close();
    });
  });
  return output;
}
