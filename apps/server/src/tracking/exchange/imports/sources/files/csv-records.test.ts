import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { csvOf, fileOf, partOf } from "#test/files/program-exports.ts";
import { type CsvRecord, inspectCsv, readCsvRecords } from "./csv-records.ts";
import { type FilePart, filePart } from "./text-file.ts";

async function readAll(part: FilePart): Promise<CsvRecord[]> {
  return (await Array.fromAsync(readCsvRecords(part, await inspectCsv(part)))).flat();
}

const cell = fc.string({
  unit: fc.constantFrom("a", "ä", "😀", '"', ",", ";", "\t", "\n", "\r\n", " ", "="),
  maxLength: 6,
});

test("any cells are read in any style and any pieces, with the line on which each row begins", async () => {
  const style = fc.record({
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    newline: fc.constantFrom("\n", "\r\n"),
    hasMark: fc.boolean(),
    quotesAll: fc.boolean(),
  });
  const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, style, fc.integer({ min: 1, max: 40 }), async (cells, written, pieceBytes) => {
      const text = csvOf(["A", "B", "C"], cells, written);
      const found = await readAll(partOf(Buffer.from(text), pieceBytes));
      let line = 2;
      const expected = cells.flatMap((row) => {
        const begin = line;
        line += 1 + row.join("").split("\n").length - 1;
        return row.every((text) => text.trim() === "") ? [] : [{ line: begin, cells: row }];
      });
      assert.deepEqual(found, expected);
    }),
    { numRuns: 300 },
  );
});

test("rows that break the rules of CSV are read literally", async () => {
  const text = 'A,B\n5" pipe,x\n"say "hi" now",y\n"a" ,b\nlast,"open ""end"""';
  assert.deepEqual(
    (await readAll(filePart(fileOf(text)))).map(({ cells }) => cells),
    [
      ['5" pipe', "x"],
      ['say hi" now"', "y"],
      ["a", "b"],
      ["last", 'open "end"'],
    ],
  );
});

test("Excel's line with the separator is skipped, and old line endings are read", async () => {
  const excel = await readAll(filePart(fileOf("sep=;\r\nA;B\r\n1,5;2\r\n")));
  assert.deepEqual(excel, [{ line: 3, cells: ["1,5", "2"] }]);
  assert.deepEqual(await readAll(filePart(fileOf("A,B\r1,2\r3,4"))), [
    { line: 2, cells: ["1", "2"] },
    { line: 3, cells: ["3", "4"] },
  ]);
});

test("the delimiter is the most frequent one in the first line, outside quotes", async () => {
  const of = async (text: string) => (await inspectCsv(filePart(fileOf(text)))).delimiter;
  assert.deepEqual(
    [await of("a,b;c;d\n"), await of('"a,b,c,d";e\n'), await of("a\tb,c\td\n"), await of("a|b\n")],
    [";", ";", "\t", "|"],
  );
});

test("texts in every encoding are read, from any pieces", async () => {
  const text = "Tätigkeit;Größe\nÄußerst – müde;1\n";
  const wide = Buffer.from(`\ufeff${text}`, "utf16le");
  const examples: [string, Buffer][] = [
    ["utf-8", Buffer.from(text)],
    ["utf-8", Buffer.from(`\ufeff${text}`)],
    ["utf-16le", wide],
    ["utf-16le", wide.subarray(2)],
    ["utf-16be", Buffer.from(wide).swap16()],
    ["windows-1252", Buffer.from(text.replace("–", "\u0096"), "latin1")],
  ];
  for (const [encoding, bytes] of examples) {
    for (const pieceBytes of [1, 3, 7, 1000]) {
      const part = partOf(bytes, pieceBytes);
      const format = await inspectCsv(part);
      assert.deepEqual([format.encoding, format.isDamaged, format.headers], [encoding, false, ["Tätigkeit", "Größe"]]);
      assert.deepEqual(await readAll(part), [{ line: 2, cells: ["Äußerst – müde", "1"] }]);
    }
  }
});

test("a file with a few broken bytes is still read as UTF-8, and the bytes are marked", async () => {
  const bytes = Buffer.concat([Buffer.from("A,B\näöüß€äöü,"), Buffer.from([0xf0, 0x9f]), Buffer.from("\n")]);
  for (const pieceBytes of [1, 1000]) {
    const part = partOf(bytes, pieceBytes);
    const { encoding, isDamaged } = await inspectCsv(part);
    assert.deepEqual({ encoding, isDamaged }, { encoding: "utf-8", isDamaged: true });
    assert.deepEqual(await readAll(part), [{ line: 2, cells: ["äöüß€äöü", "\ufffd"] }]);
  }
});
