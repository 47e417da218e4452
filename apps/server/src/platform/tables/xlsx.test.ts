import assert from "node:assert/strict";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { writeCsv } from "./csv.ts";
import { readCsv } from "#test/files/read-csv.ts";
import { isoText, readXlsx } from "#test/files/read-xlsx.ts";
import { type Cells, columnsOf, countedBatches, entry } from "#test/files/table-source.ts";
import type { Json } from "#test/worlds/test-app.ts";
import { XlsxLimitError, writeXlsx } from "./xlsx.ts";
import type { Column } from "./table.ts";
import { anyText } from "#test/cases/any-text.ts";

async function* batchesOf(...batches: Cells[][]): AsyncGenerator<Cells[]> {
  yield* batches;
}

async function workbookOf(kinds: Column<Cells>["kind"][], rows: Cells[], options: { decimals?: number } = {}) {
  const { decimals = 2 } = options;
  return readXlsx(await buffer(writeXlsx(columnsOf(...kinds), batchesOf(rows), { sheet: "Test", decimals })));
}

test("each kind is a cell of its type and format", async () => {
  const { rows, sheet } = await workbookOf(["text", "integer", "duration", "money"], [["=1+1", -12, 5_400, 2_777_778]]);
  assert.equal(sheet, "Test");
  assert.deepEqual(
    rows[0]?.map((cell) => [cell?.value, cell?.isBold]),
    [
      ["text 0", true],
      ["integer 1", true],
      ["duration 2", true],
      ["money 3", true],
    ],
  );
  assert.deepEqual(rows[1], [
    { type: "text", value: "=1+1", isBold: false, format: "49" },
    { type: "number", value: "-12", isBold: false, format: "1" },
    { type: "number", value: "0.0625", isBold: false, format: "[h]:mm:ss" },
    { type: "number", value: "27777.78", isBold: false, format: "#,##0.00" },
  ]);
});

test("days and instants are dates, and other texts in their columns stay texts", async () => {
  const { rows } = await workbookOf(
    ["day", "instant", "decimal"],
    [
      ["2026-08-03", "2026-08-03T09:30:00.250Z", 12.5],
      ["2026-08", "", null],
      ["Total", null, 0],
    ],
  );
  const date = { type: "number", isBold: false };
  assert.deepEqual(rows[1], [
    { ...date, value: "46237", format: "14" },
    { ...date, value: "46237.39583622685", format: "yyyy\\-mm\\-dd hh:mm:ss" },
    { ...date, value: "12.5", format: "0" },
  ]);
  assert.deepEqual(rows[1]?.slice(0, 2).map(isoText), ["2026-08-03", "2026-08-03T09:30:00.250Z"]);
  assert.deepEqual(
    rows.slice(2).map((row) => row.map((cell) => cell?.value)),
    [
      ["2026-08", undefined, undefined],
      ["Total", undefined, "0"],
    ],
  );
});

test("money has the format of its currency's decimals", async () => {
  for (const [decimals, value, format] of [
    [0, "1234", "#,##0"],
    [3, "1.234", "#,##0.000"],
  ] as const) {
    const { rows } = await workbookOf(["money"], [[1_234]], { decimals });
    assert.deepEqual([rows[1]?.[0]?.value, rows[1]?.[0]?.format], [value, format]);
  }
});

test("the header is frozen and every column has a width", async () => {
  const { worksheet } = await workbookOf(["text", "money"], []);
  const { "#text": _, ...pane } = worksheet.sheetViews.sheetView.pane;
  assert.deepEqual(pane, { "@ySplit": "1", "@topLeftCell": "A2", "@activePane": "bottomLeft", "@state": "frozen" });
  assert.deepEqual(
    worksheet.cols.col.map((column: Json) => [column["@min"], column["@max"], column["@width"]]),
    [
      ["1", "1", "28"],
      ["2", "2", "16"],
    ],
  );
});

test("texts are read back unchanged, without the characters that XML forbids", async () => {
  const examples: [string, string | undefined][] = [
    ["<b>&amp; \"quoted\" 'too'</b> ]]>", "<b>&amp; \"quoted\" 'too'</b> ]]>"],
    [" spaces \t and\nlines\r\n", " spaces \t and\nlines\r\n"],
    ["a\u0000b\u0007c\u{FFFE}d\u{D800}e", "abcde"],
    ["pasted\vfrom\fWord", "pasted\nfrom\nWord"],
    ["𝄞 Ünïcödé 日本", "𝄞 Ünïcödé 日本"],
    ["_x0041_x0042_ _x005F_", "_x0041_x0042_ _x005F_"],
    ["\u0001", undefined],
    ["", undefined],
  ];
  const { rows } = await workbookOf(
    ["text"],
    examples.map(([text]) => [text]),
  );
  assert.deepEqual(
    rows.slice(1).map(([cell]) => cell?.value),
    examples.map(([, text]) => text),
  );
});

test("a sheet's name is turned into one that Excel allows", async () => {
  for (const [wanted, given] of [
    ["Time entries", "Time entries"],
    ['A & B <"C">', 'A & B <"C">'],
    ["2026/03: [a]?", "2026 03   a"],
    ["'quoted'", "quoted"],
    ["x".repeat(40), "x".repeat(31)],
    ["History", "Sheet1"],
    ["", "Sheet1"],
  ] as const) {
    const bytes = await buffer(writeXlsx(columnsOf("text"), batchesOf(), { sheet: wanted, decimals: 2 }));
    assert.equal((await readXlsx(bytes)).sheet, given);
  }
});

