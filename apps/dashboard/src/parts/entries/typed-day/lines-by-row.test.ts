import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDayLine } from "@stint/grammar/parse-day-line.ts";
import type { Line } from "./judge-lines.ts";
import { linesByRow } from "./lines-by-row.ts";

const rowsOf = (text: string) => {
  const lines = parseDayLine(text, "2026-03-02").map((item) => ({ item }) as Line);
  return linesByRow(text, lines).map((row) => row.map(({ item }) => item.typed));
};

test("each line stands beside the row that contains it, whatever is between them", () => {
  assert.deepEqual(rowsOf("9-10 plan\n\n10-11 mail"), [["9-10 plan"], [], ["10-11 mail"]]);
  assert.deepEqual(rowsOf("1h a; 1h b, then lunch\n1h a"), [["1h a", "1h b, then lunch"], ["1h a"]]);
  assert.deepEqual(rowsOf("1h a , b\n1h c"), [["1h a , b"], ["1h c"]]);
  assert.deepEqual(rowsOf("1h call\n1h call\n"), [["1h call"], ["1h call"], []]);
});
