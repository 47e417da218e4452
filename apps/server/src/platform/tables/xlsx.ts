import type { Readable } from "node:stream";
import { writeSheetXml } from "./sheet-xml.ts";
import type { Column, TableOptions } from "./table.ts";
import { sheetPath, workbookParts } from "./workbook-parts.ts";
import { writeZip } from "./zip.ts";

export interface XlsxOptions extends TableOptions {
  /** The sheet's name; characters that Excel forbids are replaced. */
  sheet: string;
}

/**
 * Writes the table as an .xlsx file (ECMA-376) with one sheet, with backpressure. Destroying the stream ends the
 * iterator of `batches`. The stream fails with the errors of `batches`, an XlsxLimitError if the rows or a text exceed
 * the format's limits, and a RangeError for a number that isn't an integer.
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
