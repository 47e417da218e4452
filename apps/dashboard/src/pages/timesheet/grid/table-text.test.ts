import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCell, placeTable, readTable } from "./table-text.ts";

const tables: [text: string, expected: string[][]][] = [
  ["1:30", [["1:30"]]],
  [
    "1:30\t2\r\n\t0.5\r\n",
    [
      ["1:30", "2"],
      ["", "0.5"],
    ],
  ],
  ["1\n2\n3", [["1"], ["2"], ["3"]]],
  ["1\t", [["1", ""]]],
  ['"1:30"\t"two\nlines"\t"a ""b"""', [["1:30", "two\nlines", 'a "b"']]],
  ["", [[""]]],
];
for (const [text, expected] of tables)
  test(`the cells of ${JSON.stringify(text)}`, () => assert.deepEqual(readTable(text), expected));

const cells: [text: string, expected: number | undefined][] = [
  ["", 0],
  ["8:30:00 AM", 30_600],
  [" – ", 0],
  ["-", 0],
  ["0:00", 0],
  ["1:30", 5400],
  ["1,5", 5400],
  ["1:30:00", 5400],
  ["total", undefined],
];
for (const [text, expected] of cells) test(`a cell of “${text}”`, () => assert.equal(parseCell(text), expected));

test("a block fills the grid from the first cell of the range on", () => {
  const range = { top: 1, left: 5, bottom: 1, right: 5 };
  assert.deepEqual(
    placeTable(
      [
        ["1", "2", "3"],
        ["", "x"],
      ],
      range,
      3,
      7,
    ),
    {
      cells: [
        { row: 1, column: 5, seconds: 3600 },
        { row: 1, column: 6, seconds: 7200 },
        { row: 2, column: 5, seconds: 0 },
      ],
      unread: ["x"],
      beyond: 1,
    },
  );
});

test("a single cell fills the range", () => {
  const range = { top: 0, left: 0, bottom: 1, right: 1 };
  const { cells: filled } = placeTable([["1"]], range, 3, 7);
  assert.deepEqual(
    filled.map(({ row, column }) => [row, column]),
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  );
});