test("columns beyond Z have two letters and three", async () => {
  const kinds = Array.from({ length: 704 }, () => "integer" as const);
  const { rows } = await workbookOf(kinds, [kinds.map((_, index) => index)]);
  assert.deepEqual(
    rows[1]?.map((cell) => cell?.value),
    kinds.map((_, index) => String(index)),
  );
});

const legalInXml = (text: string) =>
  text.replaceAll(/[\v\f]/g, "\n").replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");

test("for any rows the sheet is well-formed and has the contents of the CSV", async () => {
  const text = fc.oneof(anyText(), fc.string({ unit: "grapheme" }), fc.constant("=cmd|' /C calc'!A0"));
  const whole = fc.oneof(fc.integer(), fc.maxSafeInteger());
  const row = fc.tuple(...[text, whole, fc.integer(), whole].map((value) => fc.option<string | number>(value)));
  const tables = fc.array(fc.array(row, { maxLength: 5 }), { maxLength: 4 });
  const property = fc.asyncProperty(tables, fc.constantFrom(0, 2, 3), async (made, decimals) => {
    const columns = columnsOf("text", "integer", "duration", "money");
    const csv = await Array.fromAsync(writeCsv(columns, batchesOf(...made), { decimals }));
    const { rows } = await readXlsx(await buffer(writeXlsx(columns, batchesOf(...made), { sheet: "Test", decimals })));
    const records = readCsv(csv.join(""));
    const written = made.flat();
    assert.deepEqual([rows.length, records.length], [written.length + 1, written.length + 1]);
    for (const [index, [text, integer, seconds, minor]] of written.entries()) {
      const cells = rows[index + 1]?.map((cell) => cell?.value ?? "") ?? [];
      const [textField = "", integerField = "", durationField = "", moneyField = ""] = records[index + 1] ?? [];
      assert.equal(cells[0], legalInXml(String(text ?? "")));
      assert.equal(textField.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ""), text ?? "");
      assert.deepEqual([cells[1], integerField], [String(integer ?? ""), String(integer ?? "")]);
      assert.equal(cells[3], moneyField);
      assert.equal(moneyField === "" ? null : Number(BigInt(moneyField.replace(".", ""))), minor);
      assert.equal(durationField === "" ? null : secondsOf(durationField), seconds);
      assert.equal(cells[2] === "" ? null : Math.round(Number(cells[2]) * 86_400) + 0, seconds);
      const types = rows[index + 1]?.map((cell) => cell?.type);
      assert.ok(types?.every((type, column) => (type ?? "number") === "number" || column === 0));
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

function secondsOf(duration: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = duration.replace("-", "").split(":").map(Number);
  const total = hours * 3_600 + minutes * 60 + seconds;
  return duration.startsWith("-") ? -total : total;
}

test("a text that does not fit into a cell is an error, and one that just fits isn't", async () => {
  await assert.rejects(workbookOf(["text"], [["x".repeat(32_768)]]), XlsxLimitError);
  assert.equal((await workbookOf(["text"], [["x".repeat(32_767)]])).rows[1]?.[0]?.value.length, 32_767);
});

test("an error of the source destroys the stream with it", async () => {
  async function* source(): AsyncGenerator<Cells[]> {
    yield [["first"]];
    throw new Error("on purpose");
  }
  const output = writeXlsx(columnsOf("text"), source(), { sheet: "Test", decimals: 2 });
  await assert.rejects(buffer(output), /^Error: on purpose$/);
  assert.equal(output.destroyed, true);
  await assert.rejects(workbookOf(["money"], [[1.5]]), RangeError);
});

test("destroying the stream ends the source, whether it has been read or not", async () => {
  for (const reads of [0, 1, 3]) {
    let isEnded = false;
    const inner = countedBatches(100_000, 100);
    const source: AsyncIterable<Cells[]> = {
      [Symbol.asyncIterator]: () => ({
        next: () => inner.batches.next(),
        return: async () => {
          isEnded = true;
          return inner.batches.return(undefined);
        },
      }),
    };
    const output = writeXlsx(entry, source, { sheet: "Test", decimals: 2 });
    for (let read = 0; read < reads; read++) {
      await once(output, "readable");
      output.read();
    }
    output.destroy();
    await once(output, "close");
    assert.equal(isEnded, true, `after ${reads} reads`);
  }
});

/** Resolves when the figure has stopped changing. */
async function untilQuiet(read: () => number): Promise<void> {
  for (let last = -1; last !== read(); await pause(50)) last = read();
}

test("the source is not read while nobody reads the stream", async () => {
  const { state, batches } = countedBatches(20_000, 2_000);
  const output = writeXlsx(entry, batches, { sheet: "Test", decimals: 2 });
  await pause(20);
  assert.equal(state.rows, 0);
  let bytes = 0;
  const seen: [bytes: number, rows: number][] = [];
  for await (const chunk of output) {
    bytes += (chunk as Buffer).length;
    if (seen.length % 100 === 0) await untilQuiet(() => state.rows);
    seen.push([bytes, state.rows]);
  }
  assert.equal(state.rows, 20_000);
  const ahead = Math.max(...seen.map(([at, rows]) => rows - (at / bytes) * 20_000));
  assert.ok(ahead <= 3 * 2_000, `${ahead} rows were read before anyone asked`);
});

test("20,000 rows are written in the memory of a few batches", async () => {
  const thread = new Worker(new URL(import.meta.resolve("#test/databases/table-memory.ts")));
  const [taken] = (await once(thread, "message")) as [Record<string, number>];
  assert.deepEqual(Object.keys(taken), ["csv", "xlsx"]);
  for (const [name, bytes] of Object.entries(taken)) assert.ok(bytes < 4_000_000, `${name} took ${bytes} bytes`);
});
