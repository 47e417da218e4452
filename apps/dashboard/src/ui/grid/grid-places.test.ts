import assert from "node:assert/strict";
import { test } from "node:test";
import { type GridPlace, type GridSize, placeBeside, placeByKey, rangeOf } from "./grid-places.ts";

const size: GridSize = { rows: 30, columns: 7, page: 12 };

function press(chord: string, from: GridPlace, of: GridSize = size): GridPlace | undefined {
  const keys = chord.split("+");
  return placeByKey(
    { key: keys.at(-1) ?? "", ctrlKey: keys.includes("Control"), metaKey: keys.includes("Meta") },
    from,
    of,
  );
}

test("keys move by a cell, a page, and to the edges", () => {
  const from = { row: 5, column: 3 };
  const cases: [chord: string, row: number, column: number][] = [
    ["ArrowDown", 6, 3],
    ["ArrowUp", 4, 3],
    ["ArrowLeft", 5, 2],
    ["ArrowRight", 5, 4],
    ["PageDown", 17, 3],
    ["PageUp", 0, 3],
    ["Home", 5, 0],
    ["End", 5, 6],
    ["Control+Home", 0, 0],
    ["Control+End", 29, 6],
    ["Control+ArrowDown", 29, 3],
    ["Meta+ArrowUp", 0, 3],
    ["Control+ArrowLeft", 5, 0],
    ["Meta+ArrowRight", 5, 6],
  ];
  for (const [chord, row, column] of cases) assert.deepEqual(press(chord, from), { row, column }, chord);
  for (const key of ["Enter", "a", "Tab", "Escape"]) assert.equal(press(key, from), undefined, key);
});

test("keys stop at the edge of the grid", () => {
  assert.deepEqual(press("ArrowDown", { row: 29, column: 6 }), { row: 29, column: 6 });
  assert.deepEqual(press("ArrowRight", { row: 29, column: 6 }), { row: 29, column: 6 });
  assert.deepEqual(press("ArrowUp", { row: 0, column: 0 }), { row: 0, column: 0 });
  assert.deepEqual(press("ArrowLeft", { row: 0, column: 0 }), { row: 0, column: 0 });
});

test("single steps reach the heads, and keys with Ctrl the first cells", () => {
  const withColumnHeads = { ...size, heads: "columns" } as const;
  assert.deepEqual(press("ArrowUp", { row: 0, column: 2 }, withColumnHeads), { row: -1, column: 2 });
  assert.deepEqual(press("ArrowRight", { row: -1, column: 2 }, withColumnHeads), { row: -1, column: 3 });
  assert.deepEqual(press("Control+ArrowUp", { row: 9, column: 2 }, withColumnHeads), { row: 0, column: 2 });
  const withRowHeads = { ...size, heads: "rows", page: Infinity } as const;
  assert.deepEqual(press("ArrowLeft", { row: 3, column: 0 }, withRowHeads), { row: 3, column: -1 });
  assert.deepEqual(press("Control+ArrowLeft", { row: 3, column: 4 }, withRowHeads), { row: 3, column: 0 });
  assert.deepEqual(press("PageDown", { row: 3, column: 4 }, withRowHeads), { row: 29, column: 4 });
});

test("cells follow each other in reading order", () => {
  assert.deepEqual(placeBeside({ row: 0, column: 6 }, 1, size), { row: 1, column: 0 });
  assert.deepEqual(placeBeside({ row: 1, column: 0 }, -1, size), { row: 0, column: 6 });
  assert.equal(placeBeside({ row: 29, column: 6 }, 1, size), undefined);
  assert.equal(placeBeside({ row: 0, column: 0 }, -1, size), undefined);
});

test("a range contains cells in either direction, and no heads", () => {
  assert.deepEqual(rangeOf({ row: 4, column: 1 }, { row: 2, column: 3 }), { top: 2, left: 1, bottom: 4, right: 3 });
  assert.deepEqual(rangeOf({ row: 1, column: 2 }, { row: -1, column: 2 }), { top: 0, left: 2, bottom: 1, right: 2 });
  assert.deepEqual(rangeOf({ row: 1, column: -1 }, { row: 1, column: -1 }), { top: 1, left: 0, bottom: 1, right: 0 });
});
