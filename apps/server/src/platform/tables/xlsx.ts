import type { Readable } from "node:stream";
import { writeSheetXml } from "./sheet-xml.ts";
import type { Column, TableOptions } from "./table.ts";
import { sheetPath, workbookParts } from "./workbook-parts.ts";
import { writeZip } from "./zip.ts";

export interface XlsxOptions extends TableOptions {
  /** The sheet's name; what Excel forbids in one is replaced. */
  sheet: string;
}

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
  const rows = writeSheetXml(columns, { [Symbol.asyncIterator]: () => source }, { decimals });
  const parts = workbookParts(sheet, decimals).map(([path, xml]) => ({ path, contents: Buffer.from(xml) }));
  return writeZip([...parts, { path: sheetPath, contents: rows }], { release: () => source.return?.() });
}
