import { getDefaultHighWaterMark } from "node:stream";
import { dayMs, daySeconds, serialOf1970 } from "#platform/days.ts";
import type { Readable } from "node:stream";
import type { Column, TableOptions } from "./table.ts";
import { sheetPath, workbookParts, styles } from "./workbook-parts.ts";
import { writeZip } from "./zip.ts";
import { integerText, moneyText } from "./number-text.ts";

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

/** The maximum number of rows of an .xlsx below its header; the format ends at row 1,048,576. */
export const maxXlsxRows = 1_048_575;

/** The table does not fit into an .xlsx. This is an error, because rows must never be dropped silently. */
export class XlsxLimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "XlsxLimitError";
  }
}

/** The maximum number of characters in a cell of a workbook. */
export const maxCellLength = 32_767;
const chunkLength = getDefaultHighWaterMark(false);
const patterns = { day: /^\d{4}-\d\d-\d\d$/, instant: /^\d{4}-\d\d-\d\dT.*Z$/ };
/** The widths of columns in characters. */
const usualWidth = 12;
const widths: Partial<Record<Column<never>["kind"], number>> = { text: 28, money: 16, instant: 20 };

const head =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>' +
  '<sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" ' +
  'state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><cols>';

/**
 * Writes the worksheet part (ECMA-376, part 1, 18.3) in pieces of text. Requests a batch only once the text of the
 * previous one has been read. Throws the errors of `batches`, an XlsxLimitError, and a RangeError for a number that
 * isn't an integer.
 */
async function* writeSheetXml<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  { decimals }: TableOptions,
): AsyncGenerator<string, void> {
  const letters = columns.map((_, index) => columnLetters(index));
  const names = columns.map(({ header }, index) => toTextCell(header, `${letters[index]}1`, styles.header));
  let rowNumber = 1;
  let text = `${head}${columns.map(toCol).join("")}</cols><sheetData><row r="1">${names.join("")}</row>`;
  for await (const batch of batches) {
    for (const row of batch) {
      if (rowNumber > maxXlsxRows) {
        throw new XlsxLimitError(`an .xlsx has at most ${maxXlsxRows} rows below its header`);
      }
      rowNumber++;
      text += `<row r="${rowNumber}">`;
      for (const [index, column] of columns.entries()) {
        text += toCell(column.kind, column.value(row), `${letters[index]}${rowNumber}`, decimals);
      }
      text += "</row>";
      if (text.length < chunkLength) continue;
      yield text;
      text = "";
    }
    if (text !== "") yield text;
    text = "";
  }
  yield `${text}</sheetData></worksheet>`;
}

/** Returns the name of a column: 0 is A, 25 is Z, 26 is AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

function toCol<Row>({ kind, header }: Column<Row>, index: number): string {
  const width = Math.max(widths[kind] ?? usualWidth, header.length + 3);
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
}

function toCell(kind: Column<never>["kind"], value: string | number | null, at: string, decimals: number): string {
  if (value === null) return "";
  switch (kind) {
    case "text":
      return toTextCell(String(value), at, styles.text);
    case "integer":
      return toNumberCell(integerText(value), at, styles.integer);
    case "decimal":
      return toNumberCell(String(value), at, styles.general);
    case "duration":
      return toNumberCell(String(Number(integerText(value)) / daySeconds), at, styles.duration);
    case "hours":
      return toNumberCell(String(Number(integerText(value)) / 3600), at, styles.hundredths);
    case "day":
    case "instant":
      return patterns[kind].test(String(value))
        ? toNumberCell(String(serialOf1970 + Date.parse(String(value)) / dayMs), at, styles[kind])
        : toTextCell(String(value), at, styles.text);
    case "money":
      return toNumberCell(moneyText(value, decimals), at, styles.money);
    case "hundredths":
      return toNumberCell(moneyText(value, 2), at, styles.hundredths);
  }
}

function toNumberCell(value: string, at: string, style: number): string {
  return `<c r="${at}" s="${style}"><v>${value}</v></c>`;
}

function toTextCell(value: string, at: string, style: number): string {
  const text = value.replaceAll(lineBreaks, "\n").replaceAll(forbiddenInXml, "");
  if (text === "") return "";
  if (text.length > maxCellLength) {
    throw new XlsxLimitError(`the text of cell ${at} has ${text.length} characters, more than ${maxCellLength}`);
  }
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
}

// Word breaks lines with VT. XML has no such characters, and without a replacement, two words would become one.
const lineBreaks = /[\v\f]/g;
// Characters that XML 1.0 does not allow (production 2, Char), such as lone surrogates.
const forbiddenInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  // An XML parser would turn a bare CR into a line feed.
  "\r": "&#13;",
  // `_x0041_` means the letter A in a spreadsheet's text (ECMA-376, part 1, 22.9.2.19).
  _: "_x005F_",
};

function escapeText(text: string): string {
  return text.replaceAll(/[&<>\r]|_(?=x[0-9A-Fa-f]{4}_)/g, (character) => escapes[character] ?? character);
}
