import assert from "node:assert/strict";
import { test } from "node:test";
import { createThrottle } from "./throttle.ts";

/** A throttle whose pauses and runs end only when the test ends them. */
function newThrottle() {
  const runs: string[][] = [];
  const pauses: number[] = [];
  let endPause = () => {};
  let endRun = () => {};
  const add = createThrottle<string>(
    (names) => {
      runs.push([...names]);
      return new Promise<void>((resolve) => (endRun = resolve));
    },
    (ms) => {
      pauses.push(ms);
      return new Promise((resolve) => (endPause = resolve));
    },
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    add,
    runs,
    pauses,
    passPause: () => (endPause(), settled()),
    passRun: () => (endRun(), settled()),
  };
}

test("names that arrive close together share one run, 100 ms after the first", async () => {
  const { add, passPause, runs, pauses } = newThrottle();
  add("reports");
  add("members");
  add("reports");
  assert.deepEqual([runs, pauses], [[], [100]]);
  await passPause();
  assert.deepEqual(runs, [["reports", "members"]]);
});

test("while names keep arriving, runs are two seconds apart and never overlap", async () => {
  const { add, passPause, passRun, runs, pauses } = newThrottle();
  add("reports");
  await passPause();
  add("members");
  await passPause();
  assert.equal(runs.length, 1);
  await passRun();
  assert.deepEqual(runs, [["reports"], ["members"]]);
  add("me");
  await passRun();
  assert.equal(runs.length, 2);
  await passPause();
  assert.deepEqual(runs.at(-1), ["me"]);
  assert.deepEqual(pauses, [100, 2000, 2000, 2000]);
});

test("after two quiet seconds the next name waits for a tenth of a second again", async () => {
  const { add, passPause, passRun, runs, pauses } = newThrottle();
  add("reports");
  await passPause();
  await passRun();
  await passPause();
  add("reports");
  await passPause();
  assert.equal(runs.length, 2);
  assert.deepEqual(pauses, [100, 2000, 100, 2000]);
});
