import type { FileHandle } from "node:fs/promises";
import type { Download } from "./downloads.ts";

/** The pieces of a download that its client has not read yet, in order. */
export interface SpoolBuffer {
  isEmpty(): boolean;
  /** Returns false if there is no room until more has been read. */
  add(piece: Buffer): Promise<boolean>;
  /** Removes the oldest piece, or part of it; there must be one. */
  take(): Promise<Buffer>;
  close(): Promise<void>;
}

const maxInMemory = 2 ** 20;
const pieceBytes = 2 ** 16;

/** Buffers up to 1 MiB in memory, and the rest in a file of the download. */
export function createSpoolBuffer(download: Download): SpoolBuffer {
  // Pieces in memory are older than all pieces in the file, so new ones go to memory only while the file is empty.
  const inMemory: Buffer[] = [];
  let memoryBytes = 0;
  let file: FileHandle | undefined;
  let writtenTo = 0;
  let readTo = 0;

  return {
    isEmpty: () => inMemory.length === 0 && readTo >= writtenTo,
    async add(piece) {
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
    async take() {
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
