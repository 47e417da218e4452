import type { Line } from "./judge-lines.ts";

/** The lines of a typed day that each row of the text contains. A row can contain several, separated by semicolons. */
export function linesByRow(text: string, lines: readonly Line[]): Line[][] {
  let end = -1;
  return text.split("\n").map((row) => {
    const start = end + 1;
    end = start + row.length;
    return lines.filter(({ item }) => item.from >= start && item.from <= end);
  });
}
