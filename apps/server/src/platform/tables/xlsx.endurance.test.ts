import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { type Cells, columnsOf } from "#test/files/table-source.ts";
import { maxXlsxRows, XlsxLimitError, writeXlsx } from "./xlsx.ts";

test("a table that does not fit is an error of the stream, and one that just fits isn't", async () => {
  const rows = Array.from({ length: 1_048_575 / 15 }, (): Cells => [null]);
  async function* many(more: Cells[]): AsyncGenerator<Cells[]> {
    for (let batch = 0; batch < 15; batch++) yield rows;
    yield more;
  }
  assert.equal(rows.length * 15, maxXlsxRows);
  const options = { sheet: "Test", decimals: 2 };
  let size = 0;
  for await (const bytes of writeXlsx(columnsOf("text"), many([]), options)) size += (bytes as Buffer).length;
  assert.ok(size > 0);
  await assert.rejects(buffer(writeXlsx(columnsOf("text"), many([[null]]), options)), XlsxLimitError);
});
