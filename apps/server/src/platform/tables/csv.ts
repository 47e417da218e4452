import { durationText, integerText, moneyText } from "./number-text.ts";
import type { Column, TableOptions } from "./table.ts";

const chunkLength = 65_536;

// A spreadsheet takes a text that begins so for a formula (OWASP, "CSV Injection"), some after cutting blanks off.
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;
// One that splits lines at semicolons, tabs or line breaks, as in countries with a decimal comma, does not see our
// quotes: a formula sign after any of these begins a cell there. Runs are taken whole, so that it stays linear.
const innerStart = /(?<![;"\s\p{Cf}])[;"\s\p{Cf}]+(?=[=+\-@＝＋－＠])/gu;
const splits = /[;\t\r\n]/;

/**
 * The table as CSV (RFC 4180: commas, CRLF, a header row), in pieces of text that are UTF-8 without a BOM. Texts that a
 * spreadsheet would run as a formula get an apostrophe in front of it; durations are `h:mm:ss`, money is a decimal in main
 * units. A batch is asked for only when the text of the one before has been taken. Throws what `batches` throws, and a
 * RangeError for a number that is not whole.
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

function toLine(fields: string[]): string {
  return `${fields.join(",")}\r\n`;
}

function toField(kind: Column<never>["kind"], value: string | number | null, decimals: number): string {
  if (value === null) return "";
  switch (kind) {
    case "text":
      return toTextField(String(value));
    case "integer":
      return integerText(value);
    case "duration":
      return durationText(value);
    case "money":
      return moneyText(value, decimals);
  }
}

function toTextField(value: string): string {
  const text = (formulaStart.test(value) ? `'${value}` : value).replaceAll(innerStart, (run) =>
    splits.test(run) ? `${run}'` : run,
  );
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
