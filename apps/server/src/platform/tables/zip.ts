import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZippedFile {
  path: string;
  /** A Buffer for a small file; pieces of text for a file of any length. */
  contents: Buffer | AsyncIterable<string>;
}

export interface ZipOptions {
  /** Frees the resources of the contents when the stream is destroyed. */
  release: () => Promise<unknown> | undefined;
}

// A fixed date makes the archive reproducible; 1980 is the earliest year that the zip format can express.
const entryOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * Zips files in order, with backpressure; pieces of a file are requested once all files before it have been written.
 * The stream fails with the errors of the pieces.
 */
export function writeZip(files: readonly ZippedFile[], { release }: ZipOptions): Readable {
  const zip = new ZipFile();
  const zipped = zip.outputStream;
  let isWaiting = false;
  let wake = () => {};

  const output = new Readable({
    // Needs no buffer, because the zip buffers enough.
    highWaterMark: 1,
    read: pull,
    destroy(error, callback) {
      wake();
      zipped.off("readable", offer).resume();
      Promise.resolve(release()).then(
        () => callback(error),
        (failure: Error) => callback(error ?? failure),
      );
    },
  });

  function pull(): void {
    const bytes = zipped.read();
    isWaiting = bytes === null;
    if (isWaiting) wake();
    else output.push(bytes);
  }

  function offer(): void {
    if (isWaiting) pull();
  }

  // Ends when the output is destroyed, so that the zip's compressor is freed too.
  async function* whileWaiting(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
    const texts = pieces[Symbol.asyncIterator]();
    try {
      for (;;) {
        while (!isWaiting && !output.destroyed) await new Promise<void>((resolve) => (wake = resolve));
        if (output.destroyed) return;
        const { value, done } = await texts.next();
        if (done === true) return;
        yield value;
      }
    } catch (error) {
      output.destroy(error as Error);
    }
  }

  zipped.on("readable", offer).once("end", () => output.push(null));
  zip.on("error", (error: Error) => output.destroy(error));
  for (const { path, contents } of files) {
    if (Buffer.isBuffer(contents)) zip.addBuffer(contents, path, entryOptions);
    else {
      const pieces = Readable.from(whileWaiting(contents), { objectMode: false, highWaterMark: 1 });
      zip.addReadStream(pieces, path, entryOptions);
    }
  }
  zip.end();
  return output;
}
