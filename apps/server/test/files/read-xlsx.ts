import assert from "node:assert/strict";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { readZip } from "./read-zip.ts";
import type { Json } from "#test/worlds/test-app.ts";

export interface Cell {
  type: "text" | "number";
  value: string;
  isBold: boolean;
  /** The number format's code, or the index of a built-in format. */
  format: string;
}

export interface Workbook {
  sheet: string;
  /** The cells of each row, by column; null for an empty cell. */
  rows: (Cell | null)[][];
  /** The parsed worksheet part. Names of attributes begin with @. */
  worksheet: Json;
}

const several = new Set(["numFmt", "font", "xf", "col", "row", "c"]);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  alwaysCreateTextNode: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => several.has(name),
});

/** Reads an .xlsx file with one sheet. Rejects if the zip or one of its parts is damaged. */
export async function readXlsx(bytes: Buffer): Promise<Workbook> {
  const parts = new Map([...(await readZip(bytes))].map(([path, xml]) => [path, readXml(path, xml.toString())]));
  const formats = formatsOf(parts.get("xl/styles.xml").styleSheet);
  const { worksheet } = parts.get("xl/worksheets/sheet1.xml");
  const width = worksheet.cols.col.length;
  const rows = worksheet.sheetData.row.map((row: Json, index: number) => {
    assert.equal(row["@r"], String(index + 1));
    const cells: (Cell | null)[] = Array.from({ length: width }, () => null);
    for (const cell of row.c ?? []) {
      const [, letters = "", number] = /^([A-Z]+)(\d+)$/.exec(cell["@r"]) ?? [];
      assert.equal(number, row["@r"], `cell ${cell["@r"]} stands in its row`);
      const text: string | undefined = cell.is?.t["#text"];
      const value = text === undefined ? cell.v["#text"] : unescapeText(text);
      const format = formats[cell["@s"]];
      assert.ok(format !== undefined && value !== undefined, `cell ${cell["@r"]} is complete`);
      cells[columnIndex(letters)] = { type: text === undefined ? "number" : "text", value, ...format };
    }
    return cells;
  });
  return { sheet: parts.get("xl/workbook.xml").workbook.sheets.sheet["@name"], rows, worksheet };
}

const dates: Record<string, number> = { "14": 10, "yyyy\\-mm\\-dd hh:mm:ss": 24 };

/** The cell as the API writes it: a date cell as ISO 8601, any other as its value. */
export function isoText(cell: Cell | null): string {
  const length = dates[cell?.format ?? ""];
  if (length === undefined || cell?.type !== "number") return cell?.value ?? "";
  const ms = Math.round((Number(cell.value) - 25_569) * 86_400_000);
  return new Date(ms).toISOString().slice(0, length).replace(".000Z", "Z");
}

function readXml(path: string, xml: string): Json {
  const found = XMLValidator.validate(xml);
  assert.equal(found, true, `${path}: ${JSON.stringify(found)}`);
  return parser.parse(xml);
}

function formatsOf({ numFmts, fonts, cellXfs }: Json): Pick<Cell, "isBold" | "format">[] {
  const codes = new Map(numFmts.numFmt.map((format: Json) => [format["@numFmtId"], format["@formatCode"]]));
  return cellXfs.xf.map((format: Json) => ({
    isBold: fonts.font[format["@fontId"]].b !== undefined,
    format: codes.get(format["@numFmtId"]) ?? format["@numFmtId"],
  }));
}

function columnIndex(letters: string): number {
  return letters.split("").reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

// Decodes the `_xHHHH_` escapes of ECMA-376, part 1, 22.9.2.19.
function unescapeText(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
