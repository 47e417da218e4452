import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOf, packLanes } from "./lanes.ts";

// Boxes are written as top and bottom, results as lane/lanes×width.
const cases: [string, [number, number][], string[]][] = [
  ["one alone takes the whole width", [[0, 48]], ["0/1×1"]],
  [
    "two that touch do not share",
    [
      [0, 48],
      [48, 96],
    ],
    ["0/1×1", "0/1×1"],
  ],
  [
    "two that overlap stand side by side",
    [
      [0, 48],
      [24, 96],
    ],
    ["0/2×1", "1/2×1"],
  ],
  [
    "the later of a chain reuses the first lane",
    [
      [0, 48],
      [24, 96],
      [48, 120],
    ],
    ["0/2×1", "1/2×1", "0/2×1"],
  ],
  [
    "one widens over free lanes next to it",
    [
      [0, 100],
      [0, 50],
      [0, 50],
      [60, 100],
    ],
    ["0/3×1", "1/3×1", "2/3×1", "1/3×2"],
  ],
  [
    "the order in which they are given does not matter",
    [
      [24, 96],
      [0, 48],
    ],
    ["1/2×1", "0/2×1"],
  ],
  [
    "of two that begin together the longer one comes first",
    [
      [0, 24],
      [0, 96],
    ],
    ["1/2×1", "0/2×1"],
  ],
];

for (const [name, boxes, expected] of cases)
  test(name, () => {
    const lanes = packLanes(boxes.map(([top, bottom]) => ({ top, bottom })));
    assert.deepEqual(
      lanes.map(({ lane, lanes: count, width }) => `${lane}/${count}×${width}`),
      expected,
    );
  });

test("short entries are packed as high as they are drawn, so that none covers another", () => {
  // Five consecutive entries of five minutes, at 48 pixels per hour: four pixels each.
  const boxes = [0, 4, 8, 12, 16].map((top) => boxOf(top, top + 4, 1152));
  const lanes = packLanes(boxes);
  assert.deepEqual(
    lanes.map(({ lane }) => lane),
    [0, 1, 2, 3, 4],
  );
});

test("no two boxes ever cover each other", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 200; round++) {
    const boxes = Array.from({ length: 12 }, () => {
      const top = random() * 1100;
      return boxOf(top, top + random() * 200, 1152);
    });
    const placed = packLanes(boxes).map((lane, at) => ({ ...lane, ...boxes[at] }));
    for (const [at, one] of placed.entries())
      for (const other of placed.slice(at + 1)) {
        const isBeside = one.lane + one.width <= other.lane || other.lane + other.width <= one.lane;
        const isApart = (one.bottom ?? 0) <= (other.top ?? 0) || (other.bottom ?? 0) <= (one.top ?? 0);
        assert.ok(isBeside || isApart, JSON.stringify([one, other]));
      }
  }
});

test("an entry at the end of the day is drawn within it", () => {
  assert.deepEqual(boxOf(1148, 1152, 1152), { top: 1128, bottom: 1152 });
  assert.deepEqual(boxOf(100, 100, 1152), { top: 100, bottom: 124 });
});
