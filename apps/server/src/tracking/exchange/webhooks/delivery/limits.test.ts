import assert from "node:assert/strict";
import { test } from "node:test";
import { createPressure, yielding } from "./limits.ts";

function simulate() {
  let now = 0;
  let servedRequests = 0;
  let longestTurnMs = 0;
  const pressure = createPressure({
    servedRequests: () => servedRequests,
    longestTurnMs: () => longestTurnMs,
    now: () => now,
  });
  const judge = () => {
    now += yielding.judgedEveryMs;
    pressure.judge();
  };
  return {
    pressure,
    commit(perSecond: number, seconds: number) {
      const stepsPerSecond = 1_000 / yielding.judgedEveryMs;
      const seen = [];
      for (let step = 0; step < seconds * stepsPerSecond; step++) {
        for (let commit = 0; commit < perSecond / stepsPerSecond; commit++) pressure.noteCommit();
        judge();
        seen.push(pressure.isHigh());
      }
      return { isHigh: seen.at(-1), highSeconds: seen.filter(Boolean).length / stepsPerSecond };
    },
    /** Returns the factor by which the limits are raised after each of several assessments of the load. */
    turn(ms: number, { requests, times }: { requests: number; times: number }) {
      longestTurnMs = ms;
      return Array.from({ length: times }, () => {
        servedRequests += requests;
        judge();
        return pressure.ease();
      });
    },
  };
}

test("people's commits aren't pressure, a burst is, and it ends with the burst", () => {
  const { commit } = simulate();

  assert.equal(commit(300, 5).highSeconds, 0);
  assert.equal(commit(2_000, 5).isHigh, true);
  assert.equal(commit(0, 1).highSeconds, 0);
});

test("events wait at most 30 s for a lasting load, and again only after it has ended", () => {
  const { commit } = simulate();

  const long = commit(2_000, 120);

  assert.ok(long.highSeconds >= 29 && long.highSeconds <= 30, String(long.highSeconds));
  assert.equal(long.isHigh, false);
  commit(10, 1);
  assert.equal(commit(2_000, 5).isHigh, true);
});

test("long turns lower the limits only while there are requests, and to the minimum at once", () => {
  const { turn } = simulate();

  assert.deepEqual(turn(80, { requests: 0, times: 3 }), [Infinity, Infinity, Infinity]);
  assert.deepEqual(turn(10, { requests: 1, times: 2 }), [Infinity, Infinity]);
  assert.deepEqual(turn(11, { requests: 1, times: 2 }), [1, 1]);
});

test("short turns raise the limits step by step, and so do long ones without requests", () => {
  const { turn } = simulate();
  turn(80, { requests: 1, times: 1 });

  const raised = turn(2, { requests: 1, times: 20 });

  assert.ok(raised.every((ease, at) => ease > (raised[at - 1] ?? 1) && ease <= (raised[at - 1] ?? 1) * 1.5));
  assert.ok((raised.at(-1) ?? 0) >= 2_000 / 48, "after 5 s the usual limits hold again");
  assert.deepEqual(turn(80, { requests: 1, times: 1 }), [1]);
  assert.deepEqual(turn(80, { requests: 0, times: 20 }), raised);
});
