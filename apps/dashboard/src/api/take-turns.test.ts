import assert from "node:assert/strict";
import { test } from "node:test";
import { takeTurns } from "./take-turns.ts";

test("a read starts when the one before has ended, even if that failed", async () => {
  const takeTurn = takeTurns();
  const events: string[] = [];
  const read = (name: string, isFailing = false) =>
    takeTurn(async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (isFailing) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([read("one"), read("two", true), read("three")]);
  assert.deepEqual(events, ["one starts", "one ends", "two starts", "two ends", "three starts", "three ends"]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
});
