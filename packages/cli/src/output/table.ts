import { type Context, print } from "#src/context/context.ts";
import { styleOf } from "./style.ts";
import { oneLine } from "#src/context/printable.ts";

/** The cell of each column, by the column's name. */
type Cells<Row> = Readonly<Record<string, (row: Row) => string>>;

interface Format {
  /** The columns that are aligned to the right. */
  numbers?: readonly string[];
  /** Cells of lines below the table, which only a terminal shows: in a pipe, each line is a row. */
  foot?: readonly Readonly<Record<string, string>>[];
  csv?: boolean;
}

/**
 * Writes an aligned table with a heading on a terminal. In a pipe, writes one line per row, with tabs and no heading;
 * with `csv`, as a file for spreadsheets (RFC 4180).
 */
export function writeTable<Row>(
  context: Context,
  rows: readonly Row[],
  cells: Cells<Row>,
  { numbers = [], foot = [], csv = false }: Format = {},
): void {
  const columns = Object.keys(cells);
  const lines = rows.map((row) => Object.values(cells).map((cellOf) => oneLine(cellOf(row))));
  const { stdout } = context.process;
  if (csv) for (const line of [columns, ...lines]) stdout.write(`${line.map(csvField).join(",")}\r\n`);
  else if (stdout.isTTY !== true) for (const line of lines) print(context, line.join("\t"));
  if (csv || stdout.isTTY !== true) return;
  for (const line of foot) lines.push(columns.map((name) => oneLine(line[name] ?? "")));
  const widths = columns.map((name, at) => Math.max(name.length, ...lines.map((line) => widthOf(line[at] ?? ""))));
  const align = (line: readonly string[]) =>
    line
      .map((cell, at) => {
        const space = " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
        return numbers.includes(columns[at] ?? "") ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd();
  print(context, styleOf(context).dim(align(columns)));
  for (const line of lines) print(context, align(line));
}

/**
 * Quotes a field of a CSV file. As in the server's files, an apostrophe precedes what a spreadsheet could read as a
 * formula, also after a semicolon, at which spreadsheets of other languages split.
 */
function csvField(text: string): string {
  const safe = text
    .replace(/^(?=[\s\p{Cf}]*[=+\-@＝＋－＠])/u, "'")
    .replaceAll(/(?<![;"\s\p{Cf}])[;"\s\p{Cf}]+(?=[=+\-@＝＋－＠])/gu, (run) => (run.includes(";") ? `${run}'` : run));
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** Returns the number of terminal columns that the text occupies. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{Mark}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}
