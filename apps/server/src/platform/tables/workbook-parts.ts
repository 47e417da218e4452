/** The indexes of the cell formats in `styles.xml`. */
export const styles = {
  general: 0,
  header: 1,
  text: 2,
  integer: 3,
  duration: 4,
  money: 5,
  hundredths: 6,
  day: 7,
  instant: 8,
} as const;

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const sheetPath = "xl/worksheets/sheet1.xml";

/** Returns path and XML of every part of an .xlsx with one sheet, except the sheet itself (ECMA-376, part 1, 12). */
export function workbookParts(sheet: string, decimals: number): [path: string, xml: string][] {
  const parts: [string, string][] = [
    [
      "[Content_Types].xml",
      `<Types xmlns="${packages}/content-types">` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
        `<Override PartName="/${sheetPath}" ContentType="${types}.worksheet+xml"/></Types>`,
    ],
    [
      "_rels/.rels",
      `<Relationships xmlns="${packages}/relationships">` +
        `<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>` +
        `<sheet name="${sheetName(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${packages}/relationships">` +
        `<Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/>` +
        `<Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["xl/styles.xml", stylesXml(decimals)],
  ];
  return parts.map(([path, xml]) => [path, declaration + xml]);
}

/**
 * Turns a text into a valid sheet name: Excel allows 31 characters, none of `:\/?*[]`, no apostrophe at either end, and
 * not "History".
 */
function sheetName(wanted: string): string {
  const allowed = wanted
    .replaceAll(/[^ -~\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}]|[:\\/?*[\]]/gu, " ")
    .slice(0, 31)
    .replaceAll(/^[' ]+|[' ]+$/g, "");
  if (allowed === "" || allowed.toLowerCase() === "history") return "Sheet1";
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function stylesXml(decimals: number): string {
  const money = decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
  const format = (numFmtId: number, fontId = 0) =>
    `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="0" xfId="0"` +
    `${numFmtId === 0 ? "" : ' applyNumberFormat="1"'}${fontId === 0 ? "" : ' applyFont="1"'}/>`;
  // In the order of `styles`. Of the built-in formats, 1 is "0", 2 is "0.00", 14 is the short date of
  // the reader's locale, and 49 is "@", which keeps text as text when its cell is edited.
  const formats = [format(0), format(0, 1), ...[49, 1, 164, 165, 2, 14, 166].map((id) => format(id))];
  return (
    `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="[h]:mm:ss"/>` +
    `<numFmt numFmtId="165" formatCode="${money}"/>` +
    '<numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${formats.length}">${formats.join("")}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
