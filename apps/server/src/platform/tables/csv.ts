import { getDefaultHighWaterMark } from "node:stream";
import { durationText, hoursText, integerText, moneyText } from "./number-text.ts";
import type { Column, CsvOptions, TableOptions } from "./table.ts";

const chunkLength = getDefaultHighWaterMark(false);

// A spreadsheet reads text that begins like this as a formula (OWASP, "CSV Injection"). Some spreadsheets trim blanks
// first.
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;
// Spreadsheets of other locales split lines at other separators or line breaks and ignore our quotes, so a formula sign
// after any of these begins a cell. Matching whole runs keeps the regular expressions linear.
function guardAt(signs: string) {
  const run = String.raw`[${signs}"\s\p{Cf}]`;
  const formula = String.raw`(?=[=+\-@＝＋－＠])`;
  return {
    inner: new RegExp(`(?<!${run})${run}+${formula}`, "gu"),
    added: new RegExp(`(?<!${run})(${run}+)'${formula}`, "gu"),
    splits: new RegExp(`[${signs}\\t\\r\\n]`),
  };
}
const guard = guardAt(";");
const guardWithCommas = guardAt(",;");
const guardOf = (separator: string) => (separator === "," ? guard : guardWithCommas);

const separators = { comma: ",", semicolon: ";", tab: "\t" };

/**
 * Writes the table as CSV (RFC 4180: CRLF, a header row), in pieces of UTF-8 text, by default with commas, decimal
 * points and no byte-order mark. An apostrophe escapes formulas; durations are `h:mm:ss`, hours and money are decimals.
 * Backpressure: a batch is requested only once the text of the previous one has been read. Throws the errors of
 * `batches`, and a RangeError for a number that isn't an integer.
 */
export async function* writeCsv<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  { decimals, separator: named = "comma", decimalMark = "point", bom = false }: TableOptions & CsvOptions,
): AsyncGenerator<string, void> {
  const separator = separators[named];
  const toLine = (fields: string[]) => `${fields.map((field) => quoted(field, separator)).join(separator)}\r\n`;
  const toField = (kind: Column<never>["kind"], value: string | number | null) => {
    if (value === null) return "";
    const number = numberText(kind, value, decimals);
    if (number === undefined) return escaped(String(value), separator);
    return decimalMark === "comma" ? number.replace(".", ",") : number;
  };
  let text = (bom ? "\uFEFF" : "") + toLine(columns.map(({ header }) => escaped(header, separator)));
  for await (const batch of batches) {
    for (const row of batch) {
      text += toLine(columns.map((column) => toField(column.kind, column.value(row))));
      if (text.length < chunkLength) continue;
      yield text;
      text = "";
    }
    if (text !== "") yield text;
    text = "";
  }
  if (text !== "") yield text;
}

const addedAtStart = /^'(?=[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;

/**
 * Removes the apostrophes that `writeCsv` added before formulas. A text that already had such an apostrophe was written
 * unchanged, so it loses the apostrophe here.
 */
export function typedText(cell: string, separator = ","): string {
  const { added, splits } = guardOf(separator);
  const text = cell.replaceAll(added, (found, run: string) => (splits.test(run) ? run : found));
  return text.replace(addedAtStart, "");
}

/** Returns the text of a number; undefined if the column contains text, days or instants. */
function numberText(kind: Column<never>["kind"], value: string | number, decimals: number): string | undefined {
  switch (kind) {
    case "text":
    case "day":
    case "instant":
      return undefined;
    case "integer":
      return integerText(value);
    case "decimal":
      return String(value);
    case "duration":
      return durationText(value);
    case "hours":
      return hoursText(value);
    case "money":
      return moneyText(value, decimals);
    case "hundredths":
      return moneyText(value, 2);
  }
}

function escaped(value: string, separator: string): string {
  const { inner, splits } = guardOf(separator);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return text.replaceAll(inner, (run) => (splits.test(run) ? `${run}'` : run));
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
