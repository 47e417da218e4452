import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { readCsv } from "#test/files/read-csv.ts";
import { readXlsx } from "#test/files/read-xlsx.ts";
import { writeCsv } from "./csv.ts";
import type { Column } from "./table.ts";
import { withTotal } from "./with-total.ts";
import { writeXlsx } from "./xlsx.ts";

interface Line {
  day: string | null;
  seconds: number;
  amount: number | null;
}

const columns: Column<Line>[] = [
  { header: "Day", kind: "day", value: ({ day }) => day },
  { header: "Hours", kind: "hours", isSummed: true, value: ({ seconds }) => seconds },
  { header: "Amount", kind: "money", isSummed: true, value: ({ amount }) => amount },
  { header: "Rate", kind: "money", value: ({ amount }) => amount },
];

async function* batchesOf(...lines: Line[]) {
  for (const line of lines) yield [line];
}

async function csvOf(lines: Line[], last?: Line): Promise<string[][]> {
  const { columns: all, batches } = withTotal(columns, batchesOf(...lines), { label: "Total", last });
  return readCsv((await Array.fromAsync(writeCsv(all, batches, { decimals: 2 }))).join(""));
}

test("the last row has the sums of the summed columns, in hours that add up to the second", async () => {
  const third = { day: "2026-03-01", seconds: 1200, amount: Number.MAX_SAFE_INTEGER };
  assert.deepEqual((await csvOf([third, third, { ...third, seconds: 1 }])).slice(1), [
    ["2026-03-01", "0.3333", "90071992547409.91", "90071992547409.91"],
    ["2026-03-01", "0.3333", "90071992547409.91", "90071992547409.91"],
    ["2026-03-01", "0.0002", "90071992547409.91", "90071992547409.91"],
    ["Total", "0.6669", "270215977642229.73", ""],
  ]);
  assert.deepEqual((await csvOf([])).slice(1), [["Total", "0", "0.00", ""]]);
});

test("a sum with an unknown part is empty, and sums of overlapping rows are given", async () => {
  const line = { day: null, seconds: 36_000, amount: null };
  assert.deepEqual((await csvOf([line])).at(-1), ["Total", "10", "", ""]);
  const last = { day: "2026-03-01", seconds: 1800, amount: 5 };
  assert.deepEqual((await csvOf([line, line], last)).at(-1), ["Total", "0.5", "0.05", ""]);
});

test("a spreadsheet gets days as dates and hours as numbers, and the label as text", async () => {
  const { columns: all, batches } = withTotal(columns, batchesOf({ day: "2026-03-01", seconds: 1200, amount: 1 }), {
    label: "Total",
  });
  const { rows } = await readXlsx(await buffer(writeXlsx(all, batches, { sheet: "Test", decimals: 2 })));
  const shown = rows.slice(1).map((row) => row.map((cell) => cell && [cell.type, cell.value, cell.format]));
  assert.deepEqual(shown, [
    [
      ["number", "46082", "14"],
      ["number", String(1 / 3), "2"],
      ["number", "0.01", "#,##0.00"],
      ["number", "0.01", "#,##0.00"],
    ],
    [["text", "Total", "49"], ["number", String(1 / 3), "2"], ["number", "0.01", "#,##0.00"], null],
  ]);
});
