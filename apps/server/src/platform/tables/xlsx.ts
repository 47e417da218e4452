import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { writeSheetXml } from "./sheet-xml.ts";
import type { Column, TableOptions } from "./table.ts";
import { sheetPath, workbookParts } from "./workbook-parts.ts";

export interface XlsxOptions extends TableOptions {
  /** The sheet's name; what Excel forbids in one is replaced. */
  sheet: string;
}

// The same table gives the same bytes, whenever it is written; 1980 is the beginning of a zip's time.
const entryOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * The table as an .xlsx file (ECMA-376) with one sheet. Batches are asked for only while a reader waits for bytes.
 * Destroying the stream ends the iterator of `batches`. The stream fails with what `batches` throws, with an
 * XlsxLimitError when the rows or a text are more than the format holds, and with a RangeError for a number that is not
 * whole.
 */
export function writeXlsx<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  { sheet, decimals }: XlsxOptions,
): Readable {
  const source = batches[Symbol.asyncIterator]();
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
      Promise.resolve(source.return?.()).then(
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
  async function* sheetXml(): AsyncGenerator<string, void> {
    const texts = writeSheetXml(columns, { [Symbol.asyncIterator]: () => source }, { decimals });
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
  for (const [path, xml] of workbookParts(sheet, decimals)) zip.addBuffer(Buffer.from(xml), path, entryOptions);
  zip.addReadStream(Readable.from(sheetXml(), { objectMode: false, highWaterMark: 1 }), sheetPath, entryOptions);
  zip.end();
  return output;
}
