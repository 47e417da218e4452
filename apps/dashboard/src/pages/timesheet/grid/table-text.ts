import { parseDuration } from "@stint/grammar/parse-duration.ts";
import type { GridRange } from "#ui/grid/grid-places.ts";

/** The seconds that a text sets a cell to. Empty text or a dash means 0; undefined if it isn't a duration. */
export function parseCell(text: string): number | undefined {
  const typed = text.trim();
  return /^[-–—]?$/.test(typed) ? 0 : parseDuration(typed);
}

/** Parses the clipboard text of spreadsheets. Cells are separated by tabs, and quoted if they contain a line break. */
export function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  for (;;) {
    const found = cells.exec(text);
    if (found === null) break;
    const [all, quoted, plain = "", end = ""] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "" || all === "") break;
    // A trailing line break doesn't start another row.
    if (end !== "\t") {
      if (cells.lastIndex === text.length) break;
      rows.push([]);
    }
  }
  return rows;
}

interface Pasted {
  cells: { row: number; column: number; seconds: number }[];
  /** Texts that aren't durations. */
  unread: string[];
  /** The number of cells outside the grid. */
  beyond: number;
}

/** Decides where pasted cells go: from the range's first cell on. A single cell fills the whole range. */
export function placeTable(table: readonly (readonly string[])[], range: GridRange, rows: number, columns: number) {
  const isOne = table.length === 1 && table[0]?.length === 1;
  const height = isOne ? range.bottom - range.top + 1 : table.length;
  const pasted: Pasted = { cells: [], unread: [], beyond: 0 };
  for (let down = 0; down < height; down++) {
    const line = table[isOne ? 0 : down] ?? [];
    const width = isOne ? range.right - range.left + 1 : line.length;
    for (let across = 0; across < width; across++) {
      const [row, column] = [range.top + down, range.left + across];
      const text = line[isOne ? 0 : across] ?? "";
      const seconds = parseCell(text);
      if (row >= rows || column >= columns) pasted.beyond++;
      else if (seconds === undefined) pasted.unread.push(text.trim());
      else pasted.cells.push({ row, column, seconds });
    }
  }
  return pasted;
}
