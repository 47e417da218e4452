import assert from "node:assert/strict";
import { test } from "node:test";
import { writeCsv } from "./csv.ts";
import { readCsv } from "#test/files/read-csv.ts";
import type { Column, CsvOptions } from "./table.ts";

type Cells = (string | number | null)[];

async function* batchesOf(...batches: Cells[][]): AsyncGenerator<Cells[]> {
  yield* batches;
}

function columnsOf(...kinds: Column<Cells>["kind"][]): Column<Cells>[] {
  return kinds.map((kind, index) => ({ header: `${kind} ${index}`, kind, value: (row) => row[index] ?? null }));
}

async function csvOf(kinds: Column<Cells>["kind"][], rows: Cells[], decimals = 2): Promise<string> {
  return (await Array.fromAsync(writeCsv(columnsOf(...kinds), batchesOf(rows), { decimals }))).join("");
}

test("lines end with CRLF, quotes are doubled and there is no BOM", async () => {
  const text = await csvOf(
    ["text", "text"],
    [
      ["plain", 'says "no"'],
      ["a,b", "two\nlines"],
      [null, " "],
    ],
  );
  assert.equal(text, 'text 0,text 1\r\nplain,"says ""no"""\r\n"a,b","two\nlines"\r\n, \r\n');
});

test("a text that a spreadsheet would execute gets an apostrophe, and a number never does", async () => {
  const blanks = [" =", "\u00a0=", "\u3000＝", "\ufeff=", "\u200b-"];
  for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", ...blanks]) {
    assert.deepEqual(readCsv(await csvOf(["text"], [[`${start}1+1`]]))[1], [`'${start}1+1`], JSON.stringify(start));
  }
  assert.deepEqual(readCsv(await csvOf(["text"], [["1=1"], ["a-b"], ["'=1"]])).slice(1), [["1=1"], ["a-b"], ["'=1"]]);
  const numbers = await csvOf(["integer", "duration", "money", "text"], [[-1, -1, -1, -1]]);
  assert.deepEqual(readCsv(numbers)[1], ["-1", "-0:00:01", "-0.01", "'-1"]);
});

test("a formula that begins where another spreadsheet splits the line gets an apostrophe too", async () => {
  const examples: [string, string][] = [
    ["a;=1+1", "a;'=1+1"],
    ["a\t=1+1", "a\t'=1+1"],
    ["a\n-1\r\n+1", "a\n'-1\r\n'+1"],
    ["a; \u00a0@SUM(1)", "a; \u00a0'@SUM(1)"],
    ['a;"=1+1', "a;\"'=1+1"],
    [";;＝1", ";;'＝1"],
    ["\t=1", "'\t'=1"],
    ["a - b; c = d, e", "a - b; c = d, e"],
    ["a;b-c", "a;b-c"],
  ];
  const rows = readCsv(
    await csvOf(
      ["text"],
      examples.map(([text]) => [text]),
    ),
  );
  assert.deepEqual(
    rows.slice(1),
    examples.map(([, expected]) => [expected]),
  );
});

test("the separator, the decimal mark and the byte-order mark can be chosen", async () => {
  const kinds = ["text", "hours", "money", "decimal", "day", "instant", "duration"] as const;
  const cells = ["Größe, a; b", 5_400, -277_778, 12.5, "2026-08-03", "2026-08-03T09:00:00Z", 5_400];
  const rest = ["2026-08-03", "2026-08-03T09:00:00Z", "1:30:00"];
  const examples: [CsvOptions, string][] = [
    [{}, ['"Größe, a; b"', "1.5", "-2777.78", "12.5", ...rest].join(",")],
    [{ decimalMark: "comma" }, ['"Größe, a; b"', '"1,5"', '"-2777,78"', '"12,5"', ...rest].join(",")],
    [{ separator: "semicolon", decimalMark: "comma" }, ['"Größe, a; b"', "1,5", "-2777,78", "12,5", ...rest].join(";")],
    [{ separator: "tab" }, ["Größe, a; b", "1.5", "-2777.78", "12.5", ...rest].join("\t")],
  ];
  for (const [options, line] of examples)
    for (const bom of [false, true]) {
      const pieces = writeCsv(columnsOf(...kinds), batchesOf([cells]), { decimals: 2, ...options, bom });
      const text = (await Array.fromAsync(pieces)).join("");
      assert.equal(text.split("\r\n")[1], line);
      assert.equal(text.startsWith("\uFEFFtext 0"), bom);
    }
});

