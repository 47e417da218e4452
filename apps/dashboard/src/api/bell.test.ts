import assert from "node:assert/strict";
import { test } from "node:test";
import { createBell } from "./bell.ts";

/** A bell whose delays pass when they are told to. */
function newBell() {
  const answers: string[][] = [];
  const delays: number[] = [];
  let pass = () => {};
  const ring = createBell<string>(
    async (names) => void answers.push([...names]),
    (ms) => {
      delays.push(ms);
      return new Promise((resolve) => (pass = resolve));
    },
  );
  const passDelay = async () => {
    pass();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ring, passDelay, answers, delays };
}

test("rings close together get one answer, after a tenth of a second", async () => {
  const { ring, passDelay, answers, delays } = newBell();
  ring("entries");
  ring("projects");
  ring("entries");
  await passDelay();
  assert.deepEqual(answers, [["entries", "projects"]]);
  assert.equal(delays[0], 100);
});

test("what goes on ringing is answered ever later, up to every five seconds; after a silence at once again", async () => {
  const { ring, passDelay, answers, delays } = newBell();
  for (let times = 0; times < 9; times++) {
    ring("entries");
    await passDelay();
  }
  assert.equal(answers.length, 9);
  assert.deepEqual(delays, [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000]);
  await passDelay();
  assert.equal(answers.length, 9);
  ring("entries");
  await passDelay();
  assert.equal(answers.length, 10);
  assert.equal(delays.at(-2), 100);
});
