import type { Line } from "./judge-lines.ts";

/** The lines of a typed day that each row of the text contains. A row can contain several, separated by semicolons. */
export function linesByRow(text: string, lines: readonly Line[]): Line[][] {
  const rows = text.split("\n");
  const found = rows.map((): Line[] => []);
  let [row, from] = [0, 0];
  for (const line of lines) {
    let at = rows[row]?.indexOf(line.item.typed, from) ?? -1;
    while (at < 0 && row < rows.length - 1) at = rows[++row]?.indexOf(line.item.typed) ?? -1;
    from = at + line.item.typed.length;
    found[row]?.push(line);
  }
  return found;
}
