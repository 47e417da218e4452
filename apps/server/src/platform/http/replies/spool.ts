import { Readable } from "node:stream";
import type { Download } from "./downloads.ts";
import { createSpoolBuffer } from "./spool-buffer.ts";

/** The client did not finish reading the file within an hour. */
export class TooSlowError extends Error {}

const maxMs = 3_600_000;

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

  const tooLate = setTimeout(() => output.destroy(new TooSlowError("the client took more than an hour")), maxMs);
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
