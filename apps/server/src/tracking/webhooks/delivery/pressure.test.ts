import assert from "node:assert/strict";
import { test } from "node:test";
import { watchPressure } from "./pressure.ts";

function simulate() {
  let now = 0;
  const pressure = watchPressure(() => now);
  return (perSecond: number, seconds: number) => {
    const seen = [];
    for (let step = 0; step < seconds * 4; step++) {
      now += 250;
      for (let commit = 0; commit < perSecond / 4; commit++) pressure.noteCommit();
      seen.push(pressure.isHigh());
    }
    return { isHigh: seen.at(-1), highSeconds: seen.filter(Boolean).length / 4 };
  };
}

test("what people commit is no pressure, a burst is, and it ends with the burst", () => {
  const load = simulate();

  assert.equal(load(300, 5).highSeconds, 0);
  assert.equal(load(2_000, 5).isHigh, true);
  assert.equal(load(0, 1).highSeconds, 0);
});

test("events wait 30 s at most for a load that lasts, and again once it has ended", () => {
  const load = simulate();

  const long = load(2_000, 120);

  assert.ok(long.highSeconds >= 29 && long.highSeconds <= 30, String(long.highSeconds));
  assert.equal(long.isHigh, false);
  load(10, 1);
  assert.equal(load(2_000, 5).isHigh, true);
});
