import { type Context, print } from "#src/context/context.ts";
import { styleOf } from "./style.ts";
import { oneLine } from "#src/context/printable.ts";

export interface Column {
  name: string;
  isNumber?: boolean;
}

/**
 * Writes an aligned table with a heading on a terminal. In a pipe, writes one line per row, with tabs and no heading.
 */
export function writeTable(context: Context, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(oneLine));
  if (!context.process.stdout.isTTY) {
    for (const row of cells) print(context, row.join("\t"));
    return;
  }
  const { dim } = styleOf(context);
  const widths = columns.map(({ name }, at) => Math.max(name.length, ...cells.map((row) => widthOf(row[at] ?? ""))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => {
        const space = " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
        return columns[at]?.isNumber === true ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd();
  print(context, dim(line(columns.map(({ name }) => name))));
  for (const row of cells) print(context, line(row));
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** Returns the number of terminal columns that the text occupies. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{Mark}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}
