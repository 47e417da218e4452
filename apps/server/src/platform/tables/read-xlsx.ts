import { type Element, readXml } from "./read-xml.ts";
import { readZip } from "./read-zip.ts";

export interface Cell {
  type: "text" | "number";
  value: string;
  isBold: boolean;
  /** The number format's code, or its index where it is a built-in one. */
  format: string;
}

export interface Workbook {
  sheet: string;
  /** Rows of cells by column; null where there is none. */
  rows: (Cell | null)[][];
  /** The worksheet part. */
  worksheet: Element;
}

/** What stands in an .xlsx with one sheet, for tests. Throws an Error when the zip or a part of it is damaged. */
export function readXlsx(bytes: Buffer): Workbook {
  const parts = readZip(bytes);
  const part = (path: string) => readXml(parts.get(path)?.toString() ?? "");
  for (const path of parts.keys()) part(path);
  const styles = part("xl/styles.xml");
  const codes = new Map(
    all(styles, "numFmt").map(({ attributes }) => [attributes["numFmtId"], attributes["formatCode"] ?? ""]),
  );
  const bold = all(styles, "font").map((font) => all(font, "b").length > 0);
  const formats = all(all(styles, "cellXfs")[0], "xf").map(({ attributes }) => ({
    isBold: bold[Number(attributes["fontId"])] ?? false,
    format: codes.get(attributes["numFmtId"]) ?? attributes["numFmtId"] ?? "",
  }));
  const worksheet = part("xl/worksheets/sheet1.xml");
  const width = all(worksheet, "col").length;
  const rows = all(worksheet, "row").map(({ attributes, children }, index) => {
    if (attributes["r"] !== String(index + 1)) throw new Error(`row ${attributes["r"]} is number ${index + 1}`);
    const cells: (Cell | null)[] = Array.from({ length: width }, () => null);
    for (const cell of children) {
      const [, letters = "", row] = /^([A-Z]+)(\d+)$/.exec(cell.attributes["r"] ?? "") ?? [];
      if (row !== attributes["r"]) throw new Error(`cell ${cell.attributes["r"]} stands in row ${attributes["r"]}`);
      const format = formats[Number(cell.attributes["s"])];
      const text = all(cell, "t")[0];
      const value = text === undefined ? all(cell, "v")[0]?.text : unescapeText(text.text);
      if (format === undefined || value === undefined) throw new Error(`cell ${cell.attributes["r"]} is incomplete`);
      cells[columnIndex(letters)] = { type: text === undefined ? "number" : "text", value, ...format };
    }
    return cells;
  });
  return { sheet: all(part("xl/workbook.xml"), "sheet")[0]?.attributes["name"] ?? "", rows, worksheet };
}

/** The elements of this name below one, in the document's order. */
export function all(element: Element | undefined, name: string): Element[] {
  return (element?.children ?? []).flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

function columnIndex(letters: string): number {
  return letters.split("").reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

// ECMA-376, part 1, 22.9.2.19.
function unescapeText(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
