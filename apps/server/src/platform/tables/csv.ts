import { durationText, hoursText, integerText, moneyText } from "./number-text.ts";
import type { Column, TableOptions } from "./table.ts";

const chunkLength = 65_536;

// A spreadsheet reads text that begins like this as a formula (OWASP, "CSV Injection"). Some spreadsheets trim blanks
// first.
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;
// In locales with a decimal comma, spreadsheets split lines at semicolons, tabs or line breaks and ignore our quotes,
// so a formula sign after any of these begins a cell. Matching whole runs keeps the regular expression linear.
const innerStart = /(?<![;"\s\p{Cf}])[;"\s\p{Cf}]+(?=[=+\-@＝＋－＠])/gu;
const splits = /[;\t\r\n]/;

/**
 * Writes the table as CSV (RFC 4180: commas, CRLF, a header row), in pieces of UTF-8 text without a BOM. An apostrophe
 * escapes formulas; durations are `h:mm:ss`, hours and money are decimals. Backpressure: a batch is requested only
 * once the text of the previous one has been read. Throws the errors of `batches`, and a RangeError for a number that
 * isn't an integer.
 */
export async function* writeCsv<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  { decimals }: TableOptions,
): AsyncGenerator<string, void> {
  let text = toLine(columns.map(({ header }) => toTextField(header)));
  for await (const batch of batches) {
    for (const row of batch) {
      text += toLine(columns.map((column) => toField(column.kind, column.value(row), decimals)));
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
const addedInside = /(?<![;"\s\p{Cf}])([;"\s\p{Cf}]+)'(?=[=+\-@＝＋－＠])/gu;

/**
 * Removes the apostrophes that `writeCsv` added before formulas. A text that already had such an apostrophe was written
 * unchanged, so it loses the apostrophe here.
 */
export function typedText(cell: string): string {
  const text = cell.replaceAll(addedInside, (added, run: string) => (splits.test(run) ? run : added));
  return text.replace(addedAtStart, "");
}

function toLine(fields: string[]): string {
  return `${fields.join(",")}\r\n`;
}

function toField(kind: Column<never>["kind"], value: string | number | null, decimals: number): string {
  if (value === null) return "";
  switch (kind) {
    case "text":
    case "day":
      return toTextField(String(value));
    case "integer":
      return integerText(value);
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

function toTextField(value: string): string {
  const text = (formulaStart.test(value) ? `'${value}` : value).replaceAll(innerStart, (run) =>
    splits.test(run) ? `${run}'` : run,
  );
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