test("between semicolons, a formula after a comma gets an apostrophe too", async () => {
  const column = columnsOf("text");
  for (const [separator, expected] of [
    ["comma", '"a,=1 ,@b"'],
    ["semicolon", "a,'=1 ,'@b"],
    ["tab", "a,'=1 ,'@b"],
  ] as const) {
    const pieces = writeCsv(column, batchesOf([["a,=1 ,@b"]]), { decimals: 2, separator });
    assert.equal((await Array.fromAsync(pieces)).join(""), `text 0\r\n${expected}\r\n`);
  }
});

test("a header is escaped too", async () => {
  const columns: Column<null>[] = [{ header: "=1+1", kind: "text", value: () => null }];
  assert.deepEqual(await Array.fromAsync(writeCsv(columns, batchesOf() as AsyncIterable<never>, { decimals: 2 })), [
    "'=1+1\r\n",
  ]);
});

test("durations are hours, minutes and seconds", async () => {
  const examples: [number, string][] = [
    [0, "0:00:00"],
    [59, "0:00:59"],
    [3_599, "0:59:59"],
    [90_061, "25:01:01"],
    [-1, "-0:00:01"],
    [-5_400, "-1:30:00"],
    [3_600_000_000, "1000000:00:00"],
  ];
  const rows = readCsv(
    await csvOf(
      ["duration"],
      examples.map(([seconds]) => [seconds]),
    ),
  );
  assert.deepEqual(
    rows.slice(1),
    examples.map(([, text]) => [text]),
  );
});

test("money is an exact decimal with the decimals of its currency", async () => {
  const examples: [number | string, number, string][] = [
    [2_777_778, 2, "27777.78"],
    [5, 2, "0.05"],
    [-5, 2, "-0.05"],
    [-100, 2, "-1.00"],
    [0, 2, "0.00"],
    [-0, 2, "0.00"],
    [1_234, 0, "1234"],
    [1_234, 3, "1.234"],
    [Number.MAX_SAFE_INTEGER, 2, "90071992547409.91"],
    ["123456789012345678901", 2, "1234567890123456789.01"],
  ];
  for (const [minor, decimals, expected] of examples) {
    assert.deepEqual(readCsv(await csvOf(["money"], [[minor]], decimals))[1], [expected]);
  }
});

test("a value that isn't an exact integer is refused", async () => {
  for (const kind of ["integer", "duration", "money"] as const) {
    for (const value of [1.5, NaN, 2 ** 53, "1.5", "", "1e3"]) {
      await assert.rejects(csvOf([kind], [[value]]), RangeError, `${kind} ${value}`);
    }
  }
});

test("a batch is requested after the previous text was read", async () => {
  let asked = 0;
  async function* source(): AsyncGenerator<Cells[]> {
    for (; asked < 10; asked++) yield [[asked]];
  }
  const pieces = writeCsv(columnsOf("integer"), source(), { decimals: 2 });
  for (let taken = 0; taken < 5; taken++) {
    await pieces.next();
    assert.equal(asked, taken);
  }
  await pieces.return();
});

test("an error of the source ends the text, and abandoning it ends the source", async () => {
  let isEnded = false;
  async function* source(): AsyncGenerator<Cells[]> {
    try {
      yield [[1]];
      throw new Error("on purpose");
    } finally {
      isEnded = true;
    }
  }
  await assert.rejects(
    Array.fromAsync(writeCsv(columnsOf("integer"), source(), { decimals: 2 })),
    /^Error: on purpose$/,
  );
  isEnded = false;
  for await (const piece of writeCsv(columnsOf("integer"), source(), { decimals: 2 })) {
    assert.equal(piece, "integer 0\r\n1\r\n");
    break;
  }
  assert.equal(isEnded, true);
});
