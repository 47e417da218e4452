import assert from "node:assert/strict";
import { test } from "node:test";
import { endOfWork, withActivity } from "./activity.ts";

const minute = 60_000;

test("work has ended where the latest long pause began", () => {
  const evening = withActivity(withActivity(undefined, 1000 * minute), 1020 * minute);
  const nextMorning = withActivity(evening, 1900 * minute);
  assert.equal(endOfWork(nextMorning, 900 * minute), 1020 * minute);
  assert.equal(endOfWork(withActivity(nextMorning, 1910 * minute), 900 * minute), 1020 * minute);
});

test("pauses before the timer's start, and short ones, are ignored", () => {
  const resumed = withActivity(withActivity(undefined, 1000 * minute), 1100 * minute);
  assert.equal(endOfWork(resumed, 1050 * minute), undefined);
  assert.equal(endOfWork(withActivity(withActivity(undefined, 1000 * minute), 1030 * minute), 900 * minute), undefined);
  assert.equal(endOfWork(undefined, 0), undefined);
});
