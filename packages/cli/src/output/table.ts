import { type Context, print } from "#src/context/context.ts";
import { styleOf } from "./style.ts";
import { oneLine } from "#src/context/printable.ts";

/** The cell of each column, by the column's name. */
type Cells<Row> = Readonly<Record<string, (row: Row) => string>>;

/**
 * Writes an aligned table with a heading on a terminal, with the columns in `numbers` aligned to the right. In a pipe,
 * writes one line per row, with tabs and no heading.
 */
export function writeTable<Row>(
  context: Context,
  rows: readonly Row[],
  cells: Cells<Row>,
  numbers: readonly string[] = [],
): void {
  const columns = Object.keys(cells);
  const lines = rows.map((row) => Object.values(cells).map((cellOf) => oneLine(cellOf(row))));
  if (!context.process.stdout.isTTY) {
    for (const line of lines) print(context, line.join("\t"));
    return;
  }
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

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** Returns the number of terminal columns that the text occupies. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{Mark}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}
