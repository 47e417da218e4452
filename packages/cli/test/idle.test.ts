import assert from "node:assert/strict";
import { test } from "node:test";
import { findAbsences } from "#src/idle/absences.ts";

const options = { minMs: 600_000, everyMs: 30_000, nowMs: 3600_000 };
const sampleText = (...samples: [at: number, idle: number, locked: 0 | 1][]) =>
  samples.map((sample) => `${sample.join(" ")}\n`).join("");

const proofs: Record<string, { text: string; found: [from: number, to: number][] }> = {
  "no samples": { text: "", found: [] },
  "somebody who works": { text: sampleText([0, 3, 0], [30, 5, 0], [60, 0, 0]), found: [] },
  "a short pause": { text: sampleText([0, 0, 0], [300, 300, 0], [330, 2, 0]), found: [] },
  "nobody types for 20 minutes": {
    text: sampleText([0, 0, 0], [30, 30, 0], [600, 600, 0], [1200, 1200, 0], [1230, 10, 0]),
    found: [[0, 1220]],
  },
  "a locked screen counts at once, and once, whatever is typed to unlock it": {
    text: sampleText([30, 0, 0], [60, 0, 1], [90, 30, 1], [630, 570, 1], [660, 1, 1], [690, 0, 0], [720, 0, 0]),
    found: [[60, 690]],
  },
  "a screen that was locked for five minutes": { text: sampleText([0, 0, 0], [30, 0, 1], [330, 0, 0]), found: [] },
  "a machine that slept": { text: sampleText([0, 0, 0], [30, 0, 0], [2400, 0, 0]), found: [[30, 2400]] },
  "a machine that slept behind a locked screen": {
    text: sampleText([0, 0, 0], [30, 0, 1], [2400, 0, 1], [2430, 0, 0]),
    found: [[30, 2430]],
  },
  "one that has not ended ends now": { text: sampleText([0, 0, 0], [900, 900, 0]), found: [[0, 3600]] },
  two: {
    text: sampleText([0, 0, 0], [700, 700, 0], [730, 0, 0], [1400, 600, 1], [1430, 0, 0]),
    found: [
      [0, 730],
      [730, 1430],
    ],
  },
  "lines that are broken": { text: "12 x 0\n\n5 5", found: [] },
};

for (const [what, { text, found }] of Object.entries(proofs))
  test(`times away: ${what}`, () => {
    const expected = found.map(([from, to]) => ({ fromMs: from * 1000, toMs: to * 1000 }));
    assert.deepEqual(findAbsences(text, options), expected);
  });
