import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZippedFile {
  path: string;
  /** A whole small one, or one of any length in pieces. */
  contents: Buffer | AsyncIterable<string>;
}

export interface ZipOptions {
  /** Frees what the contents hold, when the stream is destroyed. */
  release: () => Promise<unknown> | undefined;
}

// The same files give the same bytes, whenever they are written; 1980 is the beginning of a zip's time.
const entryOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * A zip of files in their order. Pieces are asked for only while a reader waits for bytes, and those of a file when all
 * files before it are written. The stream fails with what they throw.
 */
export function writeZip(files: readonly ZippedFile[], { release }: ZipOptions): Readable {
  const zip = new ZipFile();
  const zipped = zip.outputStream;
  let isWaiting = false;
  let wake = () => {};

  const output = new Readable({
    // The zip has buffers enough; what lies in this one would only be read ahead.
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

  // Ends in any case, so that the zip's compressor is freed too.
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
    else
      zip.addReadStream(
        Readable.from(whileWaiting(contents), { objectMode: false, highWaterMark: 1 }),
        path,
        entryOptions,
      );
  }
  zip.end();
  return output;
}
